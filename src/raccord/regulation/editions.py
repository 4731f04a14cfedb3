"""Editions of the regulation: every value that differs, with its article beside it.

``undated`` is written out; ``2010`` and ``2017`` declare what they change. No rule asks which
edition it runs under: it reads a provision and cites its article.
"""

from dataclasses import dataclass, fields, replace
from typing import Any, Generic, Literal, TypeVar, cast

from raccord.quoting import quoted
from raccord.regulation.citation import EDITION_IDS, Citation, EditionId

T = TypeVar("T")

Seen = Literal["during", "at-end"]
Compared = Literal["points", "base"]
Told = Literal["always", "special", "never"]
Wording = Literal["long", "short"]


@dataclass(frozen=True, slots=True)
class Provision(Generic[T]):
    """Disposition: what an edition lays down, and where."""

    value: T
    article: str


class UnknownEditionError(ValueError):
    """The name is not that of an edition."""

    def __init__(self, value: object) -> None:
        self.value = value
        known = ", ".join(EDITION_IDS)
        super().__init__(f"édition inconnue : {quoted(value)} (attendu : {known})")


@dataclass(frozen=True, kw_only=True)
class Edition:
    """Édition du règlement: its provisions on draws, tops, ends, solos, warnings and turns."""

    id: EditionId
    title: str

    drawing: Provision[int]
    """The letters of a draw, unless the formula asks for more."""
    early_turns: Provision[int]
    """The turns that ask for the early minimum."""
    early_minimum: Provision[int]
    """Vowels, and consonants, asked for in the early turns if the pool allows."""
    late_minimum: Provision[int]
    """Vowels, and consonants, asked for later, or earlier because of the pool."""
    time: Provision[int]
    """Seconds to think."""
    blitz_letters: Provision[bool]
    """In blitz the whole draw is repeated by letters alone."""
    format_told: Provision[Told]
    """Whether players are told the kind of game: always, if it is special, never."""
    signals: Provision[Wording]
    """How start, last seconds and end are worded."""

    retained: Provision[str]
    """How the retained move is chosen."""
    joker_free: Provision[bool]
    """On a tie, a move without joker is mandatory if there is one."""
    first_across: Provision[bool]
    """The first word lies across."""
    ending_move: Provision[bool]
    """Among the eligible ties, a move that ends the game is mandatory."""
    joker_preserved: Provision[bool]
    """Joker formula: on a tie, a move that preserves the joker is mandatory if there is one."""

    end: Provision[int]
    """The game ends when this many letters, or none, are left, or nothing can be placed."""
    least_score: Provision[int]
    """A turn whose best score is below this has nothing to play."""
    no_solution_seen: Provision[Seen]
    """When a turn without solution is declared."""
    cancelled_differs: Provision[bool]
    """After a cancelled turn the new draw must differ."""
    cancelled_ends: Provision[bool]
    """A cancelled turn ends the game when no different draw is possible."""
    interruption: Provision[int] | None
    """Minutes of interruption after which the game ends."""
    interruption_turns: Provision[int] | None
    """Turns collected below which an interrupted game is void."""
    interruption_turns_original: Provision[int] | None
    """The same in an original formula."""

    solo_bonus: Provision[int]
    solo_players: Provision[int]
    """Players from which a solo earns the bonus."""
    solo_recorded: Provision[int]
    """Players from which a solo is recorded."""
    solo_compares: Provision[Compared]
    """Whether points awarded are compared, or what the word scores before a penalty."""

    late: Provision[int]
    """What the turns played before a late arrival are worth."""
    warnings_free: Provision[int]
    warnings_free_reduced: Provision[int]
    """Warnings without cost in the formulas listed in ``warnings_reduced_in``."""
    warnings_reduced_in: Provision[frozenset[str]]
    warning_cost: Provision[int]
    cost_at_once: Provision[bool]
    """Sudden death: a penalty counts on its turn."""

    @property
    def dated(self) -> str:
        """The title without its first word, for a list already headed « Règlement »."""
        return self.title.removeprefix("Règlement ")

    def cite(self, provision: Provision[Any]) -> Citation:
        """The citation of one of this edition's provisions."""
        return Citation(self.id, provision.article)

    def provisions(self) -> dict[str, Provision[Any]]:
        """Every provision by its name."""
        named = {f.name: getattr(self, f.name) for f in fields(self)}
        return {name: value for name, value in named.items() if isinstance(value, Provision)}


UNDATED = Edition(
    id="undated",
    title="Règlement sans date",
    drawing=Provision(7, "2.1"),
    early_turns=Provision(15, "2.2"),
    early_minimum=Provision(2, "2.2"),
    late_minimum=Provision(1, "2.2"),
    time=Provision(180, "2.3"),
    blitz_letters=Provision(False, "2.1"),
    format_told=Provision("never", "2.1"),
    signals=Provision("long", "2.3"),
    retained=Provision("opens-most", "2.4"),
    joker_free=Provision(True, "2.4"),
    first_across=Provision(False, "2.4"),
    ending_move=Provision(True, "2.7"),
    joker_preserved=Provision(False, "annex 1"),
    end=Provision(1, "2.7"),
    least_score=Provision(1, "5.2"),
    no_solution_seen=Provision("at-end", "5.2"),
    cancelled_differs=Provision(False, "5.2"),
    cancelled_ends=Provision(False, "5.2"),
    interruption=None,
    interruption_turns=None,
    interruption_turns_original=None,
    solo_bonus=Provision(10, "2.6.4"),
    solo_players=Provision(16, "2.6.4"),
    solo_recorded=Provision(16, "2.6.4"),
    solo_compares=Provision("points", "2.6.4"),
    late=Provision(0, "5.1"),
    warnings_free=Provision(3, "4.7"),
    warnings_free_reduced=Provision(3, "4.7"),
    warnings_reduced_in=Provision(frozenset(), "4.7"),
    warning_cost=Provision(5, "4.7"),
    cost_at_once=Provision(False, "4.7"),
)

EDITION_2010 = replace(
    UNDATED,
    id="2010",
    title="Règlement en vigueur au 1er septembre 2010",
    format_told=Provision("always", "2"),
    signals=Provision("short", "2.3"),
    first_across=Provision(True, "2.4"),
    cancelled_differs=Provision(True, "5.2"),
    interruption=Provision(15, "2.7"),
    interruption_turns=Provision(15, "2.7"),
    interruption_turns_original=Provision(10, "2.7"),
    warnings_free=Provision(3, "4.4"),
    warnings_free_reduced=Provision(5, "4.4"),
    warnings_reduced_in=Provision(frozenset({"blitz"}), "4.4"),
    warning_cost=Provision(5, "4.4"),
    cost_at_once=Provision(False, "4.4"),
)

EDITION_2017 = replace(
    EDITION_2010,
    id="2017",
    title="Règlement en vigueur au 1er janvier 2017",
    drawing=Provision(7, "3.1"),
    early_turns=Provision(15, "3.2"),
    early_minimum=Provision(2, "3.2"),
    late_minimum=Provision(1, "3.2"),
    time=Provision(180, "3.3"),
    blitz_letters=Provision(True, "3.1"),
    format_told=Provision("special", "3"),
    signals=Provision("short", "3.3"),
    retained=Provision("opens-most", "3.4"),
    joker_free=Provision(True, "3.4"),
    first_across=Provision(True, "3.4"),
    ending_move=Provision(True, "3.6"),
    joker_preserved=Provision(True, "7.1"),
    end=Provision(1, "3.6"),
    least_score=Provision(0, "6.2"),
    no_solution_seen=Provision("during", "6.2"),
    cancelled_differs=Provision(True, "6.2"),
    cancelled_ends=Provision(True, "3.6"),
    interruption=Provision(15, "3.6"),
    interruption_turns=Provision(15, "3.6"),
    interruption_turns_original=Provision(10, "3.6"),
    solo_bonus=Provision(10, "3.5"),
    solo_players=Provision(16, "3.5"),
    solo_recorded=Provision(2, "3.5"),
    solo_compares=Provision("base", "3.5"),
    late=Provision(0, "6.1"),
    warnings_free=Provision(3, "5.7"),
    warnings_free_reduced=Provision(5, "5.7"),
    warnings_reduced_in=Provision(frozenset({"blitz", "original"}), "5.7"),
    warning_cost=Provision(5, "5.7"),
    cost_at_once=Provision(True, "5.7"),
)

EDITIONS: dict[EditionId, Edition] = {e.id: e for e in (EDITION_2017, EDITION_2010, UNDATED)}


def edition(name: str) -> Edition:
    """The edition of that name."""
    found = EDITIONS.get(cast(EditionId, name))
    if found is None:
        raise UnknownEditionError(name)
    return found
