"""The directory of people: imported again and again, merged, taken out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raccord.tournament import Person, Refusal
from raccord.tournament.directory import (
    Directory,
    DirectoryEvent,
    evolve_directory,
    importing,
    merging,
    removing,
)


def after(*events: DirectoryEvent, state: Directory | None = None) -> Directory:
    for event in events:
        state = evolve_directory(state, event)
    return state or Directory()


def test_who_is_known_is_put_right_and_the_others_are_new() -> None:
    first = after(*importing(Directory(), [Person(name="Anne", licence="7", club="Lyon")]))
    people = [Person(name="Anne Petit", licence="7", series="4A"), Person(name="Luc")]
    found = after(*importing(first, people), state=first)
    assert found.people == {
        1: Person(name="Anne Petit", licence="7", club="Lyon", series="4A"),
        2: Person(name="Luc"),
    }


def test_what_changes_nothing_is_no_fact() -> None:
    state = after(*importing(Directory(), [Person(name="Anne")]))
    assert importing(state, [Person(name="Anne")]) == ()


def test_two_are_merged_and_what_only_one_tells_is_kept() -> None:
    people = [Person(name="Anne", licence="7"), Person(name="A. Petit", club="Lyon")]
    state = after(*importing(Directory(), people))
    state = after(*merging(state, 2, 1), state=state)
    assert state.people == {1: Person(name="Anne", licence="7", club="Lyon")}
    again = after(*importing(state, [Person(name="Luc")]), state=state)
    assert sorted(again.people) == [1, 3]


def test_who_is_taken_out_is_listed_no_more() -> None:
    state = after(*importing(Directory(), [Person(name="Anne"), Person(name="Luc")]))
    assert sorted(after(*removing(state, 1), state=state).people) == [2]


def test_what_makes_no_sense_is_refused() -> None:
    people = [Person(name="Anne", licence="7"), Person(name="Luc", licence="8")]
    state = after(*importing(Directory(), people))
    for number, into, told in ((1, 1, "elle-même"), (9, 1, "n° 9"), (1, 2, "licence")):
        with pytest.raises(Refusal, match=told):
            merging(state, number, into)
    with pytest.raises(Refusal, match="n° 9"):
        removing(state, 9)


PEOPLE = st.lists(
    st.builds(
        Person,
        name=st.sampled_from(["Anne", "Luc", "Zoé"]),
        licence=st.sampled_from(["", "1", "2"]),
        club=st.sampled_from(["", "Lyon"]),
    )
)


@given(PEOPLE)
def test_the_same_file_imported_twice_adds_nobody(people: list[Person]) -> None:
    state = after(*importing(Directory(), people))
    again = after(*importing(state, people), state=state)
    assert len(again.people) == len(state.people)
