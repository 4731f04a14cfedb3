"""What the terminal shows of a game of Jarnac."""

from rich.columns import Columns
from rich.console import Console
from rich.table import Table
from rich.text import Text

from raccord.jarnac import JarnacGame, SideView, View, missed_jarnacs, tell
from raccord.jarnac.narrative import Names
from raccord.jarnac.settings import LINES
from raccord.lexicon import Lexicon

SHOWN = 5
"""How many missed Jarnacs of one pass are named."""


def show_mats(console: Console, view: View, names: Names) -> None:
    """Both mats side by side, then the bag."""
    console.print(Columns([_mat(side, names) for side in view.sides]))
    console.print(Text(f"Sac : {view.bag} lettres", style="dim"))


def _mat(side: SideView, names: Names) -> Table:
    plural = "s" if side.jarnacs > 1 else ""
    title = f"{names[side.seat]} — {side.points} pts, {side.jarnacs} Jarnac{plural}"
    if side.remaining is not None:
        title += " — drapeau tombé" if side.fallen else f" — {clock(side.remaining)}"
    table = Table(title=title, title_style="bold", min_width=34)
    table.add_column("", justify="right", style="dim")
    table.add_column("Mot", min_width=9)
    table.add_column("Points", justify="right")
    for number in range(LINES):
        filled = number < len(side.lines)
        word = side.lines[number] if filled else ""
        table.add_row(str(number + 1), word, str(side.line_points[number]) if filled else "")
    table.caption = "Reliquat : " + (" ".join(side.loose) or "rien")
    return table


def clock(milliseconds: int) -> str:
    """``19:07``, as a clock shows what is left."""
    seconds = -(-milliseconds // 1000)
    return f"{seconds // 60}:{seconds % 60:02d}"


def show_log(console: Console, game: JarnacGame) -> None:
    """Every fact of a game."""
    for event in game.events:
        console.print(Text(tell(event)), Text(f"({event.article})", style="dim"))


def show_end(
    console: Console, game: JarnacGame, lexicon: Lexicon, names: Names | None = None
) -> None:
    """The mats, the result, and every Jarnac that nobody called."""
    known: Names = names or {"A": "A", "B": "B"}
    show_mats(console, game.view(), known)
    if game.state.ended:
        console.print(Text(tell(game.state.ended, known), style="bold"))
    missed = missed_jarnacs(game.events, lexicon)
    if not missed:
        console.print("Aucun Jarnac n’a été manqué.")
        return
    console.print(Text(f"Passages du sac avec un Jarnac manqué : {len(missed)}", style="bold"))
    for chance in missed:
        words = ", ".join(str(play) for play in chance.plays[:SHOWN])
        rest = len(chance.plays) - SHOWN
        more = f" et {rest} autre{'s' if rest > 1 else ''}" if rest > 0 else ""
        called = f" (et non {chance.called.word})" if chance.called else ""
        console.print(Text(f"  {known[chance.seat]} : {words}{more}{called}"))
