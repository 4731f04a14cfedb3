"""What a person or a program chooses before a game alone, and how a game is begun."""

from typing import Annotated

import msgspec
from litestar.datastructures import UploadFile
from msgspec.structs import replace

from raccord.duplicate.alone import Step, sources
from raccord.duplicate.alone.sources import NOTHING, Source
from raccord.duplicate.rules import formulas
from raccord.hall.alone import SoloGames
from raccord.hall.alone.service import Choice, command_of
from raccord.regulation import DEFAULT_EDITION, EditionId
from raccord.web.errors import WebError
from raccord.web.page import Page
from raccord.web.workshop import heavy

RACKS = {"classic": "7 lettres", "7sur8": "7 sur 8", "7et8": "7 et 8", "7-8-9": "7, 8 et 9"}
MODES = {
    "normal": ("Tour par tour", "un mot par coup"),
    "topping": ("Topping", "trouver chaque top, le plus vite possible"),
    "multitops": ("Multitops", "deux solutions différentes par coup"),
    "multitops3": ("Multitops à trois", "trois solutions différentes par coup"),
}
TIMES = {"": "Selon la formule", "0": "Sans limite", "180": "3 min", "120": "2 min", "60": "1 min"}
PRESETS = {
    "classic": ("Partie classique", "3 minutes par coup"),
    "semi-rapide": ("Semi-rapide", "2 minutes par coup"),
    "blitz": ("Blitz", "1 minute par coup"),
    "topping": ("Topping", "le top, le plus vite possible"),
}
EXAMPLE = "example"
EXAMPLE_STEPS = (Step("EEILMRU", "H2 LUMIERE"),)
"""One turn everybody finds something in; whatever the list thinks of it."""
MOST_SEED = 2**53
GAME_FILE = 240_000
"""The file of a game: a record of 20 tables, or of any number without their slips."""


class BeginBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a program chooses: a formula by its name, an edition, and where draws come from.

    ``checks``: words may be looked up before handing in; ``competition``: nothing is given away.
    """

    formula: Annotated[str, msgspec.Meta(max_length=80)] = "classic"
    edition: EditionId = DEFAULT_EDITION
    lexicon: Annotated[str, msgspec.Meta(max_length=60)] = ""
    seed: Annotated[int, msgspec.Meta(ge=0, le=MOST_SEED)] | None = None
    record: Annotated[str, msgspec.Meta(max_length=GAME_FILE)] = ""
    checks: bool = True
    competition: bool = False


class BeginForm(msgspec.Struct, frozen=True, kw_only=True):
    """What a person chooses on the page."""

    preset: str = ""
    rack: str = "classic"
    joker: str = ""
    mode: str = "normal"
    time: str = ""
    help: str = "checks"
    edition: EditionId = DEFAULT_EDITION
    lexicon: str = ""
    source: str = "random"
    seed: str = ""
    record: UploadFile | None = None


def games_of(page: Page) -> SoloGames:
    """The solo games of this server."""
    return page.services.get(SoloGames)


async def begin_solo(
    page: Page, choice: Choice, lexicon: str = "", source: Source = NOTHING
) -> str:
    """Begin a game for this visitor; returns its name."""
    words = page.services.lexicon_named(lexicon)
    command = command_of(choice, at=page.services.now_ms(), source=source)
    name = await games_of(page).begin(command, words)
    page.session.grant(f"solo:{name}", "player")
    return name


async def begin_from_body(page: Page, data: BeginBody) -> str:
    """Begin what a program asks for."""
    source = await read_source(page, data.record, data.lexicon, data.edition)
    choice = Choice(
        formula=formulas.parse(data.formula),
        edition=data.edition,
        seed=data.seed,
        timed="@" in data.formula or "solitaire" in data.formula,
        checks=data.checks,
        competition=data.competition,
    )
    return await begin_solo(page, choice, data.lexicon, source)


async def begin_from_choices(page: Page, data: BeginForm) -> str:
    """Begin what a person has chosen."""
    if data.preset == EXAMPLE:
        return await begin_example(page)
    if data.preset in PRESETS:
        return await begin_solo(page, _choice(data, data.preset), data.lexicon)
    text = await _uploaded(data)
    source = await read_source(page, text, data.lexicon, data.edition)
    choice = replace(_choice(data, formula_named(data)), seed=_seed(data), timed=bool(data.time))
    return await begin_solo(page, choice, data.lexicon, source)


def _choice(data: BeginForm, formula: str) -> Choice:
    """What every button of the form takes from it; a preset brings its own formula and time."""
    return Choice(
        formula=formulas.parse(formula),
        edition=data.edition,
        checks=data.help == "checks",
        competition=data.help == "competition",
    )


async def begin_example(page: Page) -> str:
    """The turn of a first visit: no clock, one draw."""
    choice = Choice(formula=formulas.parse("solitaire"), timed=True, contest=EXAMPLE)
    return await begin_solo(page, choice, source=Source(EXAMPLE_STEPS, None, DEFAULT_EDITION))


async def read_source(page: Page, text: str, lexicon: str, edition: EditionId) -> Source:
    """The game of a file, read off the loop; nothing where there is no file."""
    if not text:
        return NOTHING
    return await heavy(page, sources.read, text, page.services.lexicon_named(lexicon), edition)


async def _uploaded(data: BeginForm) -> str:
    if data.source != "record":
        return ""
    raw = await data.record.read() if data.record else b""
    if not raw.strip():
        raise WebError(400, "Choisissez le fichier d'une partie (JSON, GCG ou table de club).")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        # Clubs' tables often come out of old programs.
        return raw.decode("cp1252", "replace")


def formula_named(data: BeginForm) -> str:
    """The formula of the choices, by its name."""
    parts = [data.rack if data.rack in RACKS else "classic"]
    parts += ["joker"] if data.joker else []
    parts += [data.mode] if data.mode in MODES and data.mode != "normal" else []
    if data.time == "0":
        return "+".join([*parts, "solitaire"])
    return "+".join(parts) + (f"@{data.time}" if data.time else "")


def _seed(data: BeginForm) -> int | None:
    if data.source != "seed":
        return None
    if not (data.seed.isascii() and data.seed.isdigit() and len(data.seed) < 16):
        raise WebError(400, "Le numéro d'une partie est un nombre entier.", expected="1234")
    return int(data.seed)
