"""The pieces of a marker's line, with their columns."""

import re
from dataclasses import dataclass

from raccord.errors import RaccordError

SOLUTIONS = ";"
WHOLE = ";;"
QUOTE = '"'
# A lone quote is a token too, so that it can be refused with its column.
_TOKEN = re.compile(r'"(?:[^"]|"")*"|;;|;|[^\s;"]+|"')


class EntryError(RaccordError, ValueError):
    """A line that cannot be read: the column (from 1) and what was expected, in French."""

    def __init__(self, column: int, expected: str) -> None:
        self.column, self.expected = column, expected
        super().__init__(f"colonne {column} : {expected}")


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the line; ``text`` as typed, quotes included."""

    column: int
    text: str

    @property
    def end(self) -> int:
        """The column after it."""
        return self.column + len(self.text)

    @property
    def verbatim(self) -> str | None:
        """What stands between quotes, as it was written; None without quotes."""
        if not self.text.startswith(QUOTE):
            return None
        return self.text[1:-1].replace(QUOTE * 2, QUOTE)


def tokens(line: str) -> list[Token]:
    """The pieces of a line: words, quoted texts, semicolons."""
    found = [Token(m.start() + 1, m[0]) for m in _TOKEN.finditer(line)]
    for token in found:
        if token.text == QUOTE:
            raise EntryError(token.column, f"le second {QUOTE} est attendu")
    return found


def quoted(text: str) -> str:
    """A text that is read back as it is."""
    return QUOTE + text.replace(QUOTE, QUOTE * 2) + QUOTE


def split(found: list[Token], mark: str) -> list[list[Token]]:
    """The tokens between the marks."""
    groups: list[list[Token]] = [[]]
    for token in found:
        if token.text == mark:
            groups.append([])
        else:
            groups[-1].append(token)
    return groups
