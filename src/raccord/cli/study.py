"""``raccord words show``, ``lists`` and ``quiz``: one word's page, the lists to learn."""

import secrets

import click
from rich.text import Text

from raccord import wordlists
from raccord.cli.answers import answer_words, plural, print_json, print_words
from raccord.cli.entries import check, describe_entry
from raccord.cli.inputs import json_option, lexicon_option, limit_option
from raccord.cli.views import console
from raccord.lexicon import (
    STUDY_LISTS,
    Lexicon,
    Marked,
    Profile,
    QuizKind,
    lists_of,
    mark,
    profile,
    quiz,
    study_list,
)
from raccord.lexicon.quiz import MOST_NUMBER, MOST_QUESTIONS, QUESTIONS


@click.command("show")
@click.argument("word", metavar="MOT")
@lexicon_option
@limit_option
@json_option
def show(word: str, lexicon: str, limit: int | None, as_json: bool) -> int:
    """Tout sur un mot : entrées, formes, rajouts, anagrammes avec une lettre de plus, listes.

    Code de sortie 1 si le mot n'est pas admis.
    """
    opened = wordlists.load(lexicon)
    found = profile(opened, word)
    if as_json:
        print_json(_facts(opened, found, limit))
    else:
        _show(opened, found, limit)
    return int(not found.is_admitted)


def _facts(lexicon: Lexicon, found: Profile, limit: int | None) -> dict[str, object]:
    longer = found.extensions
    return check(lexicon, found.word) | {
        "forms": {str(entry): forms for entry, forms in found.forms.items()},
        "hooks": {"front": found.hooks.front, "back": found.hooks.back},
        "extensions": {
            "front": longer.front[:limit],
            "back": longer.back[:limit],
            "both": longer.both[:limit],
        },
        "anagrams": found.anagrams,
        "plus_one": found.plus_one,
        "minus_one": found.minus_one,
        "lists": [one.code for one in lists_of(lexicon, found.word)],
    }


def _show(lexicon: Lexicon, found: Profile, limit: int | None) -> None:
    verdict = "est admis" if found.is_admitted else "n’est pas admis"
    style = "bold green" if found.is_admitted else "bold red"
    console().print(Text(f"{found.word} {verdict}", style=style))
    for analysis in found.analyses:
        _title(f"{describe_entry(analysis.entry)} : {', '.join(analysis.french)}")
        print_words(found.forms[analysis.entry])
    hooks = found.hooks
    _title("Rajouts d’une lettre")
    console().print(
        f"devant : {' '.join(hooks.front) or '–'} ; derrière : {' '.join(hooks.back) or '–'}"
    )
    for title, words in _groups(found):
        _title(title)
        print_words(words, limit)
    for sign, groups in (("+", found.plus_one), ("−", found.minus_one)):
        for letter, words in groups.items():
            console().print(Text(f"{sign}{letter}", style="bold"), " ".join(words), sep=" : ")
    lists = ", ".join(one.title for one in lists_of(lexicon, found.word))
    console().print(f"listes : {lists or 'aucune'}")


def _groups(found: Profile) -> list[tuple[str, tuple[str, ...]]]:
    longer = found.extensions
    groups = [
        ("Anagrammes", found.anagrams),
        ("Rajouts devant", longer.front),
        ("Rajouts derrière", longer.back),
        ("Des deux côtés", longer.both),
    ]
    return [(title, words) for title, words in groups if words]


def _title(text: str) -> None:
    console().print(Text(text, style="bold underline"))


@click.command("lists")
@click.argument("code", metavar="[LISTE]", required=False)
@lexicon_option
@limit_option
@json_option
def lists(code: str | None, lexicon: str, limit: int | None, as_json: bool) -> None:
    """Listes à apprendre ; avec LISTE, ses mots."""
    if code is not None:
        answer_words(study_list(code).words(wordlists.load(lexicon)), as_json, limit)
    elif as_json:
        print_json({one.code: one.title for one in STUDY_LISTS.values()})
    else:
        for one in STUDY_LISTS.values():
            console().print(f"{one.code:<12} {one.title}")


@click.command("quiz")
@click.argument("code", metavar="[LISTE]", default="deux")
@click.option(
    "kind",
    "--kind",
    type=click.Choice([kind.value for kind in QuizKind]),
    default=QuizKind.EXISTS.value,
    help="Ce qui est demandé.",
)
@click.option(
    "number",
    "--number",
    type=click.IntRange(0, MOST_NUMBER),
    metavar="N",
    help="Le même quiz de nouveau.",
)
@click.option(
    "size",
    "--size",
    type=click.IntRange(1, MOST_QUESTIONS),
    default=QUESTIONS,
    metavar="N",
    help="Nombre de questions.",
)
@lexicon_option
def ask(code: str, kind: str, number: int | None, size: int, lexicon: str) -> None:
    """Quiz sur une liste : quels mots existent, quels rajouts, quelles anagrammes."""
    drawn = secrets.randbelow(MOST_NUMBER + 1) if number is None else number
    asked = quiz(wordlists.load(lexicon), code, kind, drawn, size)
    console().print(Text(f"{asked.study.title} · {asked.kind.french} (nº {drawn})", style="bold"))
    hint = {"existe": "oui / non", "rajouts": "A- -S", "anagrammes": "mots"}[kind]
    right = 0
    for index, question in enumerate(asked.questions):
        said = click.prompt(f"{question.shown} ({hint})", default="", show_default=False)
        marked = mark(asked, ["" for _ in range(index)] + [said])[index]
        right += marked.is_right
        console().print(_told(marked))
    console().print(f"{right} / {plural(len(asked.questions), 'question')}")


def _told(marked: Marked) -> Text:
    answers = " ".join(marked.question.answers) or "non"
    if marked.is_right:
        return Text(f"✓ {answers}", style="green")
    return Text(f"✗ {answers}", style="red")


COMMANDS = (show, lists, ask)
