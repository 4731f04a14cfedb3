"""Office files: spreadsheets read to rows of text, rows written to spreadsheets.

A text file is UTF-8, or else what Windows wrote before; cells are told apart by ``;``, ``,`` or
tabs. Numbers come back as they are shown: 12, not 12.0.
"""

import io
from collections.abc import Iterable, Sequence

from raccord.documents import workbook
from raccord.tournament import PeopleError, rows_of
from raccord.tournament.columns import Row

Cell = str | int | float | None
_ZIP = b"PK\x03\x04"
_MOST_ROWS = 20_000


def read_rows(content: bytes) -> list[Row]:
    """The rows of a CSV, TSV, XLSX or ODS file that hold something."""
    if content.startswith(_ZIP):
        return _read_sheet(content)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", errors="replace")
    return list(rows_of(text))


def _read_sheet(content: bytes) -> list[Row]:
    try:
        found = workbook.read(content, _MOST_ROWS)
    except workbook.UnreadableError as error:
        raise PeopleError(["Ce classeur est illisible (attendu : XLSX ou ODS)."]) from error
    rows = ((number, tuple(map(_text, cells))) for number, cells in enumerate(found, 1))
    return [row for row in rows if any(row[1])]


def _text(cell: object) -> str:
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return " ".join(str(cell).split())


def to_xlsx(rows: Iterable[Sequence[Cell]], title: str) -> bytes:
    """Rows as an XLSX workbook of one sheet."""
    import xlsxwriter  # type: ignore[import-untyped]

    file = io.BytesIO()
    # No text is ever a formula or a link, whatever it begins with.
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    book = xlsxwriter.Workbook(file, options)
    sheet = book.add_worksheet(_sheet_name(title))
    for number, row in enumerate(rows):
        sheet.write_row(number, 0, ["" if cell is None else cell for cell in row])
    book.close()
    return file.getvalue()


def to_ods(rows: Iterable[Sequence[Cell]], title: str) -> bytes:
    """Rows as an ODS workbook of one sheet."""
    from odfdo import Document, Table
    from odfdo import Row as OdsRow

    document = Document("spreadsheet")
    table = Table(_sheet_name(title))
    for row in rows:
        line = OdsRow()
        line.set_values(["" if cell is None else cell for cell in row])
        table.append_row(line)
    document.body.clear()
    document.body.append(table)
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def _sheet_name(title: str) -> str:
    """A name that both formats take: no more than 31 characters, none of those they forbid."""
    plain = "".join(" " if c in "[]:*?/\\'" else c for c in title)
    return " ".join(plain.split())[:31].strip() or "Feuille"
