"""« Trouvez le Jarnac » : positions in which one was missed, from games and one for each day."""

import asyncio
from collections import OrderedDict
from datetime import date

import msgspec

from raccord import jarnac
from raccord.hall.jarnac.finished import newest
from raccord.hall.jarnac.review import MissedPlay, shown_play
from raccord.hall.jarnac.service import JarnacTables
from raccord.hall.jarnac.table import TableState
from raccord.jarnac import LEVELS, Mat, Play
from raccord.jarnac.auto import play_out
from raccord.jarnac.foresight import worth_of_jarnac
from raccord.jarnac.mat import impossible
from raccord.lexicon import Lexicon, fold

SHORTEST = 5
"""Letters of the best Jarnac of a puzzle: shorter ones are found at once."""
KEPT = 32
OFFERED = 12
FIRST_DAY = date(2024, 1, 1)


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """Énigme: the mat on which a Jarnac was missed."""

    id: str
    told: str
    formula: str
    lines: tuple[str, ...]
    loose: str
    plays: tuple[Play, ...]

    @property
    def mat(self) -> Mat:
        """The opponent's mat."""
        return Mat(self.lines, self.loose)


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """What an attempt is worth; ``best`` when nothing there is worth more."""

    ok: bool
    best: bool
    text: str


class Puzzles:
    """The puzzles of a server, worked out off the loop and kept."""

    def __init__(self, tables: JarnacTables, lexicon: Lexicon) -> None:
        self._tables = tables
        self._lexicon = lexicon
        self._days: OrderedDict[date, asyncio.Task[Puzzle]] = OrderedDict()
        self._games: OrderedDict[str, list[tuple[int, Puzzle]]] = OrderedDict()

    async def of_day(self, day: date) -> Puzzle:
        """The puzzle of a day: the same for everybody who plays with this list."""
        if day not in self._days:
            self._days[day] = asyncio.create_task(asyncio.to_thread(daily, day, self._lexicon))
            while len(self._days) > KEPT:
                self._days.popitem(last=False)
        return await asyncio.shield(self._days[day])

    async def of_game(self, name: str, step: int) -> Puzzle | None:
        """What was missed at one step of a finished game."""
        state = await self._tables.get(name)
        if not state.is_over:
            return None
        names = " – ".join(state.names)
        for event, puzzle in await self._missed(name, state):
            if event == step:
                return msgspec.structs.replace(puzzle, id=f"{name}.{step}", told=names)
        return None

    async def _missed(self, name: str, state: TableState) -> list[tuple[int, Puzzle]]:
        """The puzzles of a finished game, which changes no more: found once."""
        if name not in self._games:
            lexicon = self._tables.lexicon(state)
            self._games[name] = await asyncio.to_thread(_of_facts, state.facts, lexicon)
            while len(self._games) > KEPT:
                self._games.popitem(last=False)
        return self._games[name]

    async def offered(self) -> list[tuple[str, str]]:
        """Puzzles of the last games between people: their names, and who missed them."""
        found: list[tuple[str, str]] = []
        for game in await newest(self._tables, OFFERED):
            state = await self._tables.get(game.id)
            puzzles = await self._missed(game.id, state)
            found += [(f"{game.id}.{event}", " – ".join(game.names)) for event, _ in puzzles[:2]]
        return found[:OFFERED]


def daily(day: date, lexicon: Lexicon) -> Puzzle:
    """The puzzle of a day, from games that computers play with that day as their seed."""
    number = (day - FIRST_DAY).days
    level = LEVELS["amateur"]
    for attempt in range(20):
        settings = jarnac.Settings()
        game = play_out(settings, lexicon, (level, level), number * 100 + attempt)
        found = _of_facts(game.events, lexicon)
        if found:
            puzzle = max((one for _, one in found), key=lambda one: _worth(one))
            told = f"Énigme du {day.day:02d}/{day.month:02d}/{day.year}"
            return msgspec.structs.replace(puzzle, id=f"jour.{day.isoformat()}", told=told)
    raise AssertionError("twenty games without a missed Jarnac")


def _worth(puzzle: Puzzle) -> tuple[float, str]:
    best = puzzle.plays[0]
    return worth_of_jarnac(puzzle.mat, best), best.word


def _of_facts(facts: tuple[jarnac.Event, ...], lexicon: Lexicon) -> list[tuple[int, Puzzle]]:
    opened = facts[0]
    assert isinstance(opened, jarnac.Opened)
    found = []
    for missed in jarnac.missed_jarnacs(facts, lexicon):
        plays = sorted(missed.plays, key=lambda play: -worth_of_jarnac(missed.mat, play))
        if len(plays[0].word) >= SHORTEST:
            puzzle = Puzzle(
                id="",
                told="",
                formula=opened.settings.formula_name,
                lines=missed.mat.lines,
                loose=missed.mat.loose,
                plays=tuple(plays),
            )
            found.append((missed.event, puzzle))
    return found


def attempted(puzzle: Puzzle, word: str, line: int | None) -> Found:
    """What a word found on the opponent's mat is worth."""
    mat, play = puzzle.mat, Play(fold(word), line)
    if refusal := impossible(mat, play):
        return Found(ok=False, best=False, text=f"Non : {refusal}.")
    if play not in puzzle.plays:
        return Found(ok=False, best=False, text=f"Non : {play.word} n'est pas admis ici.")
    best = worth_of_jarnac(mat, puzzle.plays[0])
    mine = worth_of_jarnac(mat, play)
    points = len(play.word) ** 2
    if mine >= best:
        return Found(
            ok=True, best=True, text=f"Jarnac ! {play.word}, {points} points : rien de mieux."
        )
    return Found(ok=True, best=False, text=f"Jarnac ! {play.word}, {points} points ; il y a mieux.")


def solutions(puzzle: Puzzle, most: int = 8) -> tuple[MissedPlay, ...]:
    """The best Jarnacs that were there."""
    return tuple(shown_play(puzzle.mat, play) for play in puzzle.plays[:most])
