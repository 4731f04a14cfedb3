"""The exceptions of the board library.

    BoardError (a ValueError)
    ├── NotAReferenceError
    ├── NotASquareError
    ├── NotABoardError
    ├── NotALayoutError
    ├── NotAMoveError
    ├── NotARackError
    ├── NotAPositionError
    └── NotGcgError

They are for callers who hand in something that is not what it claims to be. A move that is well
formed but against the rules is no exception: ``legality.faults`` describes it. ``str`` is for
developers, ``french`` for the person who typed the value.
"""

from raccord.errors import RaccordError
from raccord.quoting import quoted, shortened


class BoardError(RaccordError, ValueError):
    """Base of all errors of the board library; ``value`` is what was offered."""

    label = "not valid"
    expected = ""
    french_label = "saisie incorrecte"
    french_expected = ""

    def __init__(
        self, value: object, expected: str = "", french: str = "", line: int | None = None
    ) -> None:
        self.value = value
        self.line = line
        self.wanted = expected or self.expected
        self.french_wanted = french or self.french_expected
        where = "" if line is None else f"line {line}: "
        super().__init__(f"{self.label}: {where}{shortened(repr(value))} (expected {self.wanted})")

    @property
    def french(self) -> str:
        """One line in French: what was offered, what was expected."""
        where = "" if self.line is None else f", ligne {self.line}"
        offered = quoted(self.value)
        return f"{self.french_label}{where} : {offered} (attendu : {self.french_wanted})"


class NotAReferenceError(BoardError):
    """The text is not a reference."""

    label = "not a reference"
    expected = "e.g. 'H4' across or '4H' down"
    french_label = "référence incorrecte"
    french_expected = "par exemple H4 à l'horizontale ou 4H à la verticale"


class NotASquareError(BoardError):
    """The coordinates lie outside the grid."""

    label = "not a square"
    expected = "a row and a column from 0 to 14"
    french_label = "case hors de la grille"
    french_expected = "une ligne de A à O et une colonne de 1 à 15"


class NotABoardError(BoardError):
    """The text is not a board."""

    label = "not a board"
    expected = "15 lines of 15 characters: '.' empty, upper case a tile, lower case a joker"
    french_label = "grille incorrecte"
    french_expected = (
        "15 lignes de 15 caractères, un point par case vide, "
        "une majuscule par lettre, une minuscule par joker"
    )


class NotALayoutError(BoardError):
    """The text is not a layout."""

    label = "not a layout"
    expected = "225 marks among = - \" ' ."
    french_label = "cases multiplicatrices incorrectes"
    french_expected = "225 signes parmi = - \" ' ."


class NotAMoveError(BoardError):
    """The text is not a move."""

    label = "not a move"
    expected = "e.g. 'H4 MAISON' or '4H RET(I)NAS'"
    french_label = "coup incorrect"
    french_expected = "par exemple H4 MAISON ou 4H RET(I)NAS"


class NotARackError(BoardError):
    """The text is not a rack."""

    label = "not a rack"
    expected = "letters A to Z and '?' for a joker"
    french_label = "tirage incorrect"
    french_expected = "des lettres de A à Z, et « ? » pour un joker"


class NotAPositionError(BoardError):
    """The text is not a list of positions."""

    label = "not a position"
    expected = "a line 'pos NAME', 15 board lines, a line 'rack LETTERS'"
    french_label = "position incorrecte"
    french_expected = "une ligne « pos NOM », 15 lignes de grille, une ligne « rack LETTRES »"


class NotGcgError(BoardError):
    """The text is not a game in GCG."""

    label = "not GCG"
    expected = "lines such as '>name: RACK 8D WORD +12 12'"
    french_label = "partie GCG incorrecte"
    french_expected = "des lignes comme « >nom: TIRAGE 8D MOT +12 12 »"
