"""The automatic marker: any slip in, the ruling with its articles out."""

from raccord.regulation.marking.cases import Case, CaseError, parse_case, parse_cases
from raccord.regulation.marking.cells import Cell, CellsError, cells_of_slip, slip_of_cells
from raccord.regulation.marking.discipline import disciplined
from raccord.regulation.marking.entry import Entry, parse_entry
from raccord.regulation.marking.entry_format import format_entry
from raccord.regulation.marking.entry_tokens import EntryError
from raccord.regulation.marking.explain import Explanation, considered, explain
from raccord.regulation.marking.judge import judge
from raccord.regulation.marking.listed import solutions_of
from raccord.regulation.marking.places import Option
from raccord.regulation.marking.playable import playable
from raccord.regulation.marking.readings import Reading
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.treatment import Mode

__all__ = [
    "Case",
    "CaseError",
    "Cell",
    "CellsError",
    "Entry",
    "EntryError",
    "Explanation",
    "Mode",
    "Option",
    "Reading",
    "Situation",
    "cells_of_slip",
    "considered",
    "disciplined",
    "explain",
    "format_entry",
    "judge",
    "parse_case",
    "parse_cases",
    "parse_entry",
    "playable",
    "slip_of_cells",
    "solutions_of",
]
