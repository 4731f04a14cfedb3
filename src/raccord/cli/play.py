"""``raccord play``: a whole game, drawn by the software, the top kept every turn."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from raccord import wordlists
from raccord.cli.failures import Refusal
from raccord.cli.games import game_options, secret_for, seed_option, show_game
from raccord.cli.inputs import check_folder, json_option, lexicon_option
from raccord.cli.outputs import NewFile
from raccord.cli.solo import SoloGame, standing
from raccord.cli.views import console
from raccord.duplicate import SAMPLES, Event, Formula, autoplay, record
from raccord.duplicate.alone import Begin
from raccord.duplicate.files import report, table
from raccord.lexicon import Lexicon
from raccord.regulation import EditionId


@click.command(name="play")
@click.option("--auto", is_flag=True, help="Le logiciel tire et retient le top à chaque coup.")
@game_options
@lexicon_option
@seed_option
@click.option(
    "--samples",
    type=click.IntRange(0, 1000),
    default=SAMPLES,
    show_default=True,
    metavar="N",
    help="Tirages essayés, au plus, pour estimer le top suivant, qui départage les tops ex aequo.",
)
@json_option
@click.option("--table", "as_table", is_flag=True, help="Sortie en table texte de club.")
@click.option(
    "--out", type=NewFile(), metavar="FICHIER", help="Enregistre la partie (JSON) dans ce fichier."
)
def play_command(
    auto: bool,
    edition: EditionId,
    formula: Formula,
    lexicon: str,
    seed: int | None,
    samples: int,
    as_json: bool,
    as_table: bool,
    out: Path | None,
) -> None:
    """Joue une partie entière : vous cherchez le top à chaque coup, ou, avec --auto, le logiciel.

    Sans graine, les tirages sont imprévisibles. L'engagement (un condensat) précède le premier
    tirage et le secret suit la fin : chacun peut recalculer tous les tirages.
    """
    if (as_json or as_table) and not auto:
        raise click.UsageError("--json et --table demandent --auto")
    check_folder("--out", out)
    words, secret = wordlists.load(lexicon), secret_for(seed)
    game: Sequence[Event]
    if auto:
        game = list(
            autoplay(words, secret, edition=edition, formula=formula, seed=seed, samples=samples)
        )
    else:
        game = _alone(words, secret, edition, formula, seed, samples)
    document = record.dumps(game, report.summary(game))
    if out:
        out.write_text(document, encoding="utf-8", newline="\n")
    if as_json:
        sys.stdout.write(document)
    elif as_table:
        sys.stdout.write(table.dumps(game))
    elif auto:
        show_game(game, console())


def _alone(
    lexicon: Lexicon,
    secret: str,
    edition: EditionId,
    formula: Formula,
    seed: int | None,
    samples: int,
) -> Sequence[Event]:
    """The game of one person at the terminal."""
    if formula.topping or formula.prepared:
        raise Refusal(f"{formula.label} : cette formule se joue dans l'application (raccord serve)")
    begin = Begin(edition=edition, formula=formula, secret=secret, seed=seed)
    out = console()
    state = SoloGame(out, lexicon, begin, samples).run()
    show_game(state.record, out)
    out.print(standing(state))
    return state.record
