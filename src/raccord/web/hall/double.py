"""Double arbitrage: a second marker enters the same slips, knowing nothing of the first entry."""

from dataclasses import dataclass

from raccord.regulation import Ruling, Slip
from raccord.web.hall.games import Game
from raccord.web.hall.marks import Marks, read_line
from raccord.web.hall.officials import current_turn
from raccord.web.hall.rulings import NO_SLIP, expected_tables


@dataclass(frozen=True, slots=True)
class Reread:
    """Relecture: the tables a line names, the slip as read, its ruling."""

    turn: int
    tables: tuple[int, ...]
    slip: Slip | None
    ruling: Ruling


async def preview_again(
    marks: Marks, game: Game, text: str, turn: int | None, tables: tuple[int, ...]
) -> Reread:
    """What a line of the second marker would do."""
    entry = read_line(text, tables)
    named, slip, ruling = await marks.preview_line(game.code, text, turn=turn, tables=tables)
    chosen = current_turn(game.state) if turn is None else turn
    if entry.kind == "rest":
        named = tuple(
            table
            for table in expected_tables(game.state, chosen)
            if (chosen, table) not in game.companion.second and (not tables or table in tables)
        )
    return Reread(chosen, named, slip, ruling)


async def enter_again(marks: Marks, game: Game, found: Reread, *, by: str, at: int) -> None:
    """Keep the second marker's reading of the tables a line names."""
    for table in found.tables:
        slip = found.slip or NO_SLIP
        await marks.second(game.code, found.turn, table, slip, by=by, at=at)
