"""One word's page: entries, inflections, hooks, extensions, anagrams, the lists with it."""

import asyncio
from collections.abc import Iterable

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from raccord import wordlists
from raccord.lexicon import Lexicon, LexiconError, Profile, lists_of, profile
from raccord.quoting import sentence
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.quiet import need_quiet_rack
from raccord.web.words.pages import Group, Name, group, opened_list
from raccord.web.workshop import heavy


class WordEntry(msgspec.Struct, frozen=True):
    """An entry of the word, what it is in it, and every word of the entry."""

    lemma: str
    kind: str
    kind_french: str
    tags: tuple[str, ...]
    tags_french: tuple[str, ...]
    forms: tuple[str, ...]


class WordReply(msgspec.Struct, frozen=True):
    """Everything about one word; groups show their first words, and count all."""

    word: str
    lexicon: str
    admitted: bool
    entries: tuple[WordEntry, ...]
    front_hooks: str
    back_hooks: str
    extensions: tuple[Group, ...]
    anagrams: tuple[str, ...]
    plus_one: dict[str, tuple[str, ...]]
    minus_one: dict[str, tuple[str, ...]]
    study_lists: dict[str, str]
    """The lists to learn that hold it: their code and title."""
    lexicons: tuple[str, ...]
    """The word lists installed here that admit it."""


def about(lexicon: Lexicon, text: str, installed: Iterable[Lexicon]) -> WordReply:
    """What is told of one word."""
    try:
        found = profile(lexicon, text)
    except LexiconError as error:
        raise WebError(400, sentence(str(error)), code="invalid") from error
    return WordReply(
        word=found.word,
        lexicon=lexicon.name,
        admitted=found.is_admitted,
        entries=_entries(found),
        front_hooks=found.hooks.front,
        back_hooks=found.hooks.back,
        extensions=_extensions(found),
        anagrams=found.anagrams,
        plus_one=found.plus_one,
        minus_one=found.minus_one,
        study_lists={one.code: one.title for one in lists_of(lexicon, found.word)},
        lexicons=tuple(one.name for one in installed if found.word in one),
    )


def _entries(found: Profile) -> tuple[WordEntry, ...]:
    return tuple(
        WordEntry(
            lemma=one.entry.lemma,
            kind=one.entry.kind.value,
            kind_french=one.entry.kind.french,
            tags=one.names,
            tags_french=one.french,
            forms=found.forms[one.entry],
        )
        for one in found.analyses
    )


def _extensions(found: Profile) -> tuple[Group, ...]:
    longer = found.extensions
    groups = (
        group("Devant", longer.front),
        group("Derrière", longer.back),
        group("Des deux côtés", longer.both),
    )
    return tuple(one for one in groups if one.total)


async def _asked(page: Page, word: str, lexicon: str) -> WordReply:
    await need_quiet_rack(page)
    opened = await opened_list(page, lexicon)
    return await heavy(page, about, opened, word, await asyncio.to_thread(_installed, page))


def _installed(page: Page) -> list[Lexicon]:
    return [page.services.lexicon_named(one.name) for one in wordlists.installed()]


@get("/mot/{word:str}")
async def word_page(page: ThisPage, word: FromPath[str], lexicon: Name = "") -> Response[str]:
    """One word's page, for people."""
    return page.html("words/word.html", found=await _asked(page, word, lexicon))


@get("/words/word/{word:str}", tags=["Mots"])
async def word_reply(page: ThisPage, word: FromPath[str], lexicon: Name = "") -> WordReply:
    """Everything about one word: entries, inflections, hooks, extensions, anagrams, lists."""
    return await _asked(page, word, lexicon)


pages = [word_page]
api = [word_reply]
