"""``raccord arbitrate``: rule the slips of case files, one JSON object per case and edition."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from raccord.cli.failures import Refusal
from raccord.cli.inputs import read_text
from raccord.decoding import MALFORMED, locate
from raccord.regulation import EDITION_IDS, EditionId, Ruling
from raccord.regulation.marking import Case, CaseError, judge, parse_cases

__all__ = ["arbitrate_command"]


@click.command("arbitrate")
@click.argument(
    "files",
    metavar="FICHIER…",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@click.option("--edition", type=click.Choice(EDITION_IDS), help="Ne juger que sous cette édition.")
@click.pass_context
def arbitrate_command(
    ctx: click.Context, files: tuple[Path, ...], edition: EditionId | None
) -> None:
    """Juge les bulletins de fichiers de cas, sous chaque édition du règlement.

    Écrit un objet JSON par cas et par édition. Code de sortie 1 si une décision n'est pas celle
    que le cas attend, 2 si un fichier est refusé.
    """
    loaded = [(path, case) for path in files for case in load(path)]
    failed = 0
    for path, case in loaded:
        for wanted in (edition,) if edition else EDITION_IDS:
            ruling = judge(case.situation(wanted), case.slip.slip())
            click.echo(msgspec.json.encode(as_json(case, ruling)).decode())
            for line in unmet(case, ruling):
                click.echo(f"{path} : cas « {case.id} » ({wanted}) : {line}", err=True)
                failed += 1
    if failed:
        ctx.exit(1)


def load(path: Path) -> list[Case]:
    """The cases of a file; refused with the file, the case and the reason."""
    text = read_text(str(path))
    try:
        data = tomllib.loads(text)
    except MALFORMED as error:
        raise Refusal(f"« {path} » : TOML illisible, {locate(error)}") from error
    try:
        return parse_cases(data)
    except CaseError as error:
        raise Refusal(f"« {path} » : {error}") from error


def unmet(case: Case, ruling: Ruling) -> Iterator[str]:
    """What the case expects of this edition and did not get."""
    expected = case.expect.get(ruling.edition)
    if expected is not None:
        yield from expected.faults(ruling)


def as_json(case: Case, ruling: Ruling) -> dict[str, object]:
    """A ruling as the command writes it; ``commission`` holds both provisional outcomes."""
    outcomes = [{"points": o.points, "sanction": o.sanction} for o in ruling.outcomes]
    return {
        "id": case.id,
        "edition": ruling.edition,
        "points": ruling.points,
        "sanction": ruling.sanction,
        "articles": ruling.articles,
        "reasons": ruling.reasons,
        "placement": ruling.placement,
        "commission": outcomes or None,
    }
