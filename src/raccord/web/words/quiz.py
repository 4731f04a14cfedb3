"""Quizzes on the lists that players learn: which words exist, hooks, anagrams."""

import secrets
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.params import FromPath, FromQuery, QueryParameter

from raccord.lexicon import (
    STUDY_LISTS,
    Lexicon,
    LexiconError,
    Marked,
    Quiz,
    QuizKind,
    mark,
    quiz,
    study_list,
)
from raccord.lexicon.quiz import LONGEST_SAID, MOST_NUMBER, MOST_QUESTIONS, QUESTIONS
from raccord.quoting import sentence
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.page import Page
from raccord.web.quiet import need_quiet_rack
from raccord.web.words.pages import Group, Name, group, opened_list
from raccord.web.workshop import heavy

Code = Annotated[str, QueryParameter(max_length=40)]
Number = Annotated[int, QueryParameter(ge=0, le=MOST_NUMBER)]
Size = Annotated[int, QueryParameter(ge=1, le=MOST_QUESTIONS)]
Said = Annotated[list[str] | None, QueryParameter(max_items=MOST_QUESTIONS)]
DEFAULT = next(iter(STUDY_LISTS))


class Asked(msgspec.Struct, frozen=True):
    """A question, and once it was answered what was found, missed and wrong."""

    shown: str
    found: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    right: bool | None = None


class QuizReply(msgspec.Struct, frozen=True):
    """A quiz; ``right`` counts the questions answered without a fault, once they are marked."""

    list: str
    title: str
    kind: str
    number: int
    lexicon: str
    questions: tuple[Asked, ...]
    right: int | None = None


class StudyListReply(msgspec.Struct, frozen=True):
    """A list to learn."""

    code: str
    title: str


def ask(lexicon: Lexicon, code: str, kind: str, number: int, size: int) -> QuizReply:
    """The questions, without their answers."""
    asked = _quiz(lexicon, code, kind, number, size)
    return _told(lexicon, asked, tuple(Asked(question.shown) for question in asked.questions))


def correct(
    lexicon: Lexicon, code: str, kind: str, number: int, size: int, said: list[str]
) -> QuizReply:
    """The same questions with what was said of them."""
    asked = _quiz(lexicon, code, kind, number, size)
    marked = mark(asked, [text[:LONGEST_SAID] for text in said])
    right = sum(one.is_right for one in marked)
    return _told(lexicon, asked, tuple(map(_marked, marked)), right)


def _quiz(lexicon: Lexicon, code: str, kind: str, number: int, size: int) -> Quiz:
    try:
        return quiz(lexicon, code, kind, number, size)
    except LexiconError as error:
        raise WebError(400, sentence(str(error)), code="invalid") from error


def _told(
    lexicon: Lexicon, asked: Quiz, questions: tuple[Asked, ...], right: int | None = None
) -> QuizReply:
    study = asked.study
    return QuizReply(
        study.code, study.title, asked.kind, asked.number, lexicon.name, questions, right
    )


def _marked(one: Marked) -> Asked:
    return Asked(one.question.shown, one.found, one.missed, one.wrong, one.is_right)


async def _reply(
    page: Page, code: str, kind: str, number: int, size: int, lexicon: str, said: list[str] | None
) -> QuizReply:
    await need_quiet_rack(page)
    opened = await opened_list(page, lexicon)
    if said is None:
        return await heavy(page, ask, opened, code, kind, number, size)
    return await heavy(page, correct, opened, code, kind, number, size, said)


def _number(number: int | None) -> int:
    return secrets.randbelow(MOST_NUMBER + 1) if number is None else number


@get("/mots/quiz")
async def quiz_page(
    page: ThisPage,
    liste: Code = DEFAULT,
    genre: Code = QuizKind.EXISTS.value,
    numero: Annotated[int | None, QueryParameter(ge=0, le=MOST_NUMBER)] = None,
    lexicon: Name = "",
    reponse: Said = None,
    oui: Annotated[list[int] | None, QueryParameter(max_items=MOST_QUESTIONS)] = None,
    fait: FromQuery[bool] = False,
) -> Response[str]:
    """A quiz, and its correction once it was answered; it works without script."""
    ticked = ["oui" if index in (oui or ()) else "" for index in range(QUESTIONS)]
    said = (reponse or ticked) if fait else None
    found = await _reply(page, liste, genre, _number(numero), QUESTIONS, lexicon, said)
    return page.html(
        "words/quiz.html", quiz=found, lists=STUDY_LISTS, kinds=tuple(QuizKind), lexicon=lexicon
    )


@get("/mots/liste/{code:str}")
async def list_page(page: ThisPage, code: FromPath[str], lexicon: Name = "") -> Response[str]:
    """The words of a list to learn."""
    await need_quiet_rack(page)
    opened = await opened_list(page, lexicon)
    found = await heavy(page, _words, opened, code)
    return page.html(
        "words/study_list.html", found=found, code=code, lists=STUDY_LISTS, lexicon=opened
    )


def _words(lexicon: Lexicon, code: str) -> Group:
    try:
        study = study_list(code)
    except LexiconError as error:
        raise WebError(404, sentence(str(error)), code="unknown") from error
    return group(study.title, study.words(lexicon))


@get("/words/lists", tags=["Mots"])
async def list_lists() -> list[StudyListReply]:
    """The lists to learn that quizzes are made of."""
    return [StudyListReply(one.code, one.title) for one in STUDY_LISTS.values()]


@get("/words/lists/{code:str}", tags=["Mots"])
async def list_words(page: ThisPage, code: FromPath[str], lexicon: Name = "") -> Group:
    """The words of a list to learn."""
    await need_quiet_rack(page)
    return await heavy(page, _words, await opened_list(page, lexicon), code)


@get("/words/quiz", tags=["Mots"])
async def quiz_reply(
    page: ThisPage,
    code: Annotated[str, QueryParameter(name="list", max_length=40)] = DEFAULT,
    kind: FromQuery[QuizKind] = QuizKind.EXISTS,
    number: Number = 0,
    size: Size = QUESTIONS,
    lexicon: Name = "",
    said: Said = None,
) -> QuizReply:
    """A quiz by its list, kind and number; with ``said``, once for each question, it is marked."""
    return await _reply(page, code, kind, number, size, lexicon, said)


pages = [quiz_page, list_page]
api = [list_lists, list_words, quiz_reply]
