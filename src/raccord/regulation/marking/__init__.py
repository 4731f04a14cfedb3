"""The automatic marker: any slip in, the ruling with its articles out."""

from raccord.regulation.marking.cases import Case, CaseError, parse_case, parse_cases
from raccord.regulation.marking.judge import judge
from raccord.regulation.marking.situation import Situation

__all__ = ["Case", "CaseError", "Situation", "judge", "parse_case", "parse_cases"]
