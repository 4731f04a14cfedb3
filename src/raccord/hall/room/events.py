"""What happens in the open room: a stream of its own, beside the games it calls."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

import msgspec

from raccord.store.codec import Codec
from raccord.store.kinds import Kind

DAY = 24 * 3600 * 1000
REMEMBERED = 9 * DAY
"""How long the results of a game are kept in hand: a week and the evenings at its ends."""
MOST_NAMES = 5_000
"""Nicknames kept for the browsers that took them; the one longest unused goes first."""


class RoomSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Réglages du salon: a game every so many minutes; no ``formula`` means that of the day."""

    every: Annotated[int, msgspec.Meta(ge=1, le=1440)] = 30
    seconds: Annotated[int, msgspec.Meta(ge=1, le=600)] = 90
    pause: Annotated[int, msgspec.Meta(ge=0, le=120)] = 8
    formula: Annotated[str, msgspec.Meta(max_length=60)] = ""
    most: Annotated[int, msgspec.Meta(ge=1, le=2000)] = 500


class RoomEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event"):
    """Base of what happens in the room."""

    at: int = 0


class RoomOpened(RoomEvent, frozen=True, tag="room-opened"):
    """Salon ouvert, or set otherwise."""

    settings: RoomSettings


class RoomClosed(RoomEvent, frozen=True, tag="room-closed"):
    """Salon fermé: no other game is called; the one under way goes on."""


class GameCalled(RoomEvent, frozen=True, tag="game-called"):
    """Partie annoncée: it begins at ``starts``, whoever is there by then."""

    game: str
    starts: int


class GameAdvanced(RoomEvent, frozen=True, tag="game-advanced"):
    """Partie avancée: the organiser begins it now."""

    starts: int


class NameTaken(RoomEvent, frozen=True, tag="name-taken"):
    """Pseudonyme pris by a browser, known by a digest; ``luck`` is mixed into the draws."""

    game: str
    name: str
    owner: str
    luck: str = ""


class RoomLine(msgspec.Struct, frozen=True, kw_only=True):
    """Résultat d'un joueur in one game of the room."""

    name: str
    place: int
    points: int
    tops: int = 0
    solos: int = 0


class GameCounted(RoomEvent, frozen=True, tag="game-counted"):
    """Partie comptée: its formula, the total of its tops, and everybody's result."""

    game: str
    formula: str
    total: int
    lines: tuple[RoomLine, ...] = ()


AnyRoomEvent = RoomOpened | RoomClosed | GameCalled | GameAdvanced | NameTaken | GameCounted


@dataclass(frozen=True, slots=True)
class RoomState:
    """Salon: its settings, the game at hand, who has which nickname, the results of the week."""

    settings: RoomSettings = field(default_factory=RoomSettings)
    is_open: bool = False
    game: str = ""
    starts: int = 0
    luck: tuple[tuple[str, str], ...] = ()
    """Who came before the first draw, and the number each brought."""
    names: Mapping[str, NameTaken] = field(default_factory=dict)
    """Nicknames, by how they sound, with the browser that took them last."""
    counted: tuple[GameCounted, ...] = ()


def evolve(state: RoomState | None, event: RoomEvent) -> RoomState:
    """The room after one more fact."""
    return _EVOLVE[type(event)](state or RoomState(), event)


def _opened(state: RoomState, event: RoomOpened) -> RoomState:
    return replace(state, settings=event.settings, is_open=True)


def _closed(state: RoomState, _: RoomClosed) -> RoomState:
    return replace(state, is_open=False)


def _called(state: RoomState, event: GameCalled) -> RoomState:
    return replace(state, game=event.game, starts=event.starts, luck=())


def _advanced(state: RoomState, event: GameAdvanced) -> RoomState:
    return replace(state, starts=event.starts)


def _taken(state: RoomState, event: NameTaken) -> RoomState:
    taken = sound(event.name)
    names = {key: one for key, one in state.names.items() if key != taken}
    names[taken] = event
    for key in list(names)[: max(0, len(names) - MOST_NAMES)]:
        del names[key]
    luck = state.luck
    # What comes after the start is too late to change a draw.
    if event.game == state.game and event.at <= state.starts:
        luck = (*(one for one in luck if one[0] != event.name), (event.name, event.luck))
    return replace(state, names=names, luck=luck)


def _counted(state: RoomState, event: GameCounted) -> RoomState:
    recent = tuple(one for one in state.counted if one.at > event.at - REMEMBERED)
    return replace(state, game="", starts=0, luck=(), counted=(*recent, event))


def sound(name: str) -> str:
    """A nickname as it is compared: whoever writes it otherwise takes the same one."""
    return " ".join(name.split()).casefold()


_EVOLVE: dict[type[RoomEvent], Callable[[RoomState, Any], RoomState]] = {
    RoomOpened: _opened,
    RoomClosed: _closed,
    GameCalled: _called,
    GameAdvanced: _advanced,
    NameTaken: _taken,
    GameCounted: _counted,
}

ROOM: Kind[RoomState, RoomEvent] = Kind(
    "room", Codec(AnyRoomEvent), evolve, naming=frozenset({"name-taken"})
)
