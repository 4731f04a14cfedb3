"""Documents as PDF: typst templates of this package, the document passed to them as data.

Nothing of a document is ever written into a template's text, so a name cannot be read as markup.
"""

import json
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import typst
from pypdf import PdfWriter

from raccord.documents.french import day
from raccord.documents.typography import typography
from raccord.documents.values import (
    Document,
    GameSheet,
    Heading,
    Notes,
    Ranking,
    RoadSheet,
)

BATCH = 40
"""Road sheets set in one go: typst holds all pages of a file in memory, about 2 MB each."""
TEMPLATES = Path(__file__).parent / "templates"
_NAMES: dict[type[Document], str] = {
    Ranking: "ranking",
    RoadSheet: "road",
    Notes: "notes",
    GameSheet: "game",
}


def to_pdf(document: Document | Sequence[RoadSheet]) -> bytes:
    """A document as an A4 PDF; several road sheets make one file. Takes a moment: use a thread."""
    sheets = [document] if isinstance(document, Document) else list(document)
    template = TEMPLATES / f"{_NAMES[type(sheets[0])]}.typ"
    batches = [sheets[i : i + BATCH] for i in range(0, len(sheets), BATCH)]
    return bound([typeset(template, [_printable(s) for s in batch]) for batch in batches])


def bound(parts: Sequence[bytes]) -> bytes:
    """Several PDF files as one."""
    if len(parts) == 1:
        return parts[0]
    writer = PdfWriter()
    for part in parts:
        writer.append(BytesIO(part), import_outline=False)
    # Each part brought the same fonts along.
    writer.compress_identical_objects()
    whole = BytesIO()
    writer.write(whole)
    return whole.getvalue()


def typeset(template: Path, data: object) -> bytes:
    """Compile a template, which finds ``data`` as JSON in ``sys.inputs.data``."""
    found = typst.compile(
        template,
        root=template.parent,
        format="pdf",
        sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
    )
    assert isinstance(found, bytes)
    return found


def _printable(sheet: Document) -> dict[str, Any]:
    heading: Heading = sheet.heading  # type: ignore[attr-defined]
    found: dict[str, Any] = _set(msgspec.to_builtins(sheet))
    found["heading"]["date"] = day(heading.at)
    return found


def _set(value: Any) -> Any:
    """Every text with French spaces and apostrophes."""
    if isinstance(value, str):
        return typography(value)
    if isinstance(value, dict):
        return {key: _set(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_set(part) for part in value]
    return value
