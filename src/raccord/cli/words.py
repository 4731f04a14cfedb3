"""``raccord words``: the questions that players ask of a lexicon."""

import click
from rich.text import Text

from raccord import wordlists
from raccord.cli.answers import answer_words, print_json, print_words
from raccord.cli.entries import answer_check, describe_entry
from raccord.cli.french import FrenchGroup
from raccord.cli.inputs import json_option, lexicon_option, limit_option
from raccord.cli.study import COMMANDS
from raccord.cli.views import console
from raccord.lexicon import Lexicon, fold


@click.group("words", cls=FrenchGroup)
def words_group() -> None:
    """Questions sur les mots : validité, anagrammes, rajouts, motifs, entrées."""


@words_group.command("valid")
@click.argument("words", nargs=-1, required=True, metavar="MOT…")
@lexicon_option
@json_option
def valid(words: tuple[str, ...], lexicon: str, as_json: bool) -> int:
    """Dit si chaque mot est admis, et de quelles entrées il vient.

    Code de sortie 1 si un mot n'est pas admis.
    """
    return answer_check(wordlists.load(lexicon), words, as_json)


@words_group.command("anagrams")
@click.argument("letters", metavar="LETTRES")
@lexicon_option
@limit_option
@json_option
def anagrams(letters: str, lexicon: str, limit: int | None, as_json: bool) -> None:
    """Mots faits de toutes les lettres ; « ? » est un joker."""
    answer_words(wordlists.load(lexicon).anagrams(letters), as_json, limit)


@words_group.command("rack")
@click.argument("letters", metavar="LETTRES")
@click.option(
    "shortest",
    "--min",
    type=click.IntRange(2, 15),
    default=2,
    metavar="N",
    help="Longueur minimale.",
)
@lexicon_option
@limit_option
@json_option
def rack(letters: str, shortest: int, lexicon: str, limit: int | None, as_json: bool) -> None:
    """Mots faits d’une partie des lettres, les plus longs d’abord ; « ? » est un joker."""
    found = (w for w in wordlists.load(lexicon).from_rack(letters) if len(w) >= shortest)
    answer_words(sorted(found, key=lambda word: (-len(word), word)), as_json, limit)


@words_group.command("extensions")
@click.argument("word", metavar="MOT")
@lexicon_option
@limit_option
@json_option
def extensions(word: str, lexicon: str, limit: int | None, as_json: bool) -> None:
    """Rajouts : mots qui prolongent MOT à l’avant, à l’arrière, ou des deux côtés."""
    found = wordlists.load(lexicon).extensions(word)
    if as_json:
        print_json({"front": found.front, "back": found.back, "both": found.both})
        return
    sides = (("À l’avant", found.front), ("À l’arrière", found.back), ("Des deux", found.both))
    for title, words in sides:
        console().print(Text(title, style="bold underline"))
        print_words(words, limit)


@words_group.command("benjamins")
@click.argument("word", metavar="MOT")
@lexicon_option
@limit_option
@json_option
def benjamins(word: str, lexicon: str, limit: int | None, as_json: bool) -> None:
    """Rajouts d’exactement trois lettres à l’avant de MOT."""
    answer_words(wordlists.load(lexicon).benjamins(word), as_json, limit)


@words_group.command("pattern")
@click.argument("pattern", metavar="MOTIF")
@lexicon_option
@limit_option
@json_option
def pattern(pattern: str, lexicon: str, limit: int | None, as_json: bool) -> None:
    """Mots d’un motif : « . » une lettre, « * » une suite, « [AEI] » une de ces lettres.

    « [^AEI] » une autre ; à la fin, « -S » exclut des lettres et « +K » en exige.
    """
    answer_words(wordlists.load(lexicon).matching(pattern), as_json, limit)


@words_group.command("entry")
@click.argument("word", metavar="MOT")
@click.argument("other", metavar="[AUTRE]", required=False)
@lexicon_option
@json_option
def entry(word: str, other: str | None, lexicon: str, as_json: bool) -> None:
    """Mots de la même entrée que MOT ; avec AUTRE, dit si les deux partagent une entrée."""
    opened = wordlists.load(lexicon)
    if other is None:
        _forms(opened, fold(word), as_json)
    else:
        _same(opened, fold(word), fold(other), as_json)


def _forms(lexicon: Lexicon, word: str, as_json: bool) -> None:
    found = lexicon.of_entry(word)
    if as_json:
        rows = [
            {"lemma": entry.lemma, "kind": entry.kind.value, "forms": forms}
            for entry, forms in (found or {}).items()
        ]
        print_json(None if found is None else rows)
        return
    if found is None:
        console().print(f"{word} est admis, mais son entrée est inconnue")
    for entry, forms in (found or {}).items():
        console().print(Text(describe_entry(entry), style="bold underline"))
        print_words(forms)


def _same(lexicon: Lexicon, word: str, other: str, as_json: bool) -> None:
    same = lexicon.same_entry(word, other)
    if as_json:
        print_json({"words": [word, other], "same_entry": same})
        return
    answers = {
        True: f"{word} et {other} partagent une entrée",
        False: f"{word} et {other} ne partagent aucune entrée",
        None: f"on ne sait pas : l’entrée de {word} ou de {other} est inconnue",
    }
    console().print(answers[same])


for command in COMMANDS:
    words_group.add_command(command)
