"""The codes of the tables, each with its QR code, in even cells to cut and lay on the tables."""

from raccord.documents.values import Document


class TableCode(Document, frozen=True, kw_only=True):
    """Code d'une table: ``modules`` are the rows of its QR code, ``1`` black."""

    table: int
    players: tuple[str, ...]
    pin: str
    modules: tuple[str, ...]


class TableCodes(Document, frozen=True, kw_only=True):
    """Codes des tables of a game, and the address where they are typed."""

    title: str
    code: str
    address: str
    codes: tuple[TableCode, ...]
