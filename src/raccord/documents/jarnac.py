"""The sheet of a game of Jarnac: the result, both mats, and the story turn by turn."""

from raccord.documents.values import Document


class JarnacMat(Document, frozen=True, kw_only=True):
    """Tapis d'un joueur at the end of a game."""

    name: str
    lines: tuple[str, ...]
    loose: str
    points: int
    jarnacs: int


class JarnacTurn(Document, frozen=True, kw_only=True):
    """Tour: what was done in it, and the points it left."""

    number: int
    name: str
    told: tuple[str, ...]
    points: tuple[int, int]


class JarnacSheet(Document, frozen=True, kw_only=True):
    """Feuille de partie of Jarnac; ``date`` is empty where it is not known."""

    title: str
    date: str
    formula: str
    lexicon: str
    headline: str
    cause: str
    basis: str
    mats: tuple[JarnacMat, JarnacMat]
    turns: tuple[JarnacTurn, ...]


class JarnacRankLine(Document, frozen=True, kw_only=True):
    """Ligne du classement of a tournament; ``note`` tells what broke a tie."""

    place: int
    name: str
    wins: int
    draws: int
    losses: int
    points: int
    against: int
    jarnacs: int
    note: str


class JarnacRanking(Document, frozen=True, kw_only=True):
    """Classement d'un tournoi de Jarnac."""

    title: str
    date: str
    system: str
    rounds: int
    planned: int
    final: bool
    lines: tuple[JarnacRankLine, ...]


class JarnacPairing(Document, frozen=True, kw_only=True):
    """Code d'un joueur, to cut out; ``modules`` are the rows of its QR code, ``table`` 0: none."""

    name: str
    code: str
    table: int
    modules: tuple[str, ...]


class JarnacPairings(Document, frozen=True, kw_only=True):
    """Appariements d'une ronde, and the codes of the players."""

    title: str
    round: int
    address: str
    pairs: tuple[tuple[int, str, str], ...]
    players: tuple[JarnacPairing, ...]
