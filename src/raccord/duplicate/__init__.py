"""The game of duplicate: draws, tops, ends and every formula, event by event.

A game is a list of events. ``open_game`` makes the first, ``decide`` turns a command into more or
raises ``Refusal``, ``evolve`` and ``fold`` give the state. Nothing here reads a clock, a file or a
random generator: instants, lexicons and the secret of the draws are arguments.
"""

from raccord.duplicate import commands, events, record
from raccord.duplicate.auto import autoplay
from raccord.duplicate.commands import Command
from raccord.duplicate.decide import decide, open_game
from raccord.duplicate.deciding.moments import is_timely
from raccord.duplicate.errors import (
    DuplicateError,
    NotAFormulaError,
    NotARecordError,
    NotATableError,
    Refusal,
)
from raccord.duplicate.events import AnyEvent, Event
from raccord.duplicate.evolve import evolve, fold
from raccord.duplicate.files import (
    audit,
    fair_draws,
    prepared,
    reading,
    replay,
    report,
    table,
)
from raccord.duplicate.history import state_at
from raccord.duplicate.queries import frame_of, survey_of, tops_of
from raccord.duplicate.rules import draws, formulas, multitops, topping
from raccord.duplicate.rules.ends import EndReason, Frame, end_of, has_solution
from raccord.duplicate.rules.formula import Formula, Pace
from raccord.duplicate.rules.position import Position
from raccord.duplicate.rules.tops import SAMPLES, Survey, Tie, Tops, find_tops, opening, survey
from raccord.duplicate.slips.scores import (
    TableScore,
    TurnScore,
    eliminated,
    score_table,
    solos,
    survivors,
    warning_cost,
)
from raccord.duplicate.state import Entrant, Mark, Phase, State, Turn, begin

__all__ = [
    "SAMPLES",
    "AnyEvent",
    "Command",
    "DuplicateError",
    "EndReason",
    "Entrant",
    "Event",
    "Formula",
    "Frame",
    "Mark",
    "NotAFormulaError",
    "NotARecordError",
    "NotATableError",
    "Pace",
    "Phase",
    "Position",
    "Refusal",
    "State",
    "Survey",
    "TableScore",
    "Tie",
    "Tops",
    "Turn",
    "TurnScore",
    "audit",
    "autoplay",
    "begin",
    "commands",
    "decide",
    "draws",
    "eliminated",
    "end_of",
    "events",
    "evolve",
    "fair_draws",
    "find_tops",
    "fold",
    "formulas",
    "frame_of",
    "has_solution",
    "is_timely",
    "multitops",
    "open_game",
    "opening",
    "prepared",
    "reading",
    "record",
    "replay",
    "report",
    "score_table",
    "solos",
    "state_at",
    "survey",
    "survey_of",
    "survivors",
    "table",
    "topping",
    "tops_of",
    "warning_cost",
]
