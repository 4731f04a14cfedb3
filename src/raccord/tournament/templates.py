"""Templates of competitions: some for everybody, and an organiser's own.

A template is a name and the terms it opens a competition with: games, formulas, times, edition,
solos, rounds with cuts, ties, tables. His own are a stream of events; as a file one is JSON.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, TypeVar

import msgspec

from raccord.decoding import MALFORMED, in_french, locate
from raccord.duplicate.errors import DuplicateError
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.paces import parse_pace
from raccord.duplicate.rules.solos import check_own
from raccord.quoting import each_on_one_line, one_line
from raccord.regulation.editions import EDITIONS
from raccord.tournament.errors import Refusal, TournamentError
from raccord.tournament.events import Terms
from raccord.tournament.plan import PlannedCut, PlannedGame, Round, Seating

SCHEMA = "raccord.template"
VERSION = 1
MOST_TEMPLATES = 100
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


T = TypeVar("T", bound=msgspec.Struct)


class Template(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Modèle de compétition."""

    name: Name
    terms: Terms


class _File(msgspec.Struct, frozen=True, kw_only=True):
    """A template as a file."""

    schema: str = SCHEMA
    version: int = VERSION
    template: Template


class TemplateEvent(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event"
):
    """Base of what happens to the templates."""

    at: int = 0


class TemplateSaved(TemplateEvent, frozen=True, tag="template-saved"):
    """Modèle enregistré; a later one of the same name takes its place."""

    template: Template


class TemplateRemoved(TemplateEvent, frozen=True, tag="template-removed"):
    """Modèle retiré."""

    name: str


AnyTemplateEvent = TemplateSaved | TemplateRemoved
Templates = Mapping[str, Template]


def evolve_templates(state: Templates | None, event: TemplateEvent) -> Templates:
    """The templates after one more fact."""
    known = dict(state or {})
    if isinstance(event, TemplateSaved):
        return {**known, event.template.name: event.template}
    assert isinstance(event, TemplateRemoved)
    known.pop(event.name, None)
    return known


def saving(state: Templates, template: Template, at: int = 0) -> Sequence[TemplateEvent]:
    """The fact of a template kept, or a refusal."""
    name = one_line(template.name)
    if not name:
        raise Refusal("un modèle a un nom")
    if name in BUILT_IN:
        raise Refusal(f"« {name} » est un modèle de Raccord : donnez un autre nom")
    if name not in state and len(state) >= MOST_TEMPLATES:
        raise Refusal(f"{MOST_TEMPLATES} modèles au plus : retirez-en un")
    check_plan(template.terms)
    kept = legible(template)
    return () if state.get(name) == kept else (TemplateSaved(at=at, template=kept),)


def removing(state: Templates, name: str, at: int = 0) -> Sequence[TemplateEvent]:
    """The fact of a template taken away, or a refusal."""
    if name not in state:
        raise Refusal(f"il n'y a pas de modèle « {name} » à vous")
    return (TemplateRemoved(at=at, name=name),)


def legible(value: T) -> T:
    """Each text of a template or of terms on one line, or a refusal where nothing is left of it."""
    try:
        return each_on_one_line(value)
    except msgspec.ValidationError:
        raise Refusal("un nom du modèle n'a rien qui se lise") from None


def check_plan(terms: Terms) -> None:
    """Refuse a plan with a game that nobody could open."""
    for number, game in enumerate((game for part in terms.plan for game in part.games), 1):
        try:
            formulas.parse(game.formula)
            if game.time.strip():
                parse_pace(game.time)
            check_own(EDITIONS[game.edition], game.solo)
        except DuplicateError as error:
            raise Refusal(f"partie {number} du plan : {error}") from error


def dumps(template: Template) -> bytes:
    """A template as a file."""
    return msgspec.json.format(msgspec.json.encode(_File(template=template)), indent=1) + b"\n"


def loads(text: str | bytes) -> Template:
    """Read a template; ``TournamentError`` says what is wrong and where."""
    try:
        head = msgspec.json.decode(text)
    except MALFORMED as error:
        raise TournamentError(f"ce n'est pas du JSON : {locate(error)}") from error
    if not isinstance(head, dict) or head.get("schema") != SCHEMA:
        raise TournamentError(f"ce n'est pas un modèle (attendu : « {SCHEMA} »)")
    if head.get("version") != VERSION:
        raise TournamentError(f"version inconnue : ce programme lit la version {VERSION}")
    try:
        return msgspec.convert(head, _File).template
    except (msgspec.ValidationError, ValueError) as error:
        raise TournamentError(f"modèle illisible : {in_french(error)}") from error


def _games(count: int, **game: str) -> tuple[PlannedGame, ...]:
    return (PlannedGame(**game),) * count  # type: ignore[arg-type]


_SEMI = PlannedGame(formula="semi-rapide", title="Semi-rapide")
BUILT_IN: dict[str, Template] = {
    template.name: template
    for template in (
        Template(name="Soirée de club : 1 partie", terms=Terms(plan=(Round(games=_games(1)),))),
        Template(
            name="Après-midi : 2 parties",
            terms=Terms(plan=(Round(games=_games(2)),), ties=("last-game", "tops")),
        ),
        Template(
            name="Tournoi : 3 parties",
            terms=Terms(plan=(Round(games=_games(3)),), ties=("last-game", "tops", "solos")),
        ),
        Template(
            name="Week-end : 5 parties",
            terms=Terms(
                plan=(Round(games=_games(5)),),
                ties=("last-game", "last-turn", "sudden-death"),
                seating=Seating(by="draw", redraw=True),
            ),
        ),
        Template(
            name="Championnat : 4 parties, coupe, 2 parties",
            terms=Terms(
                plan=(Round(games=_games(4), cut=PlannedCut(first=20)), Round(games=_games(2))),
                ties=("last-game", "tops", "sudden-death"),
            ),
        ),
        Template(
            name="Parties originales : joker, 7 sur 8, semi-rapide",
            terms=Terms(
                by="percentage",
                plan=(
                    Round(
                        games=(
                            PlannedGame(formula="joker", title="Joker"),
                            PlannedGame(formula="7sur8", title="7 sur 8"),
                            _SEMI,
                        )
                    ),
                ),
            ),
        ),
        Template(
            name="Blitz : 4 parties d'une minute",
            terms=Terms(plan=(Round(games=_games(4, formula="blitz", title="Blitz")),)),
        ),
    )
}
"""General ones; numbers and limits are there to be changed."""
