"""What commands read: options they share, files given by name or ``-``."""

import sys
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from raccord.board import Board, PlayRules, solver_rack
from raccord.cli.failures import Refusal
from raccord.quoting import one_line

if TYPE_CHECKING:
    from rich.console import Console

BONUSES = ((7, 50), (8, 75), (9, 100))
_MOST = 16_000_000  # bytes; no text we read is larger

F = TypeVar("F", bound=Callable[..., Any])


def read_text(path: str, fallback: str | None = None) -> str:
    """The text of a file, or of standard input for ``-``.

    ``fallback`` is the encoding of a text that is not in UTF-8, where one is welcome.
    """
    content = _bytes(path)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if not fallback:
            raise Refusal(f"« {path} » n'est pas un fichier texte en UTF-8") from error
        text = content.decode(fallback, errors="replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _bytes(path: str) -> bytes:
    if path == "-":
        return sys.stdin.buffer.read(_MOST)
    with Path(path).open("rb") as file:
        return file.read(_MOST)


def check_folder(option: str, path: str | Path | None) -> None:
    """Refuse, before a game is played, a file to keep it in whose folder is not there."""
    if path is not None and not Path(path).absolute().parent.is_dir():
        raise click.UsageError(f"{option} « {path} » : ce dossier n'existe pas")


def read_board(path: str | None) -> Board:
    """The board of a file; empty where no file is given."""
    return Board.empty() if path is None else Board.parse(read_text(path))


def rules_for(rack: str, playable: int) -> PlayRules:
    """The parameters of play for a rack given on the command line."""
    return PlayRules(max(len(rack), playable), playable, BONUSES)


def ask(out: "Console", prompt: str) -> str | None:
    """One line typed at a prompt, None where there will be no more."""
    from rich.text import Text

    with suppress(ImportError):
        import readline  # noqa: F401 - line editing and history for the prompt
    if isinstance(sys.stdin, TextIOWrapper) and sys.stdin.errors != "replace":
        sys.stdin.reconfigure(errors="replace")  # any byte may be typed or piped in
    try:
        return one_line(out.input(Text(prompt, style="bold cyan")))
    except (EOFError, KeyboardInterrupt):
        out.print()
        return None


def _rack(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    return solver_rack(value)


def lexicon_option(function: F) -> F:
    """Add ``--lexicon``."""
    return click.option(
        "--lexicon",
        default="fr-libre",
        show_default=True,
        metavar="NOM|FICHIER",
        help="Liste installée, ou fichier de mots.",
    )(function)


def playable_option(function: F) -> F:
    """Add ``--play``."""
    return click.option(
        "--play",
        "playable",
        type=click.IntRange(1, 15),
        default=7,
        show_default=True,
        metavar="N",
        help="Nombre de lettres jouables au plus.",
    )(function)


def database_option(function: F) -> F:
    """Add ``--database``."""
    return click.option(
        "--database",
        "address",
        metavar="ADRESSE",
        help="Fichier SQLite ou adresse postgresql+psycopg://… (sinon $RACCORD_DATABASE, "
        "sinon la base de l'utilisateur).",
    )(function)


def json_option(function: F) -> F:
    """Add ``--json``."""
    return click.option(
        "--json", "as_json", is_flag=True, help="Répond en JSON, pour un programme."
    )(function)


def limit_option(function: F) -> F:
    """Add ``--limit``."""
    return click.option(
        "--limit", type=click.IntRange(1), metavar="N", help="Les N premières réponses seulement."
    )(function)


def position_options(function: F) -> F:
    """Add the options that describe a position: board, rack, lexicon, tiles playable."""
    options = (
        click.option(
            "--board",
            metavar="FICHIER",
            help="Grille : 15 lignes de 15 caractères, « - » pour l'entrée standard. "
            "Sans elle, la grille est vide.",
        ),
        click.option(
            "--rack",
            required=True,
            metavar="LETTRES",
            callback=_rack,
            help="Tirage, « ? » pour un joker : 1 à 15 lettres, 2 jokers au plus.",
        ),
        lexicon_option,
        playable_option,
    )
    for option in reversed(options):
        function = option(function)
    return function
