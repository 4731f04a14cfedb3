"""Slips read from photographs: what is shown to a marker for confirmation, and what is kept.

Reading is an extra (`raccord.reading`): without it everything else works, and a picture is refused
with one line. Pictures are read in threads of their own, two at a time.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeVar

from raccord.duplicate import Refusal
from raccord.duplicate.slips.situation import check_plays, situation_of
from raccord.hall.errors import ChangedError
from raccord.hall.games import Game
from raccord.hall.pictures import Picture, Pictures
from raccord.hall.resources import Resources
from raccord.regulation import Slip

if TYPE_CHECKING:
    from raccord.reading.decoder import Reading
    from raccord.reading.network import Network
    from raccord.reading.playable import Playable

MISSING = "La lecture par caméra n'est pas installée sur ce serveur : pip install raccord[reading]."
AT_ONCE = 2
SURE = 0.9
"""How sure a table or a turn written by hand must be to be taken for it."""
WEIGHTS = "reading.npz"
"""Weights refined for the club, in the data folder."""
_TURNS = 4
_HOUR = 3600
T = TypeVar("T")


def is_installed() -> bool:
    """Whether pictures can be read here."""
    return find_spec("cv2") is not None and find_spec("numpy") is not None


@dataclass(frozen=True)
class TakenSlip:
    """Bulletin pris en photo: its table (0 if unknown), its photograph and what was read there.

    ``refused`` says in one line why it is not read; ``known`` that whoever asks has it already.
    """

    table: int
    picture: Picture | None = None
    reading: "Reading | None" = None
    refused: str = ""
    known: bool = False


@dataclass(frozen=True)
class TakenPicture:
    """Photographie: its slips; ``partial`` counts those of which too few marks are seen."""

    slips: tuple[TakenSlip, ...]
    partial: int = 0


@dataclass(frozen=True)
class Asked:
    """What a picture is taken for: a turn, the marker's tables, those already taken, and ``done``.

    ``done`` tells of a table whether its slip was already entered.
    """

    turn: int
    tables: tuple[int, ...]
    known: Collection[int]
    done: Callable[[int], bool]


class Camera:
    """Reads pictures of slips for the games of a server."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self.pictures = Pictures(resources.data)
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="camera")
        self._swept: dict[str, float] = {}
        self._playable: OrderedDict[tuple[str, int, str, str], Playable] = OrderedDict()

    @cached_property
    def network(self) -> "Network":
        """The weights of the club, else those of this version."""
        from raccord.reading.network import parse_network, shipped_network

        own = self._resources.data / WEIGHTS
        return parse_network(own.read_bytes()) if own.exists() else shipped_network()

    async def take(self, game: Game, data: bytes, asked: Asked) -> TakenPicture:
        """Every slip in a picture, read for a turn; those to be confirmed are kept."""
        if not is_installed():
            raise ChangedError(MISSING, code="reading-missing")
        return await self._run(lambda: self._take(game, data, asked))

    async def read_again(self, game: Game, picture: Picture) -> TakenSlip:
        """A photograph that was kept, read anew: nobody learns what another has made of it."""
        if not is_installed():
            raise ChangedError(MISSING, code="reading-missing")
        return await self._run(lambda: self._read_again(game, picture))

    async def find(self, code: str, digest: str) -> Picture | None:
        """A photograph of a game by its digest; there may be twenty thousand to look through."""
        return await asyncio.to_thread(self.pictures.find, code, digest)

    async def jpeg(self, code: str, picture: Picture) -> bytes:
        """The bytes of a photograph."""
        return await asyncio.to_thread(self.pictures.read, code, picture)

    async def learn(self, game: Game, picture: Picture, slip: Slip) -> None:
        """Keep the cells of a confirmed slip, where consent was given."""
        if game.companion.settings.keep_hands and is_installed():
            await self._run(lambda: self._learn(game, picture, slip))

    async def sweep(self, game: Game) -> None:
        """Delete the photographs whose time is past; once an hour is enough."""
        now = self._resources.clock()
        if now - self._swept.get(game.id, 0.0) < _HOUR:
            return
        self._swept[game.id] = now
        marks = [mark for row in game.state.marks.values() for mark in row.values()]
        kept = {mark.picture for mark in marks if mark.picture}
        days = game.companion.settings.photo_days
        await self._run(lambda: self.pictures.forget(game.id, kept, days))

    async def _run(self, work: Callable[[], T]) -> T:
        from_reading = asyncio.get_running_loop().run_in_executor(self._pool, work)
        return await from_reading

    def close(self) -> None:
        """Let what has begun finish."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    # In a thread

    def _take(self, game: Game, data: bytes, asked: Asked) -> TakenPicture:
        from raccord.reading.errors import ReadingError
        from raccord.reading.photographs import FlatSlip, find_slips, open_picture

        try:
            found = find_slips(open_picture(data))
        except ReadingError as error:
            raise Refusal(str(error)) from error
        playable = self._playable_of(game, asked.turn)

        def taken(flat: FlatSlip) -> TakenSlip:
            if flat.table and (early := _refused(game, asked, flat.table)):
                return early
            return self._read(game, asked, flat.table, flat.image, playable)

        return TakenPicture(tuple(map(taken, found.slips)), found.partial)

    def _read(
        self, game: Game, asked: Asked, marked: int, image: object, playable: "Playable"
    ) -> TakenSlip:
        from raccord.reading.cells import read_cells
        from raccord.reading.decoder import decode
        from raccord.reading.photographs import format_picture

        reading = decode(read_cells(image, self.network), playable)  # type: ignore[arg-type]
        table = marked or _sure(reading.tables)
        if not marked and table and (early := _refused(game, asked, table)):
            return early
        written = _sure(reading.turns)
        if written and written != asked.turn:
            named = f"table {table}" if table else "table inconnue"
            refused = f"{named} : ce bulletin porte le coup {written}, pas le coup {asked.turn}"
            return TakenSlip(table, refused=refused)
        data = format_picture(image)  # type: ignore[arg-type]
        picture = self.pictures.keep(game.id, asked.turn, table, data)
        return TakenSlip(table, picture, reading)

    def _read_again(self, game: Game, picture: Picture) -> TakenSlip:
        from raccord.reading.cells import read_cells
        from raccord.reading.decoder import decode
        from raccord.reading.photographs import open_picture

        image = open_picture(self.pictures.read(game.id, picture))
        playable = self._playable_of(game, picture.turn)
        reading = decode(read_cells(image, self.network), playable)
        return TakenSlip(picture.table, picture, reading)

    def _learn(self, game: Game, picture: Picture, slip: Slip) -> None:
        from raccord.reading.cells import read_cells
        from raccord.reading.lessons import format_lesson, lesson_of
        from raccord.reading.photographs import open_picture

        image = open_picture(self.pictures.read(game.id, picture))
        lesson = lesson_of(read_cells(image, self.network), slip)
        if len(lesson.crops):
            data = format_lesson(lesson)
            self.pictures.keep_lesson(game.id, picture.turn, picture.table, data)

    def _playable_of(self, game: Game, turn: int) -> "Playable":
        """What can be played on a turn, found once."""
        from raccord.reading.playable import Playable

        situation = situation_of(game.state, turn, game.lexicon)
        key = (game.id, turn, situation.draw, situation.board.cells)
        if key not in self._playable:
            made = Playable(situation.board, situation.draw, game.lexicon, situation.rules)
            self._playable[key] = made
            while len(self._playable) > _TURNS:
                self._playable.popitem(last=False)
        return self._playable[key]


def _refused(game: Game, asked: Asked, table: int) -> TakenSlip | None:
    """Why the slip of a table is not read: whoever asks has it, may not, or need not."""
    if table in asked.known:
        return TakenSlip(table, known=True)
    if asked.tables and table not in asked.tables:
        return TakenSlip(table, refused=f"la table {table} est confiée à un autre arbitre")
    try:
        check_plays(game.state, asked.turn, table)
    except Refusal as refusal:
        return TakenSlip(table, refused=str(refusal))
    if asked.done(table):
        return TakenSlip(table, refused=f"table {table} : bulletin déjà entré au coup {asked.turn}")
    return None


def _sure(chances: dict[int, float]) -> int:
    """The number written, if there is hardly a doubt; 0 otherwise."""
    best = max(chances, key=lambda number: chances[number], default=0)
    return best if chances.get(best, 0) >= SURE else 0
