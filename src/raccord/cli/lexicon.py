"""``raccord lexicon``: the word lists of this machine."""

from collections import Counter
from pathlib import Path

import click
from rich.table import Table

from raccord import wordlists
from raccord.cli.answers import number, plural, print_json, print_words
from raccord.cli.entries import answer_check
from raccord.cli.french import FrenchGroup
from raccord.cli.inputs import json_option, lexicon_option, limit_option
from raccord.cli.origins import answer_origin
from raccord.cli.outputs import STANDARD
from raccord.cli.views import console
from raccord.lexicon import Reason, UnknownLexiconError, WordList

_SHOWN = 10  # rejected lines shown to people


@click.group("lexicon", cls=FrenchGroup)
def lexicon_group() -> None:
    """Listes de mots : importer, voir, comparer, exporter."""


@lexicon_group.command("import")
@click.argument("file", metavar="FICHIER", type=click.Path(path_type=Path))
@click.option("--name", required=True, metavar="NOM", help="Nom de la liste, par exemple ods9.")
@json_option
def import_command(file: Path, name: str, as_json: bool) -> None:
    """Installe une liste : texte, .gz, .xz, .zip ou KWG."""
    done = wordlists.import_list(file, name)
    words = done.words
    if as_json:
        samples = [
            {"line": item.line, "text": item.text, "reason": item.reason.value}
            for item in words.rejections
        ]
        head = {"name": done.installed.name, "words": len(words.words), "format": words.kind}
        counts = {reason.value: count for reason, count in words.counts.items()}
        print_json(head | {"digest": done.installed.digest, "rejected": counts, "samples": samples})
        return
    console().print(f"« {done.installed.name} » : {plural(len(words.words), 'mot')}")
    _report(words)


def _report(words: WordList) -> None:
    out = console()
    for reason, count in words.counts.items():
        left = "laissées" if count > 1 else "laissée"
        out.print(f"{plural(count, 'ligne')} {left} de côté : {reason.french}")
    shown = [item for item in words.rejections if item.reason is not Reason.DUPLICATE][:_SHOWN]
    for item in shown:
        out.print(f"  ligne {item.line} : {item.text} ({item.reason.french})", markup=False)


@lexicon_group.command("list")
@json_option
def list_command(as_json: bool) -> None:
    """Montre les listes installées."""
    found = wordlists.installed()
    if as_json:
        print_json(
            [
                {"name": i.name, "words": i.count, "digest": i.digest, "source": i.source}
                for i in found
            ]
        )
        return
    table = Table("nom", "mots", "origine", "empreinte")
    for item in found:
        table.add_row(item.name, number(item.count), item.source, item.digest[:12])
    console().print(table)


@lexicon_group.command("info")
@click.argument("name", default="fr-libre", metavar="[NOM|FICHIER|MOT]")
@json_option
def info(name: str, as_json: bool) -> None:
    """Décrit une liste (mots, longueurs, entrées) ou dit d’où vient un mot de fr-libre."""
    try:
        lexicon = wordlists.load(name)
    except UnknownLexiconError:
        found = wordlists.origin(name)
        if found is None:
            raise
        answer_origin(wordlists.load(), found, as_json)
        return
    lengths = Counter(map(len, lexicon))
    facts = {
        "name": lexicon.name,
        "words": len(lexicon),
        "digest": lexicon.digest,
        "entries": lexicon.entry_count,
        "words_with_known_entry": lexicon.known_count,
        "lengths": {str(length): lengths[length] for length in sorted(lengths)},
    }
    if as_json:
        print_json(facts)
        return
    out = console()
    out.print(f"{lexicon.name} : {plural(len(lexicon), 'mot')}", style="bold")
    out.print(f"empreinte {lexicon.digest}")
    known = plural(lexicon.known_count, "mot")
    out.print(f"{plural(lexicon.entry_count, 'entrée')} connues, pour {known}")
    for length in sorted(lengths):
        out.print(f"  {length:2} lettres : {number(lengths[length])}")


@lexicon_group.command("check")
@click.argument("words", nargs=-1, required=True, metavar="MOT…")
@lexicon_option
@json_option
def check(words: tuple[str, ...], lexicon: str, as_json: bool) -> int:
    """Dit si chaque mot est admis ; code de sortie 1 si l'un d'eux ne l'est pas."""
    return answer_check(wordlists.load(lexicon), words, as_json)


@lexicon_group.command("diff")
@click.argument("first", metavar="LISTE")
@click.argument("second", metavar="LISTE")
@limit_option
@json_option
def diff(first: str, second: str, limit: int | None, as_json: bool) -> None:
    """Compare deux listes."""
    ours, theirs = wordlists.load(first), wordlists.load(second)
    only_first = [word for word in ours if word not in theirs]
    only_second = [word for word in theirs if word not in ours]
    if as_json:
        common = len(ours) - len(only_first)
        print_json(
            {
                "only_first": only_first[:limit],
                "only_second": only_second[:limit],
                "only_first_count": len(only_first),
                "only_second_count": len(only_second),
                "common": common,
            }
        )
        return
    for name, words in ((ours.name, only_first), (theirs.name, only_second)):
        console().print(f"Seulement dans {name} :", style="bold underline")
        print_words(words, limit)


@lexicon_group.command("export")
@click.argument("name", metavar="NOM|FICHIER")
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    metavar="FICHIER",
    help="Où écrire, sinon la sortie standard.",
)
@json_option
def export(name: str, output: Path | None, as_json: bool) -> None:
    """Écrit les mots d’une liste, un par ligne."""
    lexicon = wordlists.load(name)
    if output is None or str(output) == STANDARD:
        if as_json:
            print_json(list(lexicon))
        else:
            click.echo("\n".join(lexicon))
        return
    output.write_text("\n".join(lexicon) + "\n", "ascii", newline="\n")
    if as_json:
        print_json({"name": lexicon.name, "words": len(lexicon), "output": str(output)})
    else:
        console().print(f"{plural(len(lexicon), 'mot')} dans {output}", markup=False)


@lexicon_group.command("remove")
@click.argument("name", metavar="NOM")
@json_option
def remove(name: str, as_json: bool) -> None:
    """Retire une liste importée."""
    wordlists.remove(name)
    if as_json:
        print_json({"removed": name})
    else:
        console().print(f"« {name} » est retirée", markup=False)
