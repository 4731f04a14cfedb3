"""Documents as PDF: typst templates of this package, the document passed to them as data.

Nothing of a document is ever written into a template's text, so a name cannot be read as markup.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any, TypeVar

import msgspec

from raccord.documents.certificates import Certificates
from raccord.documents.french import day
from raccord.documents.jarnac import JarnacPairings, JarnacRanking, JarnacSheet
from raccord.documents.marking import MarkingSheet
from raccord.documents.minutes import Dossier, Minutes
from raccord.documents.road_forms import RoadForms
from raccord.documents.rolls import Rolls
from raccord.documents.slip_forms import PER_PAGE, SlipForms
from raccord.documents.table_codes import TableCodes
from raccord.documents.typography import typography
from raccord.documents.values import (
    Document,
    GameSheet,
    Heading,
    Notes,
    Ranking,
    RoadSheet,
)
from raccord.documents.world import WorldRanking
from raccord.regulation.editions import edition, named

BATCH = 12
"""Sheets set in one go: typst holds all that it tries in memory, for a road sheet about 30 MB."""
_RUNS_KEPT = 10
"""How many runs typst remembers the layouts of, of whatever document they were."""
_SETTING = BoundedSemaphore(2)
"""Documents set at the same time, whoever asks for them: each takes its memory."""
_T = TypeVar("_T")
TEMPLATES = Path(__file__).parent / "templates"
_NAMES: dict[type[Document], str] = {
    Ranking: "ranking",
    RoadSheet: "road",
    Notes: "notes",
    GameSheet: "game",
    MarkingSheet: "marking",
    SlipForms: "slips",
    RoadForms: "roadforms",
    TableCodes: "codes",
    Minutes: "minutes",
    Rolls: "rolls",
    Certificates: "certificates",
    Dossier: "dossier",
    WorldRanking: "world",
    JarnacSheet: "jarnac",
    JarnacRanking: "jarnacranking",
    JarnacPairings: "jarnacpairings",
}
_OF_SEVERAL: dict[type[Document], str] = {GameSheet: "games"}
"""Templates for several documents of a kind, where those of one do not serve."""


def to_pdf(document: Document | Sequence[Document]) -> bytes:
    """A document as an A4 PDF; several of a kind make one file: road sheets two to a page, games
    in columns. Takes a moment: use a thread."""
    sheets = [document] if isinstance(document, Document) else list(document)
    kind = type(sheets[0])
    names = _NAMES | (_OF_SEVERAL if len(sheets) > 1 else {})
    template = TEMPLATES / f"{names[kind]}.typ"
    many = "yes" if len(sheets) > 1 else "no"
    parts = []
    for batch in _batches(sheets):
        parts.append(typeset(template, [_printable(s) for s in batch], many=many))
    return bound(parts)


def _batches(sheets: Sequence[Document]) -> Iterator[Sequence[Document]]:
    """What is set in one go: so many sheets, or so many pages of slips."""
    if len(sheets) == 1 and isinstance(sheets[0], SlipForms):
        for slips in _chunks(sheets[0].slips, PER_PAGE * BATCH):
            yield [msgspec.structs.replace(sheets[0], slips=slips)]
    else:
        yield from _chunks(sheets, BATCH)


def _chunks(things: Sequence[_T], size: int) -> Iterator[Sequence[_T]]:
    for start in range(0, len(things), size):
        yield things[start : start + size]


def bound(parts: Sequence[bytes]) -> bytes:
    """Several PDF files as one."""
    if len(parts) == 1:
        return parts[0]
    from pypdf import PdfWriter  # a sheet as CSV or JSON needs neither of the two

    writer = PdfWriter()
    for part in parts:
        writer.append(BytesIO(part), import_outline=False)
    # Each part brought the same fonts along.
    writer.compress_identical_objects()
    whole = BytesIO()
    writer.write(whole)
    return whole.getvalue()


def typeset(template: Path, data: object, **inputs: str) -> bytes:
    """Compile a template, which finds ``data`` as JSON in ``sys.inputs.data``."""
    with _SETTING:
        try:
            return _compiled(template, data, inputs)
        finally:
            _let_go()


def _compiled(template: Path, data: object, inputs: Mapping[str, str]) -> bytes:
    import typst

    found = typst.compile(
        template,
        root=template.parent,
        format="pdf",
        sys_inputs={"data": json.dumps(data, ensure_ascii=False), **inputs},
    )
    assert isinstance(found, bytes)
    return found


def _let_go() -> None:
    """Have typst forget what it has laid out; it takes 20 ms.

    A thousand road sheets would fill 20 GB, and the sheets of twelve games of a club filled 5.
    """
    import typst

    for _ in range(_RUNS_KEPT):
        typst.compile(b"-", format="svg", ignore_system_fonts=True)


def _printable(sheet: Document) -> dict[str, Any]:
    found: dict[str, Any] = _set(msgspec.to_builtins(sheet))
    heading: Heading | None = getattr(sheet, "heading", None)
    if heading:
        found["heading"]["date"] = day(heading.at)
        found["heading"]["edition"] = typography(named(edition(heading.edition)))
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
