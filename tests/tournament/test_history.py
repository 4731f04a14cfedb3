"""The history of a player over several competitions."""

import msgspec

from raccord.tournament import Summary, Terms, history
from tests.tournament.events import Meeting


def evening(title: str, at: int, **totals: int) -> tuple[str, Summary]:
    meeting = Meeting()
    meeting.enter("Anne Petit", "Luc Roy", "Zoé Martin")
    meeting.typed(100, **totals)
    return title, msgspec.structs.replace(meeting.summary, title=title, at=at)


EVENTS = [
    evening("Automne", 1, n1=60, n2=50),
    evening("Hiver", 2, n1=40, n2=90, n3=95),
    evening("Printemps", 3, n2=70),
]


def test_every_competition_is_told_the_youngest_first() -> None:
    found = history(EVENTS, "anne PETIT")
    assert found is not None
    assert [(one.title, one.place, one.players) for one in found.appearances] == [
        ("Hiver", 3, 3),
        ("Automne", 1, 2),
    ]
    assert (found.events, found.games, found.total, found.percentage) == (2, 2, 100, 50.0)
    assert found.best == 100.0


def test_the_best_results_are_counted() -> None:
    found = history(EVENTS, "Luc Roy", counted=2)
    assert found is not None
    assert (found.games, found.best) == (3, 160.0)


def test_who_is_not_named_in_public_is_not_found() -> None:
    veiled = [
        (code, msgspec.structs.replace(one, terms=Terms(shown="initials"))) for code, one in EVENTS
    ]
    assert history(veiled, "Anne Petit") is None
    assert history(EVENTS, "Personne") is None
    assert history(EVENTS, "  ") is None
