"""Games, incidents, slips and rankings that put every article to use.

They come in only by the doors people use: ``decide``, ``judge``, the pages and the API of a hall,
the documents, the commands. ``exercise`` does all of it for one edition under a profiler and
returns the functions entered and the articles cited by what came out: events, rulings.
"""

import sys
import threading
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from raccord import documents
from raccord.board import Board, Move
from raccord.cli import cli
from raccord.duplicate import Event, State, autoplay, begin, decide, evolve, open_game, record
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.rules import formulas
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
from raccord.tournament import WAYS
from raccord.wordlists import load
from tests.regulation.club_night import club_night

ROOT = Path(__file__).parents[2]
SMALL = Lexicon.of(["MAISON", "MAISONS", "OS", "SUER", "REPOSER", "POSER", "AVION"])
GAMES = ("classic", "blitz", "semi-rapide", "joker", "7sur8", "7et8", "7-8-9", "7et8+joker")
OTHERS = ("mort-subite", "multitops", "au-top", "solitaire")


@contextmanager
def watching(names: set[str]) -> Iterator[None]:
    """Note every function of ours that is entered, in this thread and in those it starts."""

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            module = frame.f_globals.get("__name__", "")
            if module.startswith("raccord."):
                names.add(f"{module}.{frame.f_code.co_qualname}")

    sys.setprofile(note)
    threading.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def exercise(edition: EditionId, folder: Path) -> tuple[set[str], set[Citation]]:
    """Everything, for one edition: the functions entered, the articles cited."""
    names: set[str] = set()
    cited: set[Citation] = set()
    with watching(names):
        for results in (games(edition), incidents(edition), slips(edition), cases(edition)):
            for result in results:
                cited |= set(citations(result))
        club_night(edition, folder)
        rankings(edition, folder)
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
        self.events: list[Event] = [opened]
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

    def printed(self) -> list[Event]:
        """The documents of the game, then its events."""
        made = [documents.ranking(self.state), *documents.road_sheets(self.state)]
        assert all(documents.to_json(one) for one in made)
        return self.events


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
    game.do(cmd.Retain(at=9, move="H4 MAISON"), cmd.Register(table=17, players=("Tard",), at=9))
    yield from game.printed()
    if game.state.edition.cheating:
        game.do(cmd.Exclude(table=2, reason="documents"))
    game.do(cmd.Interrupt(at=10), cmd.Resume(at=11), cmd.Interrupt(at=12))
    if game.state.edition.interruption:
        game.do(cmd.EndInterrupted(at=12 + 31 * 60_000))
    yield from game.printed()
    for contest in (sudden_death(edition), topping(edition), au_top(edition)):
        yield from contest.printed()


def two_tables(edition: EditionId, formula: str) -> Referee:
    """A first turn that two tables play."""
    game = Referee(edition, formula)
    game.do(cmd.Register(table=1, players=("A",)), cmd.Register(table=2, players=("B",)))
    game.do(cmd.DrawLetters(letters="MAISONS"), cmd.Start())
    return game


def sudden_death(edition: EditionId) -> Referee:
    """A knock-out between two tables."""
    game = two_tables(edition, "mort-subite")
    game.do(cmd.EndTime())
    game.rule(1, 18)
    game.rule(2, 10, Sanction.WARNING)
    game.do(cmd.Retain())
    return game


def au_top(edition: EditionId) -> Referee:
    """A turn that gives as many points as tables were beaten."""
    game = two_tables(edition, "au-top")
    game.do(cmd.EndTime())
    game.rule(1, 18)
    game.rule(2, 10)
    game.do(cmd.Retain())
    return game


def topping(edition: EditionId) -> Referee:
    """The top proposed at once."""
    game = two_tables(edition, "topping")
    game.do(*(cmd.Propose(table=table, move="H4 MAISONS", at=9) for table in (1, 2)))
    return game


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


def rankings(edition: EditionId, folder: Path) -> None:
    """Every way to rank several games."""
    file = folder / "game.json"
    for by in WAYS:
        game = topping(edition) if by == "time" else sudden_death(edition)
        file.write_text(record.dumps(game.events), encoding="utf-8")
        arguments = ["tournament", "rank", str(file), "--by", by]
        assert CliRunner().invoke(cli, arguments).exit_code == 0


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
        game = game.submit(command)
        cited.add(str(game.events[-1].article))
    first = game.state.turn
    with pytest.raises(JarnacRefusal) as refused:
        game.submit(jarnac.Pass(at=4, seat=first))
    cited.add(str(refused.value.article))
    drawn = game.submit(jarnac.Draw(at=5, seat=first))
    laid = drawn.submit(jarnac.Lay(at=6, seat=first, word=drawn.state.mat(first).loose[:3]))
    contested = laid.submit(jarnac.Contest(at=7, seat=other(first)))
    return cited | {str(event.article) for event in contested.events}
