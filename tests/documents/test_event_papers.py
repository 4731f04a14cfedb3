"""The papers of a competition: pages evenly filled, long names whole, nobody forgotten."""

import io
import re
from dataclasses import replace
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from raccord.documents import certificates, to_pdf
from raccord.documents.event_papers import (
    all_results,
    check_in_list,
    entry_list,
    of_game,
    overall,
    seating_plan,
)
from raccord.documents.fitting import fits, shortened, styled
from raccord.documents.rolls import BODY_MM, Roll, Rolls, evenly, rolls
from raccord.tournament import Entry, Person, Refusal, State, Summary, events, standing
from raccord.tournament.state import begin
from tests.tournament.simulated import event

EVENT = event(800, 2)
PAIR = (
    Person(name="Marie-Antoinette Delacroix-Saint-Hilaire de la Rochefoucauld", club="Lyon"),
    Person(name="Émile Durand-Delacroix de Montmorency"),
)


def with_pair(summary: Summary) -> Summary:
    entries = (Entry(number=1, people=PAIR), *summary.entries[1:])
    return msgspec.structs.replace(summary, entries=entries)


def hall(summary: Summary) -> State:
    opened = begin(events.Opened(title="L'open d'automne", at=1_700_000_000_000))
    return replace(
        opened,
        entries={entry.number: entry for entry in summary.entries},
        presence={2: "late", 3: "absent"},
    )


def lines(made: Rolls) -> list[int]:
    """How many lines each page has."""
    return [sum(strip.lines for block in page for strip in block.strips) for page in made.pages]


def text(content: bytes) -> str:
    found = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    return re.sub(r"\s+", " ", found)


@pytest.mark.parametrize(
    "make",
    [
        lambda: entry_list(hall(EVENT)),
        lambda: check_in_list(hall(EVENT)),
        lambda: overall(EVENT),
        lambda: overall(EVENT, "series"),
        lambda: of_game(EVENT, EVENT.games[0]),
    ],
    ids=["entries", "check-in", "ranking", "series", "game"],
)
def test_eight_hundred_names_leave_no_page_of_leftovers(make: object) -> None:
    made: Rolls = make()  # type: ignore[operator]
    counts = lines(made)
    assert len(counts) > 5
    assert min(counts) >= 0.8 * max(counts)
    for page in made.pages:
        rows = [max(strip.lines for strip in block.strips) + 2 for block in page]
        assert sum(rows) * made.rolls[0].height <= BODY_MM


@given(st.lists(st.booleans(), max_size=300), st.integers(2, 45))
def test_parts_have_every_line_and_none_ends_with_a_heading(heads: list[bool], most: int) -> None:
    rows = [("groupe",) if head else ("1", "Anne", "") for head in heads]
    parts = list(evenly(rows, most))
    assert [row for part in parts for row in part] == rows
    assert all(0 < len(part) <= most for part in parts)
    for part, after in pairwise(parts):
        alone = len(part) == 1
        assert alone or len(part[-1]) > 1 or len(after[0]) == 1


def test_lists_that_fit_share_a_page() -> None:
    short = Roll(title="A", heads=("N°", "Joueur"), sides="rw", rows=(("1", "Anne", ""),))
    many = msgspec.structs.replace(short, rows=short.rows * 60)
    assert len(rolls("T", "N", "", "", [short, short, short]).pages) == 1
    assert len(rolls("T", "N", "", "", [short, many]).pages) == 3
    nobody = rolls("T", "N", "", "", [msgspec.structs.replace(short, rows=())])
    assert "Personne" in text(to_pdf(nobody))


@given(st.text("aMi '/é", max_size=200), st.floats(15, 120))
def test_no_name_is_wider_than_its_column(name: str, room: float) -> None:
    for style, part in styled(name, name, room).items():
        assert fits(part, "upper" if style == "rest" else style, room) or part == "…"
    assert fits(shortened(name, "note", room), "note", room)


def test_the_longest_names_are_whole_on_paper() -> None:
    summary = with_pair(event(40, 2))
    papers = (entry_list(hall(summary)), overall(summary), of_game(summary, summary.games[1]))
    for paper in (*papers, check_in_list(hall(summary)), seating_plan(hall(summary))):
        told = text(to_pdf(paper)).replace(" ", "")
        for person in PAIR:
            assert person.name.replace(" ", "") in told, paper.name


def test_all_results_tell_everybody_in_every_ranking() -> None:
    summary = event(30, 3)
    told = text(to_pdf(all_results(summary)))
    ranked = standing(summary)
    name = f"{ranked[0].player} "
    assert told.count(name) >= 3 + sum(total is not None for total in ranked[0].games)
    for part in ("Classement général", "Par séries", "Par catégories", "Équipes", "Partie 3"):
        assert part in told


def test_the_check_in_list_ticks_who_is_known_to_be_there() -> None:
    made = check_in_list(hall(event(4, 1)))
    strip = made.pages[0][0].strips[0]
    assert strip.cells[3].splitlines().count("☒") == 1
    assert strip.cells[4].splitlines().count("☒") == 1


def test_nobody_to_seat_is_said() -> None:
    with pytest.raises(Refusal, match="personne à placer"):
        seating_plan(begin(events.Opened(title="Vide")))


def test_certificates_go_to_the_first_of_all_and_of_each_group() -> None:
    summary = event(60, 2)
    made = certificates(summary, 2)
    first = standing(summary)[0]
    assert made.certificates[0].player == first.player
    wanted = {f"série {s}" for s in {line.series for line in standing(summary)}}
    assert wanted <= {one.of for one in made.certificates}
    assert len(PdfReader(io.BytesIO(to_pdf(made))).pages) == len(made.certificates)
    with pytest.raises(Refusal, match="aucun résultat"):
        certificates(Summary(title="Vide"))


def test_the_longest_title_is_whole_on_one_line_above_every_list() -> None:
    longest = ("Championnat du monde francophone, Aix-les-Bains " * 3)[:120]
    summary = msgspec.structs.replace(event(players=4, games=1), title=longest)
    game = msgspec.structs.replace(summary.games[0], title="MMMM MMMMM " * 10 + "MMMMMMMMMM")
    for made in (overall(summary), of_game(summary, game)):
        lines = PdfReader(io.BytesIO(to_pdf(made))).pages[0].extract_text().split("\n")
        assert any(line.strip().startswith(longest.strip()) for line in lines[:6]), lines[:6]
        assert any(line.strip().startswith(made.name) for line in lines[:6]), lines[:6]
        assert not any("…" in line for line in lines)


def test_every_member_of_a_large_team_is_named() -> None:
    small = event(24, 1)
    entries = tuple(
        Entry(
            number=one.number,
            people=(
                Person(
                    name=f"Marie-Antoinette Delacroix-Saint-Hilaire n° {one.number}", team="Rhône"
                ),
            ),
        )
        for one in small.entries
    )
    summary = msgspec.structs.replace(small, entries=entries, excluded=())
    played = [line.number for line in summary.games[0].tally.lines]
    told = text(to_pdf(all_results(summary))).partition("Équipes")[2].partition("Partie 1")[0]
    assert "…" not in told
    missing = [
        n for n in played if f"n° {n}" not in told.replace("\xa0", " ").replace("\u202f", " ")
    ]
    assert not missing, told
