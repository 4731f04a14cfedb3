"""The regulation: editions, articles, and the judgement of slips."""

from raccord.regulation.citation import (
    APPLIED,
    DEFAULT_EDITION,
    EDITION_IDS,
    Citation,
    EditionId,
    article,
)
from raccord.regulation.ruling import Finding, Outcome, Ruling, Sanction
from raccord.regulation.slip import Arrival, Flag, Slip

__all__ = [
    "APPLIED",
    "DEFAULT_EDITION",
    "EDITION_IDS",
    "Arrival",
    "Citation",
    "EditionId",
    "Finding",
    "Flag",
    "Outcome",
    "Ruling",
    "Sanction",
    "Slip",
    "article",
]
