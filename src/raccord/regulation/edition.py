"""What an edition lays down: its provisions, each a value with its article beside it."""

from dataclasses import dataclass, fields
from typing import Any, Generic, Literal, TypeVar

from raccord.regulation.citation import Citation, EditionId

T = TypeVar("T")

Seen = Literal["during", "at-end"]
Compared = Literal["points", "base"]
Told = Literal["always", "special", "never"]
Wording = Literal["long", "short"]
Rounding = Literal["nearest", "down"]


@dataclass(frozen=True, slots=True)
class Provision(Generic[T]):
    """Disposition: what an edition lays down, and where."""

    value: T
    article: str


@dataclass(frozen=True, kw_only=True)
class Edition:
    """Édition du règlement: its provisions on draws, tops, ends, solos, warnings and turns."""

    id: EditionId
    title: str
    known_as: str = ""
    """How a game names it in passing, where its id is no word of French."""
    in_force: bool = False

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
    pause: Provision[int] | None
    """Seconds at least from the end of an announcement to the next draw."""
    joker_called: Provision[str]
    """What is said of a joker just drawn."""
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
    solo_own: Provision[bool] | None
    """An event may have its own rule for solos."""
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
    spared_above_top: Provision[bool]
    """A nullity above the top needs no correction note."""
    averages_count: Provision[bool]
    """The averages of other players enter the mean of an average."""
    average_rounds: Provision[Rounding]

    recourse: Provision[int | None]
    """Minutes after the last game in which a recourse is received; None: no limit is set."""
    commission: Provision[bool] | None
    """The organiser names a commission that hears recourses."""
    federation: Provision[int] | None
    """Days in which a file before the federation's commission may be completed."""
    cheating: Provision[bool] | None
    """Proven cheating voids the player's earlier scores and bars him from the other games."""

    @property
    def dated(self) -> str:
        """The heading without its first word, for a list already headed « Règlement »."""
        return heading(self).removeprefix("Règlement ")

    def cite(self, provision: Provision[Any]) -> Citation:
        """The citation of one of this edition's provisions."""
        return Citation(self.id, provision.article)

    def provisions(self) -> dict[str, Provision[Any]]:
        """Every provision by its name."""
        named = {f.name: getattr(self, f.name) for f in fields(self)}
        return {name: value for name, value in named.items() if isinstance(value, Provision)}


def heading(edition: Edition) -> str:
    """The title of an edition, and whether it is the one in force."""
    return f"{edition.title} (en vigueur)" if edition.in_force else edition.title


def named(edition: Edition) -> str:
    """The name of an edition in passing: its year, or what stands for one."""
    return edition.known_as or edition.id
