"""Pairs: what is told of both their players comes in, stays, and counts."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from raccord.documents.event_papers import entry_list
from raccord.documents.office import read_rows
from raccord.documents.people import entries_file
from raccord.tournament import (
    PeopleError,
    Person,
    Terms,
    Trait,
    commands,
    left_aside,
    read_people,
    record,
    rows_of,
    standing,
)
from raccord.tournament.erasing import erased, identity
from raccord.tournament.placing import places
from raccord.tournament.plan import Seating
from raccord.tournament.tables import Grade
from tests.tournament.events import Meeting

FIRST = Person(name="Émile Durand", licence="11", federation="FR", club="Lyon", series="4A")
SECOND = Person(name="Luc Roy", licence="22", federation="BE", club="Mons", category="vermeil")
FRENCH = {
    "N°": "7",
    "Joueur 1": "Émile Durand",
    "Licence 1": "11",
    "Fédération 1": "FR",
    "Club 1": "Lyon",
    "Série 1": "4A",
    "Joueur 2": "Luc Roy",
    "Licence 2": "22",
    "Fédération 2": "BE",
    "Club 2": "Mons",
    "Catégorie 2": "vermeil",
}
OTHERS = {
    "names apart": {
        "Nom": "Durand",
        "Prénom": "Émile",
        "Licence": "11",
        "Fédération": "FR",
        "Club": "Lyon",
        "Série": "4A",
        "Nom du partenaire": "Roy",
        "Prénom du partenaire": "Luc",
        "N° de licence du partenaire": "22",
        "Fédération (partenaire)": "BE",
        "Club - partenaire": "Mons",
        "Catégorie partenaire": "vermeil",
    },
    "english": {
        "Player": "Émile Durand",
        "License": "11",
        "Federation": "FR",
        "Club": "Lyon",
        "Series": "4A",
        "Partner": "Luc Roy",
        "Partner license": "22",
        "Player 2 federation": "BE",
        "Club2": "Mons",
        "Category (player 2)": "vermeil",
    },
    "one cell": {
        "Joueurs": "Émile Durand / Luc Roy",
        "Licence": "11",
        "Fédération": "FR",
        "Club": "Lyon",
        "Série": "4A",
        "Licence joueur 2": "22",
        "Fédération joueur 2": "BE",
        "Club du joueur 2": "Mons",
        "Catégorie_2": "vermeil",
    },
}


def read(cells: dict[str, str]) -> tuple[Person, ...]:
    rows = list(rows_of("\n".join((";".join(cells), ";".join(cells.values())))))
    assert left_aside(rows) == ()
    (one,) = read_people(rows)
    return one.people


@given(st.permutations(sorted(FRENCH)))
def test_both_players_come_in_whatever_the_order_of_the_columns(order: list[str]) -> None:
    assert read({head: FRENCH[head] for head in order}) == (FIRST, SECOND)


@pytest.mark.parametrize("how", OTHERS)
def test_headings_of_the_second_player_are_known_in_many_words(how: str) -> None:
    assert read(OTHERS[how]) == (FIRST, SECOND)


def test_the_same_headings_twice_over_are_those_of_the_two_players() -> None:
    text = "N°;Nom;Prénom;Licence;Nom;Prénom;Licence\n7;Durand;Émile;11;Roy;Luc;22\n8;Petit;Anne;3"
    pair, alone = read_people(rows_of(text))
    assert [(one.name, one.licence) for one in pair.people] == [
        ("Émile Durand", "11"),
        ("Luc Roy", "22"),
    ]
    assert alone.people == (Person(name="Anne Petit", licence="3"),)


def test_a_column_that_stands_there_twice_without_a_second_name_is_not_a_second_player() -> None:
    (one,) = read_people(rows_of("Joueur;Club;Club\nÉmile Durand;Lyon;Mons"))
    assert one.people == (Person(name="Émile Durand", club="Lyon"),)


def test_a_second_player_without_a_name_is_told_with_the_line() -> None:
    text = "Joueur 1;Joueur 2;Licence 2\nAnne;Luc;1\nZoé;;2\nNoé;Paul;" + "9" * 41
    with pytest.raises(PeopleError) as found:
        read_people(rows_of(text))
    assert found.value.faults == (
        "Ligne 3 : il manque le nom du second joueur de la paire.",
        f"Ligne 4 : « {'9' * 20}… » est trop long (attendu : 40 lettres).",
    )


def pair(number: int, first: dict[str, Any], second: dict[str, Any]) -> commands.Enter:
    people = (Person(name=f"A{number}", **first), Person(name=f"B{number}", **second))
    return commands.Enter(number=number, people=people)


@pytest.fixture
def meeting() -> Meeting:
    grades = [Grade(trait="series", name=name) for name in ("1A", "4A", "5A")]
    grades += (Grade(trait="category", name=name) for name in ("senior", "vermeil"))
    made = Meeting(terms=Terms(grades=tuple(grades)))
    made.do(pair(1, {"series": "5A", "category": "vermeil"}, {"series": "4a", "club": "Mons"}))
    made.do(pair(2, {"series": "4A", "category": "vermeil"}, {"category": "Senior"}))
    made.do(pair(3, {"series": "5A", "club": "Lyon"}, {"series": "5A", "club": "Mons"}))
    made.typed(100, n1=50, n2=60, n3=70)
    return made


def grouped(meeting: Meeting, trait: Trait) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for line in standing(meeting.summary, trait):
        found.setdefault(line.group, []).append(line.number)
    return found


def test_a_pair_is_ranked_in_the_higher_of_its_series_and_categories(meeting: Meeting) -> None:
    assert grouped(meeting, "series") == {"4A": [2, 1], "5A": [3]}
    assert grouped(meeting, "category") == {"senior": [2], "vermeil": [1], "": [3]}


def test_the_first_of_a_pair_decides_where_no_table_does(meeting: Meeting) -> None:
    assert grouped(meeting, "club") == {"Lyon": [3], "Mons": [1], "": [2]}
    meeting.do(commands.Arrange(title="Soirée", terms=Terms()))
    assert grouped(meeting, "series")["5A"] == [3, 1]


def test_a_series_is_spelt_as_its_table_spells_it(meeting: Meeting) -> None:
    assert meeting.state.entries[1].people[1].series == "4A"


def test_pairs_are_seated_by_the_series_they_are_ranked_in(meeting: Meeting) -> None:
    terms = msgspec.structs.replace(meeting.terms, seating=Seating(by="series", redraw=True))
    meeting.do(commands.Arrange(title="Soirée", terms=terms))
    assert places(meeting.state, (1, 2, 3), (3, 2, 1)) == {1: 2, 2: 1, 3: 3}


@pytest.mark.parametrize("kind", ["csv", "xlsx", "ods"])
def test_exported_entries_come_back_in_with_both_players(meeting: Meeting, kind: str) -> None:
    meeting.enter("Zoé, seule")
    entries = meeting.state.entries
    rows = read_rows(entries_file(entries.values(), kind))
    assert left_aside(rows) == ()
    assert {one.number: one.people for one in read_people(rows)} == {
        number: entry.people for number, entry in entries.items()
    }


def test_a_competition_read_back_has_both_players_and_the_same_groups(meeting: Meeting) -> None:
    back = record.loads(record.dumps(meeting.summary))
    assert back == meeting.summary
    assert standing(back, "series") == standing(meeting.summary, "series")


def test_the_entry_list_tells_what_is_known_of_both(meeting: Meeting) -> None:
    text = msgspec.json.encode(entry_list(meeting.state)).decode()
    assert "5A / 4A" in text
    assert "Lyon / Mons" in text


def test_the_second_of_a_pair_is_erased_without_the_first() -> None:
    gone = {"name": "Luc Roy", "licence": "22", "federation": "BE", "born": 1950}
    entry = {"number": 7, "people": [{"name": "Émile Durand", "licence": "11"}, gone]}
    left = erased({"event": "entered", "entry": entry}, identity([gone], "Anonyme 1"))
    assert left["entry"]["people"] == [
        {"name": "Émile Durand", "licence": "11"},
        {"name": "Anonyme 1", "federation": "BE"},
    ]


def test_a_list_may_put_one_entry_right_and_enter_who_stood_there(meeting: Meeting) -> None:
    meeting.enter("Zoé")
    number = max(meeting.state.entries)
    right = commands.Enter(people=(Person(name="Noé"),), number=number, replaces=True)
    state = meeting.do(
        commands.EnterAll(entries=(right, commands.Enter(people=(Person(name="Zoé"),))))
    )
    assert [state.entries[n].name for n in (number, number + 1)] == ["Noé", "Zoé"]
