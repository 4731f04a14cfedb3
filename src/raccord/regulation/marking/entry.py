"""Fast entry for markers: one slip on one line, typed without looking.

::

    12 H4 RETINAS 74          table 12: reference, word, score
    12 H4 RET(I)NAS 72        the circled letter in parentheses
    12 H4 > RETINAS 74        written across (>) or down (v), where it is not the reference's way
    12 v MAIS/ REPOSER 11     links MAI before the S of the word (/SON: ON after it)
    12 v REPO[MAI<]SER 11     the same where the letter comes twice: MAI before the one that follows
    12 v REPO[MAI<>ON]SER 11  MAI before it, ON after it
    12 H4 RETINAS             no score            12 RETINAS 74     no reference
    12 ?? RETINAS 74          an illegible reference
    12 H4 RETINAS 74 ; 4H TARIN 12               several solutions
    12 H4 RETINAS 74 !rature  flags: !tard !echange !plusieurs !illisible !reference !rature
                              !conduite !grave !vierge
    12 =                      the top
    12 -                      no slip
    = reste                   the top for every table not yet entered (also: =)

Before and after are left and right of a word down, above and below a word across. A slip with
links and no direction is written down.
"""

import re
from dataclasses import dataclass
from typing import Literal

from raccord.board import Direction, NotAReferenceError, Reference, plain
from raccord.regulation.slip import Flag, Slip

Kind = Literal["slip", "top", "none", "rest"]

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
}
WAYS: dict[str, Literal["across", "down"]] = {">": "across", "v": "down"}
_TABLE = re.compile(r"[1-9]\d{0,3}")
_TOKEN = re.compile(r"\S+")
_PIECE = re.compile(r"\((?P<circle>[A-Z])\)|\[(?P<links>[A-Z]*<?>?[A-Z]*)\]|(?P<plain>[A-Z.])")
_LINKS = re.compile(r"(?:([A-Z]+)<)?(?:>([A-Z]+))?")
REFERENCE_LIKE = re.compile(r"[A-Z]\d{1,2}|\d{1,2}[A-Z]")
_SHORT = re.compile(r"([A-Z]{2,})/|/([A-Z]{2,})")
_NUMBER = re.compile(r"-?\d{1,4}")
ILLEGIBLE = "??"


class EntryError(ValueError):
    """A line that cannot be read: the column (from 1) and what was expected, in French."""

    def __init__(self, column: int, expected: str) -> None:
        self.column, self.expected = column, expected
        super().__init__(f"colonne {column} : {expected}")


@dataclass(frozen=True, slots=True)
class Entry:
    """Saisie: what a marker typed for a table; ``table`` is None for all that remain."""

    kind: Kind
    table: int | None = None
    slip: Slip | None = None


@dataclass(frozen=True, slots=True)
class _Token:
    column: int
    text: str


def parse_entry(line: str) -> Entry:
    """Read a line; :class:`EntryError` says where it goes wrong."""
    tokens = [_Token(m.start() + 1, m[0]) for m in _TOKEN.finditer(line.replace(";", " ; "))]
    tokens = _relocated(line, tokens)
    if not tokens:
        raise EntryError(1, "ligne vide ; un numéro de table est attendu, p. ex. 12 H4 RETINAS 74")
    if tokens[0].text == "=":
        return _rest(tokens)
    first = tokens[0]
    if not _TABLE.fullmatch(first.text):
        raise EntryError(first.column, f"un numéro de table est attendu, pas {first.text}")
    table, body = int(first.text), tokens[1:]
    if not body:
        raise EntryError(len(line.rstrip()) + 1, "la solution est attendue après la table")
    if body[0].text in ("=", "-"):
        if len(body) > 1:
            raise EntryError(body[1].column, f"rien n'est attendu après {body[0].text}")
        return Entry("top", table) if body[0].text == "=" else Entry("none", table)
    return Entry("slip", table, _slip(body))


def _relocated(line: str, tokens: list[_Token]) -> list[_Token]:
    """Columns in the line as typed: the semicolons were spaced out."""
    found, at = [], 0
    for token in tokens:
        at = line.index(token.text, at)
        found.append(_Token(at + 1, token.text))
        at += len(token.text)
    return found


def _rest(tokens: list[_Token]) -> Entry:
    for token in tokens[1:]:
        if token.text != "reste" or token is not tokens[1]:
            raise EntryError(token.column, "seul « reste » est attendu après =")
    return Entry("rest")


def _slip(tokens: list[_Token]) -> Slip:
    flags: list[Flag] = []
    groups: list[list[_Token]] = [[]]
    for token in tokens:
        if token.text == ";":
            groups.append([])
        elif token.text.startswith("!"):
            flags.append(_flag(token))
        else:
            groups[-1].append(token)
    empty = [group for group in groups if not group]
    if empty and len(groups) > 1:
        separator = next(t for t in tokens if t.text == ";")
        raise EntryError(separator.column, "une solution est attendue de chaque côté de ;")
    solutions = [_solution(group) for group in groups if group]
    kept = tuple(dict.fromkeys(flags))
    if len(solutions) > 1:
        return Slip(solutions=tuple(solutions), flags=kept)
    only = solutions[0] if solutions else Slip()
    return Slip(
        word=only.word,
        direction=only.direction,
        reference=only.reference,
        grid=only.grid,
        score=only.score,
        flags=kept,
    )


def _flag(token: _Token) -> Flag:
    name = plain(token.text[1:]).lower()
    if name not in FLAGS:
        known = " ".join(f"!{n}" for n in FLAGS)
        raise EntryError(token.column, f"marque inconnue {token.text} (connues : {known})")
    return FLAGS[name]


def _solution(tokens: list[_Token]) -> Slip:
    """Reference, direction, word, score, in this order; only the word is required."""
    rest = list(tokens)
    reference = _take_reference(rest)
    direction = WAYS.get(rest[0].text) if rest else None
    if direction:
        rest.pop(0)
    if not rest:
        last = tokens[-1]
        raise EntryError(last.column + len(last.text), "le mot est attendu")
    short = rest.pop(0) if "/" in rest[0].text else None
    if not rest:
        raise EntryError(tokens[-1].column + len(tokens[-1].text), "le mot est attendu")
    word, links = _word(rest.pop(0))
    links |= _short_links(short, word) if short else {}
    score = _score(rest.pop(0)) if rest else None
    if rest:
        raise EntryError(rest[0].column, f"rien n'est attendu après le score ({rest[0].text})")
    way = direction or way_of(reference)
    grid = None
    if links:
        grid = draw(word, links, Direction(way or "down"))
    return Slip(
        word=word,
        direction=way or ("down" if links else None),
        reference=reference,
        grid=grid,
        score=score,
    )


def _take_reference(rest: list[_Token]) -> str | None:
    head = rest[0].text
    if head != ILLEGIBLE and not REFERENCE_LIKE.fullmatch(head.upper()):
        return None
    return rest.pop(0).text.upper()


def way_of(reference: str | None) -> Literal["across", "down"] | None:
    """The direction a reference says, None where it is not one."""
    try:
        direction = Reference.parse(reference or "").direction
    except NotAReferenceError:
        return None
    return "across" if direction is Direction.ACROSS else "down"


Links = dict[int, tuple[str, str]]


def _word(token: _Token) -> tuple[str, Links]:
    """The word as written and, by letter, the links on its left and on its right."""
    text = plain(token.text)
    word, links, at, count = "", {}, 0, 0
    while at < len(text):
        found = _PIECE.match(text, at)
        if not found:
            raise EntryError(token.column + at, f"signe inattendu dans le mot : {text[at]}")
        if found["links"] is not None:
            links[count] = _link(found["links"], token.column + at)
        else:
            word += found[0]
            count += 1
        at = found.end()
    if not any(c.isalpha() for c in word):
        raise EntryError(token.column, "le mot est attendu")
    if any(place >= count for place in links):
        raise EntryError(token.column + len(text), "une lettre du mot est attendue après ]")
    return word, links


def _link(text: str, column: int) -> tuple[str, str]:
    found = _LINKS.fullmatch(text)
    if not found or not text:
        raise EntryError(column, "un raccord s'écrit [MAI<], [>ON] ou [MAI<>ON]")
    return found[1] or "", found[2] or ""


def _short_links(token: _Token, word: str) -> Links:
    """``MAIS/`` or ``/SON``: the letter next to the bar is the word's, and comes there once."""
    found = _SHORT.fullmatch(plain(token.text))
    if not found:
        raise EntryError(token.column, "un raccord s'écrit MAIS/ ou /SON")
    crossed = found[1][-1] if found[1] else found[2][0]
    letters = [c for c in word if c not in "()"]
    if letters.count(crossed) != 1:
        count = "absente du mot" if crossed not in letters else "plusieurs fois dans le mot"
        raise EntryError(token.column, f"lettre {crossed} {count} : précisez, p. ex. [MAI<]")
    pair = (found[1][:-1], "") if found[1] else ("", found[2][1:])
    return {letters.index(crossed): pair}


def _score(token: _Token) -> int:
    if not _NUMBER.fullmatch(token.text):
        raise EntryError(token.column, f"le score est attendu, pas {token.text}")
    return int(token.text)


def draw(word: str, links: Links, direction: Direction) -> str:
    """The little grid: the word with its links, one line a row."""
    letters = [c for c in word if c not in "()"]
    left = max((len(before) for before, _ in links.values()), default=0)
    rows = []
    for place, letter in enumerate(letters):
        before, after = links.get(place, ("", ""))
        rows.append((before.rjust(left, ".") + letter + after).rstrip("."))
    if direction is Direction.DOWN:
        return "\n".join(rows)
    width = max(map(len, rows))
    padded = [row.ljust(width, ".") for row in rows]
    return "\n".join("".join(row[i] for row in padded).rstrip(".") for i in range(width))
