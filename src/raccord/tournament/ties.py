"""Ties: an ordered list of rules chosen for the event, each one told on the lines it decides.

No regulation orders them: an organiser announces his own. A rule decides among the players who
are still equal, and only if what it looks at is known of all of them.

================  =====================================================================
``last-game``     the total of the last game, then of the one before, backwards
``last-turn``     the points of the last turn of the last game, then backwards
``tops``          most tops found
``tops-lost``     fewest tops lost
``warnings``      fewest warnings
``solos``         most solos
``sudden-death``  places in a sudden death played among them to decide
``shared``        nothing more: the place is shared
================  =====================================================================
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from raccord.tournament.results import NOT_COUNTED, Counts, GameResult

TieRule = Literal[
    "last-game", "last-turn", "tops", "tops-lost", "warnings", "solos", "sudden-death", "shared"
]
Value = Callable[[str], int | None]


@dataclass(frozen=True, slots=True)
class Step:
    """Critère de départage: what one comparison looks at; None for who it does not know."""

    rule: TieRule
    label: str
    value: Value
    most_first: bool = True
    quiet: bool = False
    """Whether a tie it knows nothing of is none of its business, and not told."""


@dataclass(frozen=True, slots=True)
class Broken:
    """Départage: what a rule found on a line; ``others`` are the values of those equal till then.

    ``own`` is None where the rule could not decide, for want of knowledge or of rules.
    """

    rule: TieRule
    label: str
    own: int | None = None
    others: tuple[int, ...] = ()

    def __str__(self) -> str:
        if self.rule == "shared":
            return self.label
        if self.own is None:
            return f"{self.label} : pas connu de tous"
        return f"{self.label} : {self.own} contre {', '.join(map(str, self.others))}"


@dataclass(frozen=True, slots=True)
class Settled:
    """Place réglée: players who share one, and what each rule found on the way to it."""

    players: tuple[str, ...]
    why: tuple[Broken, ...] = ()


def settle(tied: Sequence[str], steps: Sequence[Step]) -> list[Settled]:
    """Players equal so far, the best first; those who share a place together, by name."""
    found = tuple(sorted(tied))
    if len(found) == 1 or not steps:
        return [Settled(found)]
    return list(_split(Settled(found), steps))


def _split(group: Settled, steps: Sequence[Step]) -> Iterator[Settled]:
    if len(group.players) == 1:
        yield group
        return
    if not steps or steps[0].rule == "shared":
        shared = Broken("shared", "place partagée")
        yield Settled(group.players, (*group.why, shared))
        return
    for part in _parted(group, steps[0]):
        yield from _split(part, steps[1:])


def _parted(group: Settled, step: Step) -> list[Settled]:
    """The group cut by one step, best first; whole if the step tells nothing."""
    values = {player: step.value(player) for player in group.players}
    known = [value for value in values.values() if value is not None]
    if len(known) < len(values):
        unknown = Broken(step.rule, step.label)
        if step.quiet or unknown in group.why:
            return [group]
        return [Settled(group.players, (*group.why, unknown))]
    levels = sorted(set(known), reverse=step.most_first)
    if len(levels) == 1:
        return [group]
    return [
        Settled(
            tuple(player for player in group.players if values[player] == level),
            (*group.why, _told(step, level, levels)),
        )
        for level in levels
    ]


def _told(step: Step, own: int, levels: Sequence[int]) -> Broken:
    return Broken(step.rule, step.label, own, tuple(level for level in levels if level != own))


def steps_of(
    games: Sequence[GameResult], rules: Sequence[TieRule], deciders: Sequence[GameResult] = ()
) -> list[Step]:
    """What the rules look at, one comparison after the other.

    A sudden death that was played decides, last of all where no rule gives it a place.
    """
    wanted = list(rules)
    if deciders and "sudden-death" not in wanted:
        last = wanted.index("shared") if "shared" in wanted else len(wanted)
        wanted.insert(last, "sudden-death")
    return [step for rule in wanted for step in _steps(rule, games, deciders)]


def _steps(
    rule: TieRule, games: Sequence[GameResult], deciders: Sequence[GameResult]
) -> Iterator[Step]:
    return _STEPS[rule](deciders if rule == "sudden-death" else games)


def _sudden_deaths(deciders: Sequence[GameResult]) -> Iterator[Step]:
    for game in deciders:
        yield Step("sudden-death", "mort subite", _place_in(game), most_first=False, quiet=True)


def _place_in(game: GameResult) -> Value:
    return lambda player: game.places.get(player)


def _shared(_: Sequence[GameResult]) -> Iterator[Step]:
    yield Step("shared", "place partagée", lambda _: None)


def _last_games(games: Sequence[GameResult]) -> Iterator[Step]:
    for number, game in reversed(list(enumerate(games, 1))):
        label = "dernière partie" if number == len(games) else f"partie {number}"
        yield Step("last-game", label, _total_in(game))


def _total_in(game: GameResult) -> Value:
    return lambda player: None if player in game.excused else game.totals.get(player, 0)


def _last_turns(games: Sequence[GameResult]) -> Iterator[Step]:
    for number, game in reversed(list(enumerate(games, 1))):
        if not game.turns:
            yield Step("last-turn", f"coups de la partie {number}", lambda _: None)
        for turn in range(game.length, 0, -1):
            yield Step("last-turn", f"coup {turn} de la partie {number}", _points_on(game, turn))


def _points_on(game: GameResult, turn: int) -> Value:
    def points(player: str) -> int | None:
        if player in game.excused:
            return None
        return game.turns[player][turn - 1] if player in game.turns else 0

    return points


def _counting(
    rule: TieRule, label: str, count: Callable[[Counts], int | None], *, most_first: bool = True
) -> Callable[[Sequence[GameResult]], Iterator[Step]]:
    def steps(games: Sequence[GameResult]) -> Iterator[Step]:
        def value(player: str) -> int | None:
            played = [game for game in games if player in game.totals]
            found = [count(game.counts.get(player, NOT_COUNTED)) for game in played]
            known = [number for number in found if number is not None]
            return sum(known) if len(known) == len(found) else None

        yield Step(rule, label, value, most_first)

    return steps


_STEPS: dict[TieRule, Callable[[Sequence[GameResult]], Iterator[Step]]] = {
    "last-game": _last_games,
    "last-turn": _last_turns,
    "tops": _counting("tops", "tops trouvés", lambda counts: counts.tops),
    "tops-lost": _counting(
        "tops-lost", "tops perdus", lambda counts: counts.tops_lost, most_first=False
    ),
    "warnings": _counting(
        "warnings", "avertissements", lambda counts: counts.warnings, most_first=False
    ),
    "solos": _counting("solos", "solos", lambda counts: counts.solos),
    "sudden-death": _sudden_deaths,
    "shared": _shared,
}
RULES: tuple[TieRule, ...] = tuple(_STEPS)
