"""``raccord find``: type a draw, see its tops on the board, play one, go on."""

import click
from rich.columns import Columns
from rich.console import Console, Group
from rich.panel import Panel
from rich.text import Text

from raccord.board import PlayRules, new_squares
from raccord.cli.answers import plural
from raccord.cli.finder import Answer, Finder, Show, respond
from raccord.cli.inputs import BONUSES, ask, lexicon_option, playable_option
from raccord.cli.views import board_text, console, moves_table

_LISTED = 12
_HELP = """\
[bold]AEINRS?[/]      un tirage (« ? » pour un joker) : ses tops s'affichent
[bold]+STR[/]         complète le reliquat
[bold]1[/]            joue le top numéro 1
[bold]H4 RET(I)NAS[/] joue un autre coup, la lettre d'un joker entre parenthèses
[bold]/annuler[/]     reprend le dernier coup
[bold]/nouvelle[/]    grille vide
[bold]/grille[/]      montre la grille
[bold]/quitter[/]     s'en va (la première lettre suffit : /a /n /g /q)"""


@click.command("find")
@lexicon_option
@playable_option
def find_command(lexicon: str = "fr-libre", playable: int = 7) -> None:
    """Cherche les tops, tirage après tirage : tapez un tirage, jouez un top, continuez."""
    from raccord.wordlists import load

    out = console()
    finder = Finder(load(lexicon), PlayRules(max(7, playable), playable, BONUSES))
    out.print(f"[bold]raccord[/] · {finder.lexicon.name}, {plural(len(finder.lexicon), 'mot')}")
    out.print("Tapez un tirage, par exemple [bold]AEINRS?[/], ou [bold]/aide[/].")
    show = Show.MESSAGE
    while show is not Show.BYE:
        typed = ask(out, f"coup {len(finder.played) + 1} › ")
        answer = respond(finder, "/quitter" if typed is None else typed)
        finder, show = answer.finder, answer.show
        _draw(out, answer)


def _draw(out: Console, answer: Answer) -> None:
    finder = answer.finder
    if answer.show is Show.HELP:
        out.print(Panel(_HELP, title="Aide", expand=False))
    elif answer.show is Show.BOARD:
        out.print(board_text(finder.board, finder.fresh, out.width))
    elif answer.show is Show.TOPS:
        out.print(_tops(finder, out.width))
    if answer.message:
        out.print(Text(answer.message))


def _tops(finder: Finder, width: int) -> Columns:
    """The board with the first top laid on it, beside the list of tops."""
    first = finder.tops[0].move
    fresh = {square.index for square, _ in new_squares(finder.board, first)}
    listed = finder.tops[:_LISTED]
    table = moves_table(finder.board, listed, finder.rules)
    more = len(finder.tops) - len(listed)
    rest = Text(f"… et {more} autres", style="dim") if more else Text()
    board = board_text(finder.board.place(first), fresh, width)
    return Columns([board, Group(table, rest)], padding=(0, 2))
