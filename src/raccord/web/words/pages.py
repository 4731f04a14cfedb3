"""Word study: is it valid, anagrams, words of a rack, extensions, patterns, words of one entry."""

import asyncio
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Literal

import msgspec
from litestar import Response, get
from litestar.params import FromQuery, QueryParameter

from raccord import wordlists
from raccord.lexicon import Lexicon, LexiconError, fold
from raccord.quoting import sentence
from raccord.web.errors import WebError, told
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.quiet import need_quiet_rack
from raccord.web.workshop import heavy

Question = Literal["valide", "anagrammes", "tirage", "rajouts", "motif", "entree"]
QUESTIONS: dict[Question, str] = {
    "valide": "Est-il admis ?",
    "anagrammes": "Anagrammes",
    "tirage": "Mots d'un tirage",
    "rajouts": "Rajouts",
    "motif": "Motif",
    "entree": "Même entrée",
}
MAX_WORDS = 40
MOST_JOKERS = 2
SHOWN = 600


class CheckReply(msgspec.Struct, frozen=True):
    """Which words are admitted, and by which list."""

    lexicon: str
    words: dict[str, bool]


class Group(msgspec.Struct, frozen=True):
    """Words found under one heading; ``total`` counts those not shown too."""

    title: str
    words: tuple[str, ...]
    total: int


class StudyReply(msgspec.Struct, frozen=True):
    """The answer to a question about words."""

    question: str
    text: str
    lexicon: str
    admitted: bool | None
    note: str
    groups: tuple[Group, ...]


class LexiconReply(msgspec.Struct, frozen=True):
    """A word list that can be used."""

    name: str
    words: int
    digest: str


def study(lexicon: Lexicon, question: Question, text: str) -> StudyReply:
    """Answer one question."""
    several = [fold(word) for word in re.split(r"[\s,;]+", text) if word]
    if question == "valide" and len(several) > 1:
        groups = _sorted_out(lexicon, several)
        return StudyReply(question, " ".join(several), lexicon.name, None, "", groups)
    wanted = fold(text.replace(" ", ""))
    admitted = (wanted in lexicon) if wanted.isalpha() else None
    try:
        groups = tuple(_ANSWERS[question](lexicon, wanted))
    except LexiconError as error:
        raise WebError(400, sentence(str(error)), code="invalid") from error
    return StudyReply(question, wanted, lexicon.name, admitted, _note(lexicon, wanted), groups)


def _sorted_out(lexicon: Lexicon, words: Sequence[str]) -> tuple[Group, ...]:
    """Several words at once: those admitted, and the others."""
    for word in words:
        _check_word(word)
    known = {word: word in lexicon for word in words}
    sides = (("Admis", True), ("Absents", False))
    groups = (group(title, (w for w in known if known[w] is side)) for title, side in sides)
    return tuple(one for one in groups if one.total)


def _note(lexicon: Lexicon, word: str) -> str:
    if word not in lexicon:
        return ""
    entries = lexicon.entries(word)
    return ", ".join(str(entry.lemma).lower() for entry in entries) if entries else ""


def group(title: str, words: Iterable[str]) -> Group:
    """Words under a heading, no more than a page can show."""
    found = tuple(words)
    return Group(title, found[:SHOWN], len(found))


def by_length(words: Iterable[str]) -> list[Group]:
    """Words under their lengths, the longest first."""
    lengths: dict[int, list[str]] = {}
    for word in words:
        lengths.setdefault(len(word), []).append(word)
    return [group(f"{n} lettres", lengths[n]) for n in sorted(lengths, reverse=True)]


def _valid(lexicon: Lexicon, word: str) -> list[Group]:
    _check_word(word)
    if word not in lexicon:
        return []
    others = [found for found in lexicon.anagrams(word) if found != word]
    return [group("Anagrammes", others)] if others else []


def _check_word(word: str) -> None:
    if not word.isalpha() or not 2 <= len(word) <= 15:
        raise WebError(400, "Un mot a de 2 à 15 lettres.", code="invalid", expected="LUSTRER")


def _anagrams(lexicon: Lexicon, letters: str) -> list[Group]:
    return [group("Anagrammes", lexicon.anagrams(_drawn(letters)))]


def _drawn(letters: str) -> str:
    """Letters as a bag could give them: each joker more multiplies the work by 26."""
    if letters.count("?") > MOST_JOKERS:
        raise WebError(400, "Un tirage a deux jokers au plus.", code="invalid", expected="RETINA?")
    return letters


def _rack(lexicon: Lexicon, letters: str) -> list[Group]:
    return by_length(lexicon.from_rack(_drawn(letters)))


def _extensions(lexicon: Lexicon, word: str) -> list[Group]:
    found = lexicon.extensions(word)
    groups = [group("Devant", found.front), group("Derrière", found.back)]
    groups += [group("Des deux côtés", found.both)]
    groups += [group("Benjamins", lexicon.benjamins(word))]
    return [group for group in groups if group.total]


def _pattern(lexicon: Lexicon, pattern: str) -> list[Group]:
    return by_length(lexicon.matching(pattern))


def _entry(lexicon: Lexicon, word: str) -> list[Group]:
    if word not in lexicon:
        return []
    forms = lexicon.of_entry(word) or {}
    return [group(str(entry.lemma), words) for entry, words in forms.items()]


_ANSWERS: dict[Question, Callable[[Lexicon, str], list[Group]]] = {
    "valide": _valid,
    "anagrammes": _anagrams,
    "tirage": _rack,
    "rajouts": _extensions,
    "motif": _pattern,
    "entree": _entry,
}


async def opened_list(page: Page, name: str) -> Lexicon:
    """A word list by its name; one not open yet is read off the loop."""
    return await asyncio.to_thread(page.services.lexicon_named, name)


Text = Annotated[str, QueryParameter(min_length=1, max_length=60)]
Name = Annotated[str, QueryParameter(max_length=60)]


@get("/mots")
async def words_page(
    page: ThisPage,
    question: FromQuery[Question] = "valide",
    q: Name = "",
    lexicon: Name = "",
) -> Response[str]:
    """The page of word study; it works without script."""
    opened = await opened_list(page, lexicon)
    answer, fault, status = None, "", 200
    if q.strip():
        try:
            await need_quiet_rack(page)
            answer = await heavy(page, study, opened, question, q)
        except WebError as error:
            fault, status = told(page, error), error.status
    shown = page.html(
        "words/index.html",
        questions=QUESTIONS,
        question=question,
        q=q,
        answer=answer,
        fault=fault,
        lexicon=opened,
        lexicons=await asyncio.to_thread(wordlists.installed),
    )
    shown.status_code = status
    return shown


@get("/words/check", tags=["Mots"])
async def check_words(
    page: ThisPage,
    words: Annotated[str, QueryParameter(max_length=800)],
    lexicon: Name = "",
) -> CheckReply:
    """Whether each word, separated by commas, is admitted."""
    await need_quiet_rack(page)
    opened = await opened_list(page, lexicon)
    asked = [word.strip().upper() for word in words.split(",") if word.strip()]
    if not asked or len(asked) > MAX_WORDS:
        raise WebError(400, "Demandez de 1 à 40 mots.", code="invalid", expected="words=LUSTRE,REP")
    return CheckReply(opened.name, {word: word in opened for word in asked})


@get("/words/study", tags=["Mots"])
async def study_words(
    page: ThisPage, question: FromQuery[Question], q: Text, lexicon: Name = ""
) -> StudyReply:
    """Anagrams, words of a rack, extensions, patterns, words of one entry."""
    await need_quiet_rack(page)
    opened = await opened_list(page, lexicon)
    return await heavy(page, study, opened, question, q)


@get("/lexicons", tags=["Mots"])
async def list_lexicons() -> list[LexiconReply]:
    """The word lists installed here."""
    installed = await asyncio.to_thread(wordlists.installed)
    return [LexiconReply(found.name, found.count, found.digest) for found in installed]


pages = [words_page]
api = [check_words, study_words, list_lexicons]
