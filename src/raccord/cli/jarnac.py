"""``raccord jarnac``: a game against the computer, or between two computers."""

import secrets
from pathlib import Path

import click

from raccord import wordlists
from raccord.cli.answers import print_json
from raccord.cli.inputs import check_folder, json_option, lexicon_option
from raccord.cli.jarnac_play import Terminal
from raccord.cli.jarnac_screen import show_end, show_log
from raccord.cli.outputs import NewFile
from raccord.cli.views import console
from raccord.jarnac import (
    DEFAULT_LEVEL,
    FORMULAS,
    LEVELS,
    Level,
    Settings,
    Timing,
    dumps,
    level,
    parse_distribution,
    play_out,
    summary,
)

LARGEST_SEED = 2**63 - 1


def _timing(_: click.Context, param: click.Parameter, text: str) -> Timing:
    if text == "sans":
        return Timing()
    if text == "coup":
        return Timing.per_move()
    if text.isascii() and text.isdigit() and 1 <= int(text[:6]) <= 600:
        return Timing.clock(int(text) * 60_000)
    expected = "« sans », « coup » (30 secondes par coup) ou des minutes, de 1 à 600"
    raise click.BadParameter(f"« {text} » (attendu : {expected})", param=param)


def _levels(_: click.Context, __: click.Parameter, text: str) -> tuple[Level, Level]:
    first, _comma, second = text.partition(",")
    return level(first.strip()), level((second or first).strip())


@click.command("jarnac")
@click.option("--auto", is_flag=True, help="L’ordinateur joue les deux camps.")
@click.option(
    "--seed",
    type=click.IntRange(0, LARGEST_SEED),
    metavar="N",
    help="Graine : même graine, même partie.",
)
@click.option(
    "--formula",
    type=click.Choice(list(FORMULAS)),
    default="libre",
    show_default=True,
    help="Avec ou sans conjugaisons, avec ou sans enchaînements ; competition : sans les deux.",
)
@json_option
@click.option(
    "--level",
    "levels",
    "--levels",
    callback=_levels,
    default=DEFAULT_LEVEL,
    show_default=True,
    metavar="NIVEAU[,NIVEAU]",
    help=f"Force de l’ordinateur ; avec --auto, de A puis de B : {', '.join(LEVELS)}.",
)
@click.option(
    "timing",
    "--clock",
    callback=_timing,
    default="sans",
    show_default=True,
    metavar="sans|coup|MINUTES",
    help="Temps : sans limite, 30 secondes par coup, ou une pendule de tant de minutes.",
)
@click.option(
    "letters",
    "--letters",
    default="2012",
    show_default=True,
    metavar="NOM|LETTRES",
    help="Sac : 2012, inventeur, ou « A14 B4 … ».",
)
@click.option("--checked", is_flag=True, help="Chaque mot est vérifié à la pose.")
@lexicon_option
@click.option("save", "--save", type=NewFile(), metavar="FICHIER", help="Garde la partie.")
def jarnac_command(
    auto: bool,
    seed: int | None,
    formula: str,
    as_json: bool,
    levels: tuple[Level, Level],
    timing: Timing,
    letters: str,
    checked: bool,
    lexicon: str,
    save: Path | None,
) -> None:
    """Joue au Jarnac contre l’ordinateur, ou le regarde jouer."""
    if as_json and not auto:
        raise click.UsageError("--json demande --auto")
    check_folder("--save", save)
    settings = Settings(
        formula=FORMULAS[formula],
        letters=parse_distribution(letters),
        timing=timing,
        checked=checked,
    )
    words = wordlists.load(lexicon)
    drawn = secrets.randbelow(2**32) if seed is None else seed
    out = console()
    if auto:
        game = play_out(settings, words, levels, drawn)
        if not as_json:
            show_log(out, game)
            show_end(out, game, words)
    else:
        game = Terminal.open(out, settings, words, levels[0], drawn).run()
    if save:
        save.write_bytes(dumps(game.events))
    if as_json:
        print_json(summary(game, drawn))
