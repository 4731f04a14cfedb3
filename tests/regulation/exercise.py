"""Games, incidents, slips and rankings that put every article to use.

``exercise`` runs them for one edition under a profiler and returns the functions entered and the
articles cited by what came out: events, rulings.
"""

import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec

from raccord.board import Board, Move, Reference, faults, score
from raccord.duplicate import (
    State,
    autoplay,
    begin,
    decide,
    eliminated,
    evolve,
    open_game,
    score_table,
)
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.announce import (
    Solo,
    announce_draw,
    announce_format,
    announce_signal,
    announce_solos,
    announce_top,
)
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.clock import Clock, Signal, ToppingClock, signals_due, slip_timing
from raccord.duplicate.rules.multitops import Played, award
from raccord.duplicate.rules.paces import ONE_MINUTE, provided
from raccord.duplicate.slips.averages import Notified, average_changes
from raccord.duplicate.slips.recourse import overturned
from raccord.jarnac import commands as jarnac
from raccord.jarnac.auto import play_out
from raccord.jarnac.errors import Refusal as JarnacRefusal
from raccord.jarnac.events import GameEnded
from raccord.jarnac.game import JarnacGame
from raccord.jarnac.letters import SeededSource
from raccord.jarnac.levels import LEVELS
from raccord.jarnac.outcome import BASES
from raccord.jarnac.settings import FORMULAS, Settings, Timing, other
from raccord.jarnac.verdict import judge as jarnac_judge
from raccord.lexicon import Lexicon
from raccord.regulation import Citation, EditionId, Ruling, Sanction, Slip
from raccord.regulation.marking import Situation, judge, parse_cases
from raccord.tournament import (
    GameTable,
    Knockout,
    by_au_top,
    by_percentage,
    by_places,
    by_points,
    topping_ranking,
)
from raccord.wordlists import load

ROOT = Path(__file__).parents[2]
SMALL = Lexicon.of(["MAISON", "MAISONS", "OS", "SUER", "REPOSER", "POSER", "AVION"])
GAMES = ("classic", "blitz", "semi-rapide", "joker", "7sur8", "7et8", "7-8-9", "7et8+joker")
OTHERS = ("mort-subite", "multitops", "au-top", "solitaire")


@contextmanager
def watching(names: set[str]) -> Iterator[None]:
    """Note every function of ours that is entered."""

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            module = frame.f_globals.get("__name__", "")
            if module.startswith("raccord."):
                names.add(f"{module}.{frame.f_code.co_qualname}")

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)


def exercise(edition: EditionId) -> tuple[set[str], set[Citation]]:
    """Everything, for one edition: the functions entered, the articles cited."""
    names: set[str] = set()
    cited: set[Citation] = set()
    with watching(names):
        for results in (games(edition), incidents(edition), slips(edition), cases(edition)):
            for result in results:
                cited |= set(citations(result))
        by_the_board()
        spoken(edition)
        rankings()
    return names, cited


def citations(value: Any) -> Iterator[Citation]:
    """Every citation inside a value."""
    if isinstance(value, Citation):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from citations(getattr(value, name))
    elif isinstance(value, tuple | list):
        for item in value:
            yield from citations(item)


def games(edition: EditionId) -> Iterator[ev.Event]:
    """A whole game of every formula."""
    lexicon = load()
    for number, name in enumerate((*GAMES, *OTHERS)):
        secret = f"{number:064x}"
        formula = formulas.parse(name)
        yield from autoplay(lexicon, secret, edition=edition, formula=formula, samples=1)


class Referee:
    """A game conducted command by command."""

    def __init__(self, edition: EditionId, formula: str = "classic") -> None:
        opening = cmd.Open(edition=edition, formula=formulas.parse(formula))
        opened, *rest = open_game(opening, SMALL)
        assert isinstance(opened, ev.Opened)
        self.state: State = begin(opened)
        self.events: list[ev.Event] = [opened]
        self._take(rest)

    def do(self, *commands: cmd.Command) -> None:
        for command in commands:
            self._take(decide(self.state, command, SMALL, 1))

    def _take(self, events: Any) -> None:
        for event in events:
            self.state = evolve(self.state, event)
            self.events.append(event)

    def rule(self, table: int, points: int, sanction: Sanction = Sanction.NONE) -> None:
        ruling = Ruling(
            edition=self.state.edition.id, points=points, base=points, sanction=sanction
        )
        self.do(cmd.Rule(turn=self.state.turn, table=table, ruling=ruling))


def incidents(edition: EditionId) -> Iterator[ev.Event]:
    """Solos, warnings, a late table, a turn without solution, one cancelled, an interruption."""
    game = Referee(edition)
    game.do(*(cmd.Register(table=n, players=(f"J{n}",)) for n in range(1, 17)))
    game.do(cmd.DrawLetters(letters="BCDEEFG"), cmd.Start(at=1), cmd.EndTime(at=2))
    game.do(cmd.DeclareNoSolution(at=3))
    game.do(cmd.DrawLetters(letters="MAISONS", at=4), cmd.Start(at=4), cmd.EndTime(at=5))
    game.rule(1, 18)
    game.rule(2, 10, Sanction.WARNING)
    game.do(cmd.CancelTurn(reason="erreur de chronométrage", at=6))
    game.do(cmd.DrawLetters(letters="MAISONE", at=7), cmd.Start(at=7), cmd.EndTime(at=8))
    game.rule(1, 18)
    game.do(cmd.Retain(at=9), cmd.Register(table=17, players=("Tard",), at=9))
    score_table(game.state)
    standing = game.state.mark(1, 1).ruling
    assert standing is not None
    heard = overturned(standing, edition, 18, Sanction.WARNING, "mot admis", appeal=True)
    game.do(cmd.Rule(turn=1, table=1, ruling=heard, reason="recours"))
    if game.state.edition.cheating:
        game.do(cmd.Exclude(table=2, reason="documents"))
    game.do(cmd.Interrupt(at=10), cmd.Resume(at=11), cmd.Interrupt(at=12))
    game.do(cmd.Resume(at=12 + 31 * 60_000))
    yield from game.events
    yield from sudden_death(edition)
    yield from topping(edition)
    yield from untold_word(edition)
    pair = [Played(Move.parse("H4 MAISON"), 18), Played(Move.parse("H4 MAISONS"), 70)]
    assert award(Board.empty(), pair, 2, SMALL) == (0, 70)


def sudden_death(edition: EditionId) -> list[ev.Event]:
    """A knock-out between two tables."""
    game = Referee(edition, "mort-subite")
    game.do(cmd.Register(table=1, players=("A",)), cmd.Register(table=2, players=("B",)))
    game.do(cmd.DrawLetters(letters="MAISONS"), cmd.Start(), cmd.EndTime())
    game.rule(1, 18)
    game.rule(2, 10, Sanction.WARNING)
    game.do(cmd.Retain())
    assert eliminated(game.state) == {2: 1}
    return game.events


def untold_word(edition: EditionId) -> list[ev.Event]:
    """A refused word on two turns, the table not being told: an average on the second."""
    game = Referee(edition)
    game.do(*(cmd.Register(table=n, players=(f"J{n}",)) for n in (1, 2)))
    situations: dict[int, Situation] = {}
    for draw in ("MAISONS", "AVIONSS"):
        state = game.state
        game.do(cmd.DrawLetters(letters=draw), cmd.Start(), cmd.EndTime())
        here = Situation(state.position.board, draw, state.turn, SMALL, edition=edition)
        situations[state.turn] = here
        # Down through the I of the word on the board, once there is one.
        column = 1 + here.board.cells.find("I") % 15
        slip = Slip(word="SIS", direction="across", score=6)
        if not here.is_first:
            slip = Slip(word="SIS", direction="down", reference=f"{column}G", score=3)
        game.do(cmd.HandIn(turn=state.turn, table=1, slip=slip))
        game.do(cmd.Rule(turn=state.turn, table=1, ruling=judge(here, slip)))
        game.rule(2, 2)
        game.do(cmd.Retain())
    notified = Notified(told=lambda *_: None, colleagues=lambda _: (1, 2))
    ((table, given),) = average_changes(game.state, 2, situations.__getitem__, notified)
    assert (table, given.points) == (1, 2)
    game.do(cmd.Rule(turn=2, table=1, ruling=given, reason="moyenne"))
    return game.events


def topping(edition: EditionId) -> list[ev.Event]:
    """The top proposed at once."""
    game = Referee(edition, "topping")
    game.do(cmd.Register(table=1, players=("A",)))
    game.do(cmd.DrawLetters(letters="MAISONS"), cmd.Start())
    game.do(cmd.Propose(move="H2 MAISONS"))
    return game.events


WRITTEN: tuple[dict[str, Any], ...] = (
    {"word": "REPOSER", "direction": "down", "reference": "7D", "score": 11},
    {"word": "REPOSER", "direction": "down", "reference": "7D", "score": 99},
    {"word": "REPOSER", "direction": "down", "reference": "6D", "score": 11},
    {"word": "REPOSER", "direction": "down", "score": 11},
    {"word": "REPOSER", "direction": "across", "reference": "7D", "score": 11},
    {"word": "REPOSE", "direction": "down", "reference": "7D", "score": 11},
    {"word": "XXXX", "direction": "down", "reference": "7D", "score": 11},
    {"grid": "..R..\n..E..\n..P..\n..O..\nAISON\n..E..\n..R..", "direction": "down", "score": 11},
    {
        "grid": "..R..\n..E..\n..P..\n..O..\nAISON\n..E..\n..R..",
        "direction": "down",
        "reference": "6D",
        "score": 11,
    },
    {"grid": "MAISONS", "direction": "across", "score": 7},
    {"word": "MAISONS", "direction": "across", "reference": "A1", "score": 7},
    {"flags": ("none",)},
    {"word": "REPOSER", "direction": "down", "reference": "7D", "flags": ("misconduct",)},
    {
        "solutions": (
            {"word": "REPOSER", "direction": "down", "reference": "7D", "score": 11},
            {"word": "MAISONS", "direction": "across", "reference": "H4", "score": 7},
        )
    },
)


def slips(edition: EditionId) -> Iterator[Ruling]:
    """Slips of every kind after one word, and on the first turn."""
    board = Board.empty().place(Move.parse("H4 MAISON"))
    second = Situation(board, "EEOPRRS", 2, SMALL, edition=edition)
    for written in WRITTEN:
        yield judge(second, msgspec.convert(written, Slip))
    first = Situation(Board.empty(), "MAISON?", 1, SMALL, edition=edition)
    for text in ("MAISON", "MAISON(S)", "MAISONS"):
        yield judge(first, Slip(word=text, direction="across", score=1))


def cases(edition: EditionId) -> Iterator[Ruling]:
    """The arbitration cases kept as data."""
    for path in sorted((ROOT / "cases" / "slips").glob("*.toml")):
        for case in parse_cases(tomllib.loads(path.read_text(encoding="utf-8"))):
            yield judge(case.situation(edition), case.slip.slip())


def by_the_board() -> None:
    """Placing and counting."""
    move = Move(Reference.parse("h4"), "MAISONS")
    assert not faults(Board.empty(), move, "AIMNOSS", SMALL)
    assert score(Board.empty(), move).bonus == 50


def spoken(edition: EditionId) -> None:
    """The clock and the announcements of a turn."""
    pace = provided(edition)[0].pace
    clock = Clock(pace).start(0)
    for due in signals_due(clock, -1, 10**6):
        announce_signal(due.signal, pace, edition)
    announce_signal(Signal.START, pace, edition)
    slip_timing(clock, 1)
    ToppingClock.start(0, ONE_MINUTE).next_turn(9)
    announce_format("partie joker", pace)
    announce_draw("MAISONS")
    move = Move.parse("H4 MAISONS")
    announce_top(move, score(Board.empty(), move))
    announce_solos([Solo(1, "table 1", 66, move)])


def rankings() -> None:
    """Every way to rank."""
    game = GameTable.of({"A": [18, 20], "B": [10, 20]}, [18, 20])
    for by in (by_points, by_percentage, by_places):
        assert by([game])[0].player == "A"
    assert by_au_top(game)[0].player == "A"
    assert Knockout.of("AB").turn({"A": 1}).winner == "A"
    assert topping_ranking({"A": 1, "B": 2})[0] == (1, "A")


def jarnac_paragraphs() -> set[str]:
    """The paragraphs that computer games, forbidden actions and results of Jarnac cite."""
    words = load()
    timings = (Timing(), Timing.per_move(20_000), Timing.clock(90_000))
    cited: set[str] = set()
    for seed, timing in enumerate(timings):
        settings = Settings(formula=FORMULAS["competition"], timing=timing)
        levels = (LEVELS["debutant"], LEVELS["expert"])
        game = play_out(settings, words, levels, seed)
        cited |= {str(event.article) for event in game.events}
        ended = game.events[-1]
        assert isinstance(ended, GameEnded)
        cited.add(str(BASES[ended.basis][0]))
    for word, old in (("JOUAI", ""), ("LACS", "LAC"), ("XYZ", "")):
        cited.add(str(jarnac_judge(words, FORMULAS["competition"], word, old).article))
    return cited | incidents_of_jarnac()


def incidents_of_jarnac() -> set[str]:
    """Stops, an action out of place, a word contested."""
    game = JarnacGame.open(Settings(timing=Timing.clock()), load(), SeededSource(1))
    cited: set[str] = set()
    for command in (jarnac.Toss(at=1), jarnac.Stop(at=2), jarnac.Resume(at=3)):
        played = game.submit(command)
        assert isinstance(played, JarnacGame)
        game = played
        cited.add(str(game.events[-1].article))
    first = game.state.turn
    refused = game.submit(jarnac.Pass(at=4, seat=first))
    assert isinstance(refused, JarnacRefusal)
    cited.add(str(refused.article))
    drawn = game.submit(jarnac.Draw(at=5, seat=first))
    assert isinstance(drawn, JarnacGame)
    laid = drawn.submit(jarnac.Lay(at=6, seat=first, word=drawn.state.mat(first).loose[:3]))
    assert isinstance(laid, JarnacGame)
    contested = laid.submit(jarnac.Contest(at=7, seat=other(first)))
    assert isinstance(contested, JarnacGame)
    return cited | {str(event.article) for event in contested.events}
