"""The game of duplicate: draws, tops, ends and every formula, event by event.

A game is a list of events. ``open_game`` makes the first, ``decide`` turns a command into more or
raises ``Refusal``, ``evolve`` and ``fold`` give the state. Nothing here reads a clock, a file or a
random generator: instants, lexicons and the secret of the draws are arguments.
"""

from raccord.duplicate import (
    audit,
    commands,
    draws,
    events,
    formulas,
    multitops,
    prepared,
    reading,
    record,
    replay,
    report,
    stream,
    table,
    topping,
)
from raccord.duplicate.auto import autoplay
from raccord.duplicate.commands import Command
from raccord.duplicate.decide import decide, open_game
from raccord.duplicate.ends import EndReason, Frame, end_of, has_solution
from raccord.duplicate.errors import (
    DuplicateError,
    NotAFormulaError,
    NotARecordError,
    NotATableError,
    Refusal,
)
from raccord.duplicate.events import AnyEvent, Event
from raccord.duplicate.evolution import evolve, fold
from raccord.duplicate.formula import Formula, Pace
from raccord.duplicate.history import state_at
from raccord.duplicate.moments import is_timely
from raccord.duplicate.position import Position
from raccord.duplicate.queries import frame_of, survey_of, tops_of
from raccord.duplicate.scores import (
    TableScore,
    TurnScore,
    eliminated,
    score_table,
    solos,
    survivors,
    warning_cost,
)
from raccord.duplicate.state import Entrant, Mark, Phase, State, Turn, begin
from raccord.duplicate.tops import SAMPLES, Survey, Tie, Tops, find_tops, opening, survey

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
    "stream",
    "survey",
    "survey_of",
    "survivors",
    "table",
    "topping",
    "tops_of",
    "warning_cost",
]
