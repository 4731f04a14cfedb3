"""The computer at a table: when it moves, and what it does at once.

It plays after a short pause, as a person would; but it contests a word at once, so that the person
who laid it can draw without waiting, and that draw is then made for him.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from raccord import jarnac
from raccord._core import Halt
from raccord.hall.jarnac.table import TableState
from raccord.jarnac import Computer, Phase
from raccord.lexicon import Lexicon

THINKING = 0.15
"""Share of the level's own pace: the computer thinks for a second or two, not for twelve."""
GESTURE = 0.8
"""Seconds to reach into the bag."""
CONTEST = 3.0
"""Seconds it leaves to contest its word before it draws."""
# The strongest level works for a tenth of a second, out of Python's hands: more at a time would
# only slow each other down.
_POOL = ThreadPoolExecutor(max_workers=2, thread_name_prefix="jarnac")


def opponent(state: TableState, lexicon: Lexicon, halt: Halt | None = None) -> Computer | None:
    """The computer of a table, if one plays; ``halt`` ends what it thinks about."""
    seat = state.computer
    if seat is None:
        return None
    # Not the seed of the draws: what the computer does must say nothing of the bag.
    seed = f"computer/{state.opened.secret}"
    return Computer(seat, jarnac.level(state.opened.level), lexicon, seed, halt)


def pause(state: TableState, player: Computer) -> float | None:
    """How many seconds the computer waits before it moves; None when it is not its move."""
    game = state.play
    able = jarnac.offers(game, player.seat)
    if not able or (game.turn != player.seat and not {"toss", "press"} & set(able)):
        return None
    if game.phase in (Phase.LAID, Phase.TAKEN):
        open_to_contest = "contest" in jarnac.offers(game, jarnac.other(player.seat))
        seconds = CONTEST if open_to_contest else GESTURE
    elif game.phase is Phase.TOSS:
        seconds = GESTURE
    else:
        seconds = GESTURE + player.thinking(game) * THINKING / 1000
    return seconds * state.opened.pace


async def move(state: TableState, player: Computer) -> jarnac.Command | None:
    """What the computer does now; worked out in a thread."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_POOL, player.command, state.play, state.play.now)


async def reaction(state: TableState, player: Computer) -> jarnac.Command | None:
    """What follows at once from a word of the person: a contest, else the letter due."""
    game, person = state.play, jarnac.other(player.seat)
    if game.turn != person or game.phase not in (Phase.LAID, Phase.TAKEN) or game.stopped:
        return None
    if "contest" in jarnac.offers(game, player.seat):
        command = await move(state, player)
        if isinstance(command, jarnac.Contest):
            return command
    if game.phase is Phase.LAID and "draw" in jarnac.offers(game, person):
        return jarnac.Draw(seat=person)
    return None
