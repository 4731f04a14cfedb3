"""Link letters on a marker's line: beside a letter of the word, or the whole little grid.

``REPO[MAI<>ON]SER`` and ``MAIS/ REPOSER`` say the letters straight beside the word; ``:3ENTE/INES``
says any grid, row after row, a number for so many blanks.
"""

import re

from raccord.board import Direction, plain
from raccord.regulation.marking.entry_tokens import EntryError, Token
from raccord.regulation.marking.sketch import GAP, LARGEST
from raccord.regulation.slip import Slip

Links = dict[int, tuple[str, str]]
"""By letter of the word, the links before it and after it."""
GRID = ":"
_ROW = "/"
_PIECE = re.compile(r"\([A-Z]\)|\[(?P<links>[A-Z.]*<?>?[A-Z.]*)\]|[A-Z.]")
_LINKS = re.compile(r"(?:([A-Z.]*[A-Z][A-Z.]*)<)?(?:>([A-Z.]*[A-Z][A-Z.]*))?")
_SHORT = re.compile(r"([A-Z.]+[A-Z])/|/([A-Z][A-Z.]+)")
_CELLS = re.compile(r"(?P<blanks>\d{1,2})|\([A-Z]\)|[A-Z./]")
_BLANKS = re.compile(r"\.{2,}")


def linked_word(token: Token) -> tuple[str, Links]:
    """The word as written and, by letter, the links before and after it."""
    text = plain(token.text)
    word, links, at, count = "", {}, 0, 0
    while at < len(text):
        found = _PIECE.match(text, at)
        if not found:
            raise EntryError(token.column + at, f"signe inattendu dans le mot : {text[at]}")
        if found["links"] is not None:
            links[count] = _pair(found["links"], token.column + at)
        else:
            word += found[0]
            count += 1
        at = found.end()
    if not any(c.isalpha() for c in word):
        raise EntryError(token.column, "le mot est attendu")
    if any(place >= count for place in links):
        raise EntryError(token.column + len(text), "une lettre du mot est attendue après ]")
    return word, links


def _pair(text: str, column: int) -> tuple[str, str]:
    found = _LINKS.fullmatch(text)
    if not found or not text:
        raise EntryError(column, "un raccord s'écrit [MAI<], [>ON] ou [MAI<>ON]")
    # Blanks on the outer side say nothing: one slip, one line.
    return (found[1] or "").lstrip(GAP), (found[2] or "").rstrip(GAP)


def short_links(token: Token, word: str) -> Links:
    """``MAIS/`` or ``/SON``: the letter next to the bar is the word's, and comes there once."""
    found = _SHORT.fullmatch(plain(token.text))
    before, after = (found[1] or "", found[2] or "") if found else ("", "")
    pair = before[:-1].lstrip(GAP), after[1:].rstrip(GAP)
    if not any(pair):
        raise EntryError(token.column, "un raccord s'écrit MAIS/ ou /SON")
    crossed = before[-1:] or after[:1]
    letters = [c for c in word if c not in "()"]
    # Twice there would be two slips for one line: the marker is asked, nothing is guessed.
    if letters.count(crossed) != 1:
        count = "absente du mot" if crossed not in letters else "plusieurs fois dans le mot"
        raise EntryError(token.column, f"lettre {crossed} {count} : précisez, p. ex. [MAI<]")
    return {letters.index(crossed): pair}


def draw(word: str, links: Links, direction: Direction) -> str:
    """The little grid: the word with its links, one line a row."""
    letters = [c for c in word if c not in "()"]
    left = max((len(before) for before, _ in links.values()), default=0)
    rows = []
    for place, letter in enumerate(letters):
        before, after = links.get(place, ("", ""))
        rows.append((before.rjust(left, GAP) + letter + after).rstrip(GAP))
    if direction is Direction.DOWN:
        return "\n".join(rows)
    return "\n".join(row.rstrip(GAP) for row in _turned(rows))


def _turned(rows: list[str]) -> list[str]:
    width = max(map(len, rows), default=0)
    padded = [row.ljust(width, GAP) for row in rows]
    return ["".join(row[i] for row in padded) for i in range(width)]


def links_of(slip: Slip) -> Links:
    """The links drawn straight beside the letters of the word; others have no short form."""
    if not slip.grid or not slip.direction:
        return {}
    rows = slip.grid.splitlines()
    if slip.direction == "across":
        rows = _turned(rows)
    letters = [c for c in slip.word if c not in "()"]
    width = max(map(len, rows), default=0)
    # The gaps of a word are drawn as nothing at the end of a line.
    rows = [row.ljust(width, GAP) for row in rows + [""] * (len(letters) - len(rows))]
    for column in range(width):
        if [row[column : column + 1] for row in rows] == letters:
            sides = ((row[:column].lstrip(GAP), row[column + 1 :].rstrip(GAP)) for row in rows)
            return {i: pair for i, pair in enumerate(sides) if any(pair)}
    return {}


def format_linked(word: str, links: Links) -> str:
    """The word with its links in brackets."""
    pieces = re.findall(r"\([A-Z]\)|[A-Z.]", word)
    return "".join(_format_pair(links.get(i)) + piece for i, piece in enumerate(pieces))


def _format_pair(pair: tuple[str, str] | None) -> str:
    if not pair:
        return ""
    before, after = pair
    return "[" + (f"{before}<" if before else "") + (f">{after}" if after else "") + "]"


def parse_grid(token: Token) -> str:
    """``:3ENTE/INES``: the little grid, one line a row, ``.`` blank."""
    text, at, grid = plain(token.text), len(GRID), ""
    while at < len(text):
        found = _CELLS.match(text, at)
        if not found:
            raise EntryError(token.column + at, f"signe inattendu dans le quadrillage : {text[at]}")
        grid += GAP * int(found["blanks"]) if found["blanks"] else found[0]
        at = found.end()
    rows = grid.split(_ROW)
    if not any(c.isalpha() for c in grid):
        raise EntryError(token.column, "des lettres sont attendues, p. ex. :3ENTE/INES")
    if len(rows) > LARGEST or max(map(len, rows)) > LARGEST:
        raise EntryError(token.column, f"{LARGEST} rangées et colonnes au plus")
    return "\n".join(rows)


def format_grid(grid: str) -> str:
    """The grid on a line; whatever is no letter is blank."""
    rows = _ROW.join(map(_format_row, grid.split("\n")))
    return GRID + _BLANKS.sub(lambda blanks: str(len(blanks[0])), rows)


def _format_row(row: str) -> str:
    """Every circled letter in its own parentheses."""
    cells, circled = "", False
    for mark in plain(row):
        if mark in "()":
            circled = mark == "("
        elif "A" <= mark <= "Z":
            cells += f"({mark})" if circled else mark
        else:
            cells += GAP
    return cells
