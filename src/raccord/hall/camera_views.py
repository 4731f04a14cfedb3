"""What is told of a photograph: each slip's likeliest readings with the rulings they would get."""

from collections.abc import Iterable

from raccord.documents.slip_forms import BOXES, HEIGHT, WIDTH
from raccord.hall.camera import TakenPicture, TakenSlip
from raccord.hall.games import Game
from raccord.hall.marks import Marks
from raccord.hall.shapes import RulingView, SlipView, View
from raccord.hall.views import ruling_view, slip_view
from raccord.regulation import Sanction, Slip
from raccord.regulation.marking import Entry, format_entry

TOLD = 3
"""Readings shown of a slip."""
PLAIN = 0.995
_BOXES = {box.name: box for box in BOXES}
_PARTIAL = "un bulletin n'est pas entier : montrez au moins trois de ses repères"
_NOTHING = "aucun bulletin reconnu sur cette photo"


class BoxView(View, frozen=True):
    """Case d'un bulletin, in millimetres of its photograph."""

    x: float
    y: float
    width: float
    height: float


class ReadSlipView(View, frozen=True, kw_only=True):
    """Lecture possible: the slip and its line, its probability, its ruling.

    ``differs`` are the cells that read otherwise when nothing is known of the game.
    """

    line: str
    slip: SlipView
    probability: float
    ruling: RulingView
    differs: tuple[BoxView, ...]


class TakenSlipView(View, frozen=True, kw_only=True):
    """Bulletin photographié: read, or refused in one line; ``known`` to whoever asks already."""

    table: int
    picture: str = ""
    readings: tuple[ReadSlipView, ...] = ()
    free: str = ""
    """What the cells say when nothing is known of the game."""
    plain: bool = False
    recorded: bool = False
    known: bool = False
    message: str = ""


class PictureView(View, frozen=True, kw_only=True):
    """Photographie lue; ``width`` and ``height`` of a slip in millimetres."""

    slips: tuple[TakenSlipView, ...]
    message: str = ""
    partial: bool = False
    """Whether a slip is there of which too few marks are seen."""
    width: float = WIDTH
    height: float = HEIGHT


def is_plain(taken: TakenSlip) -> bool:
    """Whether a reading may be recorded unconfirmed: the move claimed is legal, no cell differs."""
    if taken.reading is None or not taken.table:
        return False
    best, reading = taken.reading.best, taken.reading
    clean = not best.differs and not reading.struck
    return clean and best.legal and best.probability >= PLAIN


async def picture_view(marks: Marks, game: Game, turn: int, taken: TakenPicture) -> PictureView:
    """A photograph with all its slips."""
    slips = [await taken_view(marks, game, turn, one) for one in taken.slips]
    message = _PARTIAL if taken.partial else "" if slips else _NOTHING
    return PictureView(slips=tuple(slips), message=message, partial=bool(taken.partial))


async def taken_view(marks: Marks, game: Game, turn: int, taken: TakenSlip) -> TakenSlipView:
    """A slip and its likeliest readings."""
    if taken.reading is None or taken.picture is None:
        return TakenSlipView(table=taken.table, known=taken.known, message=taken.refused)
    readings = [
        ReadSlipView(
            line=line_of(taken.table, one.slip),
            slip=slip_view(one.slip),
            probability=round(one.probability, 4),
            ruling=ruling_view(await marks.preview(game, one.slip, turn)),
            differs=tuple(_boxes((*one.differs, *taken.reading.struck))),
        )
        for one in taken.reading.candidates[:TOLD]
    ]
    return TakenSlipView(
        table=taken.table,
        picture=taken.picture.digest,
        readings=tuple(readings),
        free=line_of(taken.table, taken.reading.free),
        plain=is_plain(taken) and readings[0].ruling.sanction == Sanction.NONE.value,
    )


def line_of(table: int, slip: Slip) -> str:
    """The line that says a slip; without its number where the table is not known."""
    text = format_entry(Entry("slip", table or 1, slip))
    return text if table else text.partition(" ")[2]


def _boxes(places: Iterable[tuple[str, int, int]]) -> Iterable[BoxView]:
    for name, row, column in places:
        box = _BOXES[name]
        x, y = box.x + column * box.cell_width, box.y + row * box.cell_height
        yield BoxView(x, y, box.cell_width, box.cell_height)
