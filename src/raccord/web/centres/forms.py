"""What is typed on the pages of events with centres."""

from datetime import datetime
from typing import Annotated

import msgspec
from litestar.datastructures import UploadFile

from raccord.lexicon import Lexicon
from raccord.network.contest import commands as cmd
from raccord.network.errors import Refusal
from raccord.quoting import unturned
from raccord.regulation import DEFAULT_EDITION

Short = Annotated[str, msgspec.Meta(max_length=120)]
_DEGREES = "latitude et longitude en degrés, p. ex. 45,76 ; 4,84"


class EventForm(msgspec.Struct, frozen=True, kw_only=True):
    """A new event."""

    title: Short = ""
    edition: Short = DEFAULT_EDITION
    formula: Short = "classic"
    lexicon: Short = ""
    embargo: Short = ""
    centres: Annotated[str, msgspec.Meta(max_length=200_000)] = ""


class CentresForm(msgspec.Struct, frozen=True, kw_only=True):
    """Centres, one a line: name ; contact ; latitude ; longitude."""

    text: Annotated[str, msgspec.Meta(max_length=200_000)] = ""


class GameForm(msgspec.Struct, frozen=True, kw_only=True):
    """A prepared game and its slot."""

    title: Short = ""
    opens: Short = ""
    closes: Short = ""
    file: UploadFile | None = None


class LiveForm(msgspec.Struct, frozen=True, kw_only=True):
    """A game of this hall that centres follow live, and its slot."""

    game: Annotated[str, msgspec.Meta(max_length=20)] = ""
    title: Short = ""
    opens: Short = ""
    closes: Short = ""


class SlotForm(msgspec.Struct, frozen=True, kw_only=True):
    """The slot of one centre."""

    game: int
    opens: Short = ""
    closes: Short = ""


class MomentForm(msgspec.Struct, frozen=True):
    """A moment."""

    until: Short = ""


class TurnForm(msgspec.Struct, frozen=True):
    """A turn of a game."""

    game: int
    turn: int


class InstallForm(msgspec.Struct, frozen=True):
    """A laptop, and whether it goes on where the one before was lost."""

    install: Annotated[str, msgspec.Meta(max_length=40)]
    replaces: Short = ""


class DecisionForm(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of the event's commission."""

    centre: Annotated[str, msgspec.Meta(max_length=40)]
    game: int
    turn: int
    table: int
    points: str = ""
    reason: Annotated[str, msgspec.Meta(max_length=400)] = ""


class CommissionForm(msgspec.Struct, frozen=True):
    """Members, one a line: « Nom ; fonction ; centre »."""

    text: Annotated[str, msgspec.Meta(max_length=40_000)] = ""


class FileForm(msgspec.Struct, frozen=True, kw_only=True):
    """A file."""

    file: UploadFile | None = None

    async def content(self) -> bytes:
        """Its bytes."""
        found = await self.file.read() if self.file is not None else b""
        if not found:
            raise Refusal("choisissez d'abord un fichier")
        return found


class CodeForm(msgspec.Struct, frozen=True, kw_only=True):
    """A telephone code, and who was told it."""

    code: Short = ""
    who: Short = ""


def moment(text: str) -> int:
    """A moment as browsers send it, by the server's clock on the wall, in ms since 1970."""
    try:
        return round(datetime.fromisoformat(text.strip()).astimezone().timestamp() * 1000)
    except ValueError:
        raise Refusal(f"moment illisible : « {text} » (p. ex. 2027-03-06T14:00)") from None


def centres_of(text: str) -> list[cmd.AddCentre]:
    """The centres of a list; none if a line cannot be read."""
    found = []
    for number, line in enumerate(unturned(text).splitlines(), 1):
        if not line.strip():
            continue
        cells = [cell.strip() for cell in line.replace("\t", ";").split(";")]
        name, contact, *place = (*cells, "")
        degrees = [_degrees(cell, number) for cell in place[:2] if cell]
        if len(degrees) == 1:
            raise Refusal(f"ligne {number} : il manque la longitude ({_DEGREES})")
        wanted = {"name": name, "contact": contact}
        if degrees:
            wanted |= {"latitude": degrees[0], "longitude": degrees[1]}  # type: ignore[dict-item]
        try:
            found.append(msgspec.convert(wanted, cmd.AddCentre))
        except msgspec.ValidationError:
            raise Refusal(f"ligne {number} : lieu hors de la Terre ({_DEGREES})") from None
    return found


def _degrees(text: str, line: int) -> float:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        raise Refusal(f"ligne {line} : lieu illisible ({_DEGREES})") from None


def opening(form: EventForm, lexicon: Lexicon, formula: object) -> cmd.Open:
    """The event a form asks for."""
    wanted = {
        "title": form.title,
        "lexicon": lexicon.name,
        "lexicon_digest": lexicon.digest,
        "edition": form.edition,
        "embargo": moment(form.embargo),
    }
    found = msgspec.convert(wanted, cmd.Open)
    return msgspec.structs.replace(found, formula=formula)
