"""Jarnac, by the book: the engine, the solver, a computer opponent, the record.

>>> from raccord.jarnac import Draw, JarnacGame, SeededSource, Settings, Toss
>>> from raccord.lexicon import Lexicon
>>> game = JarnacGame.open(Settings(), Lexicon.of(["LAC", "CALS"]), SeededSource(4))
>>> game = game.submit(Toss(at=0))
>>> game.view().turn, game.offers("A"), game.offers("B")
('A', ('draw',), ())
>>> game.submit(Draw(at=0, seat="B"))
Traceback (most recent call last):
raccord.jarnac.errors.Refusal: ce n’est pas à vous de jouer (TOUR DE JEU 5)
>>> game.submit(Draw(at=0, seat="A")).view().sides[0].loose
'TAAKET'

A game is a list of events. ``open_game`` makes the first, ``decide`` turns a command into more or
raises ``Refusal``, ``evolve`` and ``fold`` give the state; :class:`JarnacGame` holds both for a
screen.
"""

from raccord.jarnac.analysis import MissedJarnac, missed_jarnacs
from raccord.jarnac.articles import EDITION, GISTS, Ref
from raccord.jarnac.auto import play_out, step
from raccord.jarnac.commands import (
    Agree,
    Answer,
    AnyCommand,
    CallJarnac,
    Command,
    Contest,
    Decline,
    Draw,
    Lay,
    Pass,
    Press,
    Resume,
    SayJarnac,
    Stop,
    Swap,
    Tick,
    Toss,
)
from raccord.jarnac.computer import Computer
from raccord.jarnac.decide import decide, open_game
from raccord.jarnac.errors import JarnacError, NotARecordError, NotLettersError, Refusal
from raccord.jarnac.events import AnyEvent, Event, GameEnded, Opened
from raccord.jarnac.evolve import begin, evolve, fold
from raccord.jarnac.game import JarnacGame, SideView, View, offers, summary
from raccord.jarnac.letters import (
    DISTRIBUTIONS,
    FixedSource,
    SeededSource,
    Source,
    parse_distribution,
    unusual,
)
from raccord.jarnac.levels import DEFAULT_LEVEL, LEVELS, Level, level
from raccord.jarnac.mat import Mat, Play, impossible
from raccord.jarnac.narrative import tell
from raccord.jarnac.outcome import explain, winner
from raccord.jarnac.record import Record, dumps, loads
from raccord.jarnac.settings import (
    CONTEST_TIME,
    FORMULAS,
    SEATS,
    Formula,
    Seat,
    Settings,
    Timing,
    other,
)
from raccord.jarnac.solver import plays
from raccord.jarnac.state import Phase, State
from raccord.jarnac.table import Table
from raccord.jarnac.verdict import Verdict, Words, judge

__all__ = [
    "CONTEST_TIME",
    "DEFAULT_LEVEL",
    "DISTRIBUTIONS",
    "EDITION",
    "FORMULAS",
    "GISTS",
    "LEVELS",
    "SEATS",
    "Agree",
    "Answer",
    "AnyCommand",
    "AnyEvent",
    "CallJarnac",
    "Command",
    "Computer",
    "Contest",
    "Decline",
    "Draw",
    "Event",
    "FixedSource",
    "Formula",
    "GameEnded",
    "JarnacError",
    "JarnacGame",
    "Lay",
    "Level",
    "Mat",
    "MissedJarnac",
    "NotARecordError",
    "NotLettersError",
    "Opened",
    "Pass",
    "Phase",
    "Play",
    "Press",
    "Record",
    "Ref",
    "Refusal",
    "Resume",
    "SayJarnac",
    "Seat",
    "SeededSource",
    "Settings",
    "SideView",
    "Source",
    "State",
    "Stop",
    "Swap",
    "Table",
    "Tick",
    "Timing",
    "Toss",
    "Verdict",
    "View",
    "Words",
    "begin",
    "decide",
    "dumps",
    "evolve",
    "explain",
    "fold",
    "impossible",
    "judge",
    "level",
    "loads",
    "missed_jarnacs",
    "offers",
    "open_game",
    "other",
    "parse_distribution",
    "play_out",
    "plays",
    "step",
    "summary",
    "tell",
    "unusual",
    "winner",
]
