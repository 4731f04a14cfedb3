"""The state of an event with centres: what its facts tell."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from raccord.network.contest import events as ev
from raccord.tournament.cases import Member


@dataclass(frozen=True, slots=True)
class Slot:
    """Créneau: when a centre may begin a game, and until when it is given keys."""

    opens: int
    closes: int

    def is_open(self, now: int) -> bool:
        """Whether keys are given now."""
        return self.opens <= now < self.closes


@dataclass(frozen=True, slots=True)
class Centre:
    """Centre: a place that plays, and the laptops that were opened for it."""

    id: str
    name: str
    contact: str = ""
    latitude: float | None = None
    longitude: float | None = None
    installs: Mapping[str, str] = field(default_factory=dict)
    """The key of each laptop, the first one first."""
    counted: str = ""
    """The laptop whose games count."""
    replaced: Mapping[str, str] = field(default_factory=dict)
    """Laptops that another one has taken over from, and which."""
    slots: Mapping[int, Slot] = field(default_factory=dict)
    forks: tuple[ev.Forked, ...] = ()
    answered: tuple[str, ...] = ()
    """The laptops there were when somebody last said which one counts."""

    @property
    def in_question(self) -> tuple[str, ...]:
        """Laptops of which nobody has said yet whether they count."""
        known = {self.counted, *self.replaced, *self.answered}
        return tuple(install for install in self.installs if install not in known)


@dataclass(frozen=True, slots=True)
class Contest:
    """Épreuve à plusieurs centres: all that its facts tell."""

    opened: ev.Opened
    embargo: int
    centres: Mapping[str, Centre] = field(default_factory=dict)
    games: Mapping[int, ev.GameAdded] = field(default_factory=dict)
    told: tuple[ev.CodeTold, ...] = ()
    members: tuple[Member, ...] = ()
    """Its commission: of the whole event, or of the centre that a member names."""

    def slot(self, centre: str, game: int) -> Slot:
        """When a centre plays a game."""
        usual = Slot(self.games[game].opens, self.games[game].closes)
        return self.centres[centre].slots.get(game, usual)

    def is_public(self, now: int) -> bool:
        """Whether the embargo is over."""
        return now >= self.embargo

    @property
    def questions(self) -> dict[str, tuple[str, ...]]:
        """Laptops in question, by centre."""
        return {id_: c.in_question for id_, c in self.centres.items() if c.in_question}


def evolve(state: Contest | None, event: ev.Event) -> Contest:
    """The state after one more fact, the opening one included."""
    if state is None:
        assert isinstance(event, ev.Opened)
        return Contest(event, event.embargo)
    return _EVOLVE[type(event)](state, event)


def _centre(state: Contest, centre: str, **changed: Any) -> Contest:
    after = replace(state.centres[centre], **changed)
    return replace(state, centres={**state.centres, centre: after})


def _added(state: Contest, event: ev.CentreAdded) -> Contest:
    known = state.centres.get(event.centre)
    place = (event.name, event.contact, event.latitude, event.longitude)
    centre = Centre(event.centre, *place)
    if known:
        kept = ("installs", "counted", "replaced", "slots", "forks", "answered")
        centre = replace(centre, **{name: getattr(known, name) for name in kept})
    return replace(state, centres={**state.centres, event.centre: centre})


def _game(state: Contest, event: ev.GameAdded) -> Contest:
    return replace(state, games={**state.games, event.game: event})


def _slot(state: Contest, event: ev.SlotSet) -> Contest:
    slots = {**state.centres[event.centre].slots, event.game: Slot(event.opens, event.closes)}
    return _centre(state, event.centre, slots=slots)


def _admitted(state: Contest, event: ev.Admitted) -> Contest:
    centre = state.centres[event.centre]
    installs = {**centre.installs, event.install: event.key}
    return _centre(state, event.centre, installs=installs, counted=centre.counted or event.install)


def _chosen(state: Contest, event: ev.Chosen) -> Contest:
    installs = tuple(state.centres[event.centre].installs)
    return _centre(state, event.centre, counted=event.install, answered=installs)


def _refilled(state: Contest, event: ev.Refilled) -> Contest:
    replaced = {**state.centres[event.centre].replaced, event.continues: event.install}
    return _centre(state, event.centre, counted=event.install, replaced=replaced)


def _forked(state: Contest, event: ev.Forked) -> Contest:
    return _centre(state, event.centre, forks=(*state.centres[event.centre].forks, event))


def _told(state: Contest, event: ev.CodeTold) -> Contest:
    return replace(state, told=(*state.told, event))


def _embargo(state: Contest, event: ev.EmbargoSet) -> Contest:
    return replace(state, embargo=event.until)


def _commission(state: Contest, event: ev.CommissionNamed) -> Contest:
    return replace(state, members=event.members)


_EVOLVE: dict[type[ev.Event], Callable[[Contest, Any], Contest]] = {
    ev.CentreAdded: _added,
    ev.GameAdded: _game,
    ev.SlotSet: _slot,
    ev.Admitted: _admitted,
    ev.Chosen: _chosen,
    ev.Refilled: _refilled,
    ev.Forked: _forked,
    ev.CodeTold: _told,
    ev.CommissionNamed: _commission,
    ev.EmbargoSet: _embargo,
}
