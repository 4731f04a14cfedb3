"""A large event made up: many players, several games, absences of every kind, and many ties."""

from random import Random

from raccord.tournament import (
    Entry,
    Person,
    PlayedGame,
    Summary,
    Tally,
    TallyLine,
    TeamRule,
    Terms,
    Weight,
)
from raccord.tournament.events import Absence
from raccord.tournament.summary import Cut

SERIES = ("1", "2", "3", "4", "5", "6", "7")
CATEGORIES = ("jeune", "senior", "vermeil", "diamant")
TURNS = 6


def event(players: int = 800, games: int = 7, seed: int = 1) -> Summary:
    """Everybody, what each scored and missed; the same for the same seed."""
    random = Random(seed)
    entries = tuple(_entry(number, random) for number in range(1, players + 1))
    return Summary(
        title="Championnat simulé",
        terms=Terms(),
        entries=entries,
        games=tuple(_game(number, players, random) for number in range(1, games + 1)),
        excluded=(players // 2,),
    )


def _entry(number: int, random: Random) -> Entry:
    person = Person(
        name=f"Joueuse {number}",
        licence=str(10_000 + number),
        federation=random.choice(("FFSc", "FBS", "")),
        club=f"Club {random.randrange(60)}",
        series=random.choice(SERIES),
        category=random.choice(CATEGORIES),
        team=f"Équipe {number % 90}" if number % 9 else "",
    )
    return Entry(number=number, people=(person,))


def _game(number: int, players: int, random: Random) -> PlayedGame:
    tops = [random.randint(20, 30) for _ in range(TURNS)]
    missed: dict[int, Absence] = {
        who: random.choice(("referee", "late", "absent", "withdrawn"))
        for who in random.sample(range(1, players + 1), players // 20)
    }
    present = [who for who in range(1, players + 1) if who not in missed]
    lines = tuple(_line(who, tops, random) for who in present)
    return PlayedGame(
        number=number,
        title=f"Partie {number}",
        tally=Tally(top=sum(tops), lines=lines),
        missed=dict(sorted(missed.items())),
    )


def _line(who: int, tops: list[int], random: Random) -> TallyLine:
    turns = tuple(top if random.random() < 0.6 else max(0, top - 10) for top in tops)
    found = sum(points == top for points, top in zip(turns, tops, strict=True))
    return TallyLine(
        number=who,
        total=sum(turns),
        turns=turns,
        tops=found,
        tops_lost=len(tops) - found,
        warnings=random.randrange(3),
        solos=random.randrange(2),
        time_ms=1000 * random.randint(60, 90),
        lasted=random.randint(1, TURNS + 1),
    )


def cut(summary: Summary, after: int, kept: tuple[int, ...]) -> tuple[Cut, ...]:
    """A cut after some games."""
    return (*summary.cuts, Cut(after, kept))


def teamed() -> TeamRule:
    """Best three of each team, with indices by series."""
    weights = tuple(Weight(trait="series", value=s, number=10 - int(s)) for s in SERIES)
    return TeamRule(count="best", best=3, indices=weights)
