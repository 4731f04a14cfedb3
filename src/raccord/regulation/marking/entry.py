"""Fast entry for markers: one slip on one line, typed without looking.

::

    12 H4 RETINAS 74          table 12: reference, word, score
    12 H4 RET(I)NAS 72        the circled letter in parentheses
    12 H4 > RETINAS 74        written across (>) or down (v), where it is not the reference's way
    12 H4 ? RETINAS 74        no direction can be told
    12 v MAIS/ REPOSER 11     links MAI before the S of the word (/SON: ON after it)
    12 v REPO[MAI<]SER 11     the same where the letter comes twice: MAI before the one that follows
    12 v REPO[M.I<>ON]SER 11  M and I before it with a blank between, ON after it
    12 > ENTE 14 :3ENTE/INES  any little grid, row after row, a number for so many blanks
    12 > 14 :3ENTE/INES       the same, the word to be found in the grid
    12 H4 RETINAS             no score            12 RETINAS 74     no reference
    12 H4 . 74                no word             12 .              nothing at all
    12 ?? RETINAS 74          an illegible reference
    12 "7 d" "r e p" 11       reference or word just as written
    12 H4 RETINAS 74 ; 4H TARIN 12               several solutions
    12 74 ;; H4 RETINAS ; 4H TARIN               what is said once for the whole slip, then them
    12 H4 RETINAS 74 !rature  flags: !tard !echange !plusieurs !illisible !reference !rature
                              !conduite !grave !vierge !aucun
    12 =                      the top             12 = !conduite    and a disciplinary warning
    12 -                      no slip             12 - !conduite    and a disciplinary warning
    12 + !conduite            a disciplinary warning beside the ruling given
    = reste                   the top for every table not yet entered (also: =)

Before and after are left and right of a word down, above and below a word across. A slip with
links beside its word and no direction is written down.
"""

import re
from dataclasses import dataclass
from typing import Literal

import msgspec

from raccord.board import Direction, NotAReferenceError, Reference, plain
from raccord.regulation.marking.entry_links import (
    GRID,
    Links,
    draw,
    linked_word,
    parse_grid,
    short_links,
)
from raccord.regulation.marking.entry_tokens import (
    SOLUTIONS,
    WHOLE,
    EntryError,
    Token,
    split,
    tokens,
)
from raccord.regulation.slip import Flag, Slip

Kind = Literal["slip", "top", "none", "more", "rest"]
Way = Literal["across", "down"]

FLAGS = {
    "vierge": Flag.BLANK,
    "plusieurs": Flag.SEVERAL,
    "tard": Flag.LATE,
    "echange": Flag.EXCHANGED,
    "illisible": Flag.ILLEGIBLE_WORD,
    "reference": Flag.ILLEGIBLE_REFERENCE,
    "rature": Flag.HARD_TO_READ,
    "conduite": Flag.MISCONDUCT,
    "grave": Flag.GRAVE_MISCONDUCT,
    "aucun": Flag.NONE,
}
WAYS: dict[str, Way | None] = {">": "across", "v": "down", "?": None}
SIGNS: dict[str, Kind] = {"=": "top", "-": "none", "+": "more"}
WITH_SIGN: dict[Kind, tuple[Flag, ...]] = {
    # A slip hard to read may be the top; one never handed in cannot be hard to read.
    "top": (Flag.MISCONDUCT, Flag.HARD_TO_READ),
    "none": (Flag.MISCONDUCT,),
    "more": (Flag.MISCONDUCT,),
}
"""The flags that may stand behind a sign."""
_TABLE = re.compile(r"[1-9]\d{0,3}")
REFERENCE_LIKE = re.compile(r"[A-Z]\d{1,2}|\d{1,2}[A-Z]")
# Every slip has a line: one with a minus before its score too.
_NUMBER = re.compile(r"-?\d{1,5}")
ILLEGIBLE = "??"
NO_WORD = "."


@dataclass(frozen=True, slots=True)
class Entry:
    """Saisie: what a marker typed for a table; ``table`` is None for all that remain.

    ``flags`` stand behind a sign: the top with a disciplinary warning, say.
    """

    kind: Kind
    table: int | None = None
    slip: Slip | None = None
    flags: tuple[Flag, ...] = ()


def parse_entry(line: str) -> Entry:
    """Read a line; :class:`EntryError` says where it goes wrong."""
    found = tokens(line)
    if not found:
        raise EntryError(1, "ligne vide ; un numéro de table est attendu, p. ex. 12 H4 RETINAS 74")
    first, *body = found
    if first.text == "=":
        return _rest(body)
    if not _TABLE.fullmatch(first.text):
        raise EntryError(first.column, f"un numéro de table est attendu, pas {first.text}")
    if not body:
        raise EntryError(len(line.rstrip()) + 1, "la solution est attendue après la table")
    if body[0].text in SIGNS:
        return _signed(int(first.text), *body)
    return Entry("slip", int(first.text), _slip(body))


def _rest(body: list[Token]) -> Entry:
    for token in body:
        if token.text != "reste" or token is not body[0]:
            raise EntryError(token.column, "seul « reste » est attendu après =")
    return Entry("rest")


def _signed(table: int, sign: Token, *more: Token) -> Entry:
    """``=``, ``-`` or ``+``, and the flags that may follow."""
    kind = SIGNS[sign.text]
    others = [token for token in more if not token.text.startswith("!")]
    if others:
        raise EntryError(others[0].column, f"rien n'est attendu après {sign.text}")
    flags = tuple(dict.fromkeys(_flag(token) for token in more))
    for token in more:
        if _flag(token) not in WITH_SIGN[kind]:
            raise EntryError(token.column, f"{token.text} ne va pas avec {sign.text}")
    if kind == "more" and not flags:
        raise EntryError(sign.end, "!conduite est attendu après +")
    return Entry(kind, table, flags=flags)


def _slip(body: list[Token]) -> Slip:
    whole, *listed = split(body, WHOLE)
    if len(listed) > 1:
        second = [token for token in body if token.text == WHOLE][1]
        raise EntryError(second.column, f"{WHOLE} ne vient qu'une fois")
    if not listed:
        return _listed(whole)
    own = _one(whole, worded=False)
    groups = _groups(listed[0], after=body[len(whole)])
    return msgspec.structs.replace(own, solutions=tuple(_one(group) for group in groups))


def _listed(body: list[Token]) -> Slip:
    """One solution or several; the flags are the slip's."""
    flags = [token for token in body if token.text.startswith("!")]
    rest = [token for token in body if token not in flags]
    solutions = [_one(group) for group in _groups(rest, after=body[0])] if rest else []
    kept = _flags(flags)
    if len(solutions) > 1:
        return Slip(solutions=tuple(solutions), flags=kept)
    only = solutions[0] if solutions else Slip()
    return msgspec.structs.replace(only, flags=kept)


def _groups(body: list[Token], *, after: Token) -> list[list[Token]]:
    """The solutions between semicolons."""
    groups = split(body, SOLUTIONS)
    if not all(groups):
        mark = next((token for token in body if token.text == SOLUTIONS), after)
        raise EntryError(mark.column, "une solution est attendue de chaque côté de ;")
    return groups


def _flags(found: list[Token]) -> tuple[Flag, ...]:
    return tuple(dict.fromkeys(map(_flag, found)))


def _flag(token: Token) -> Flag:
    name = plain(token.text[1:]).lower()
    if name not in FLAGS:
        known = " ".join(f"!{n}" for n in FLAGS)
        raise EntryError(token.column, f"marque inconnue {token.text} (connues : {known})")
    return FLAGS[name]


def _one(found: list[Token], *, worded: bool = True) -> Slip:
    """Reference, direction, word, score, in this order, and the grid; the word is required."""
    marks = [token for token in found if token.text[0] in ("!", GRID)]
    rest = [token for token in found if token not in marks]
    flags = _flags([token for token in marks if token.text[0] == "!"])
    grid = _grid([token for token in marks if token.text[0] == GRID])
    reference = _take_reference(rest)
    marked = rest.pop(0).text if rest and rest[0].text in WAYS else None
    end = found[-1].end if found else 1
    word, links = _take_word(rest, end, worded=worded and grid is None)
    if links and grid is not None:
        raise EntryError(end, "le raccord est déjà dans le quadrillage")
    score = _score(rest.pop(0)) if rest else None
    if rest:
        raise EntryError(rest[0].column, f"rien n'est attendu après le score ({rest[0].text})")
    way = WAYS[marked] if marked else way_of(reference) or ("down" if links else None)
    if links:
        grid = draw(word, links, Direction(way or "down"))
    return Slip(word=word, direction=way, reference=reference, grid=grid, score=score, flags=flags)


def _grid(found: list[Token]) -> str | None:
    if len(found) > 1:
        raise EntryError(found[1].column, "un seul quadrillage est attendu")
    return parse_grid(found[0]) if found else None


def _take_reference(rest: list[Token]) -> str | None:
    if not rest:
        return None
    head = rest[0]
    if head.verbatim is not None and _is_followed_by_word(rest):
        return rest.pop(0).verbatim
    if head.text != ILLEGIBLE and not REFERENCE_LIKE.fullmatch(head.text.upper()):
        return None
    return rest.pop(0).text.upper()


def _is_followed_by_word(rest: list[Token]) -> bool:
    """Whether a word comes after what stands first: then that is the reference."""
    after = [token for token in rest[1:] if token.text not in WAYS]
    return bool(after) and not _NUMBER.fullmatch(after[0].text)


def way_of(reference: str | None) -> Way | None:
    """The direction a reference says, None where it is not one."""
    try:
        direction = Reference.parse(reference or "").direction
    except NotAReferenceError:
        return None
    return "across" if direction is Direction.ACROSS else "down"


def _take_word(rest: list[Token], end: int, *, worded: bool) -> tuple[str, Links]:
    """The word with its links; empty where it is left out and may be."""
    if not worded and (not rest or _NUMBER.fullmatch(rest[0].text)):
        return "", {}
    short = rest.pop(0) if rest and "/" in rest[0].text and rest[0].verbatim is None else None
    if not rest:
        raise EntryError(end, "le mot est attendu")
    token = rest.pop(0)
    if token.text == NO_WORD and short is None:
        return "", {}
    if token.verbatim is not None and short is None:
        return token.verbatim, {}
    word, links = linked_word(token)
    return word, links | (short_links(short, word) if short else {})


def _score(token: Token) -> int:
    if not _NUMBER.fullmatch(token.text):
        raise EntryError(token.column, f"le score est attendu, pas {token.text}")
    return int(token.text)
