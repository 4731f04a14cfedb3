"""Office files: spreadsheets come in, and what goes out comes back in."""

import io
import string
import sys
import zipfile

import pytest

from raccord.documents.exports import FORMATS, event_files
from raccord.documents.office import read_rows, to_ods, to_xlsx
from raccord.documents.people import people_file
from raccord.documents.sigles import to_sigles
from raccord.tournament import (
    NotAnEventError,
    PeopleError,
    Person,
    Summary,
    commands,
    left_aside,
    rank,
    read_people,
    record,
    results_of,
    standing,
)
from tests.tournament.events import Meeting

ROWS: list[tuple[str | int | None, ...]] = [
    ("Prénom", "Nom", "Licence", "Série", "Courriel"),
    ("Anne", "Petit", 1234567, "4A", "a@exemple.test"),
    ("Zoë", "L'Hôte", 12, "", ""),
    ("Max", "=SOMME(A1)", None, "", ""),
]


def csv(separator: str, encoding: str) -> bytes:
    lines = (separator.join("" if c is None else str(c) for c in row) for row in ROWS)
    return "\r\n".join(lines).encode(encoding)


FILES = {
    "xlsx": to_xlsx(ROWS, "Engagés : 2026"),
    "ods": to_ods(ROWS, "Engagés : 2026"),
    "utf-8": csv(";", "utf-8-sig"),
    "cp1252": csv(";", "cp1252"),
    "commas": csv(",", "utf-8"),
    "tabs": csv("\t", "latin-1"),
}


@pytest.mark.parametrize("kind", FILES)
def test_people_come_in_from_any_spreadsheet(kind: str) -> None:
    rows = read_rows(FILES[kind])
    found = [one.people[0] for one in read_people(rows)]
    assert found == [
        Person(name="Anne Petit", licence="1234567", series="4A"),
        Person(name="Zoë L'Hôte", licence="12"),
        Person(name="Max =SOMME(A1)"),
    ]
    assert left_aside(rows) == ("Courriel",)


def test_a_broken_workbook_is_refused_in_french() -> None:
    with pytest.raises(PeopleError, match="illisible"):
        read_rows(b"PK\x03\x04 rien de bon")


@pytest.mark.parametrize("kind", ["csv", "xlsx", "ods"])
def test_an_exported_directory_comes_back_in(kind: str) -> None:
    people = {
        3: Person(name="Anne Petit", licence="7", club="Lyon", series="4A"),
        9: Person(name="=HYPERLINK(1)", category="vermeil"),
    }
    rows = read_rows(people_file(people, kind, personal=True))
    assert {one.number: one.people[0] for one in read_people(rows)} == people


def test_without_personal_data_no_name_and_no_licence_goes_out() -> None:
    told = people_file(
        {1: Person(name="Anne Petit", licence="777", club="Lyon")}, "json", personal=False
    )
    assert b"Petit" not in told
    assert b"777" not in told
    assert b"A. P." in told
    assert b"Lyon" in told


@pytest.fixture
def summary() -> Summary:
    meeting = Meeting()
    meeting.enter("Anne Petit", "Cœur d’Alène", 'Luc "Lulu" Roy', "Kraków Łódź")
    meeting.do(commands.Enter(people=(Person(name="Max", club="Lyon"),), number=7))
    meeting.typed(100, n1=60, n2=50, n7=40, n3=60)
    meeting.typed(100, n1=10, n4=90)
    meeting.do(commands.Miss(game=2, number=7, why="referee"))
    return meeting.summary


def test_sigles_has_a_line_for_every_table_the_empty_ones_too(summary: Summary) -> None:
    lines = to_sigles(summary, summary.games[0]).decode("latin-1").split("\r\n")
    assert lines == [
        '"1","Anne Petit","60"',
        '"2","Coeur d\'Alène","50"',
        '"3","Luc \'Lulu\' Roy","60"',
        '"4","--table vide--","-1"',
        '"5","--table vide--","-1"',
        '"6","--table vide--","-1"',
        '"7","Max","40"',
        "",
    ]
    assert b"Krak\xf3w" in to_sigles(summary, summary.games[1])


def test_every_marker_has_a_sigles_file_of_his_own_tables(summary: Summary) -> None:
    markers = {1: {"Hélène D.": (1, 2, 4), "helene d": (7,), "Paul": ()}}
    made = event_files(summary, "sigles", markers)
    names = ["partie-1.txt", "partie-2.txt", "partie-1-helene-d.txt", "partie-1-helene-d-2.txt"]
    assert list(made) == names
    assert made[names[2]].decode("latin-1").split("\r\n")[2] == '"4","--table vide--","-1"'
    assert made[names[3]] == b'"7","Max","40"\r\n'


@pytest.mark.parametrize("kind", FORMATS)
def test_every_format_makes_its_files(summary: Summary, kind: str) -> None:
    made = event_files(summary, kind)  # type: ignore[arg-type]
    assert len(made) == (2 if kind == "sigles" else 1)
    if kind in ("csv", "xlsx", "ods"):
        rows = read_rows(next(iter(made.values())))
        assert rows[0][1][:4] == ("Place", "N°", "Joueur", "Club")
        assert [row[1][0] for row in rows[1:]] == ["1", "2", "3", "4", "5"]


def test_an_exported_competition_reads_back_to_the_same_ranking(summary: Summary) -> None:
    text = event_files(summary, "json")["competition.json"]
    again = record.loads(text)
    assert again == summary
    assert standing(again) == standing(summary)
    loose = rank(results_of(again), "points")
    assert [(r.place, r.player) for r in loose] == [
        (line.place, line.player) for line in standing(summary)
    ]


@pytest.mark.parametrize("text", ["{", "[]", '{"schema": "raccord.game"}', "{}"])
def test_what_is_no_competition_is_refused(text: str) -> None:
    with pytest.raises(NotAnEventError):
        record.loads(text)


BOUNDED = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows bounds no process: the bomb is unpacked, by it alone"
)


def vast(reference: str, text: str = "1") -> bytes:
    """A workbook of a kilobyte with one cell far away, or one that unpacks without end."""
    sheet = (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        '<row r="1"><c r="A1"><v>1</v></c></row>'
        f'<row r="{reference.lstrip(string.ascii_uppercase)}"><c r="{reference}" t="str">'
        f"<v>{text}</v></c></row></sheetData></worksheet>"
    )
    with zipfile.ZipFile(io.BytesIO(to_xlsx(ROWS, "a"))) as book:
        members = {name: book.read(name) for name in book.namelist()}
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in members.items():
            made.writestr(name, sheet if name == "xl/worksheets/sheet1.xml" else content)
    return file.getvalue()


@pytest.mark.parametrize(
    ("reference", "length"),
    [
        pytest.param("XFD1048576", 1, id="a cell far away"),
        pytest.param("A2", 200_000_000, id="a bomb", marks=BOUNDED),
    ],
)
def test_a_workbook_that_claims_too_much_ends_nobody_but_its_own_reader(
    reference: str, length: int
) -> None:
    """The library that reads it ends its process where memory is short: it was the server's."""
    content = vast(reference, "a" * length)
    assert len(content) < 1_000_000
    with pytest.raises(PeopleError, match="illisible"):
        read_rows(content)
    assert read_rows(FILES["xlsx"])
