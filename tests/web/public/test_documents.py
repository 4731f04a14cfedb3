"""Documents of a game: what they say, and that nobody's name can break them."""

import csv
import io
import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from pypdf import PdfReader

from raccord import documents
from raccord.cli import cli
from raccord.documents import Document
from raccord.duplicate import Event, State, fold, record, score_table, solos
from raccord.duplicate import events as ev
from raccord.regulation import Sanction
from tests.web.played import NAMES, played, unfinished

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def events() -> tuple[Event, ...]:
    return played(20)


@pytest.fixture(scope="module")
def state(events: tuple[Event, ...]) -> State:
    return fold(events)


def rows(document: Document) -> list[list[str]]:
    content = documents.to_csv(document)
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=";"))


def pdf(made: Document | tuple[documents.RoadSheet, ...]) -> tuple[str, PdfReader]:
    reader = PdfReader(io.BytesIO(documents.to_pdf(made)))
    text = "\n".join(page.extract_text() for page in reader.pages)
    return text.replace("\xa0", " ").replace("\u202f", " "), reader


def test_the_ranking_holds_every_table_from_the_best_down(state: State) -> None:
    sheet = documents.ranking(state)
    totals = [line.total for line in sheet.lines]
    assert totals == sorted(totals, reverse=True)
    assert {line.table for line in sheet.lines} == set(range(1, 21))
    assert {line.table: line.total for line in sheet.lines} == {
        score.table: score.total for score in score_table(state)
    }
    assert sheet.heading.top_total == state.total


def test_tables_level_share_a_place_and_are_marked_as_such(state: State) -> None:
    marks = {turn: {**row, 2: row[1]} for turn, row in state.marks.items()}
    first, second = (
        line for line in documents.ranking(replace(state, marks=marks)).lines if line.table < 3
    )
    assert first.place == second.place
    assert first.is_tied
    assert second.is_tied


def test_points_bonus_and_warnings_add_up_to_the_total(state: State) -> None:
    for line in documents.ranking(state).lines:
        assert line.total == line.points + line.bonus - line.warning_cost
        assert line.negative == line.total - state.total
    assert any(line.warning_cost for line in documents.ranking(state).lines)
    assert any(line.bonus for line in documents.ranking(state).lines)


def test_solos_are_told_and_counted_only_once_the_game_is_over(
    events: tuple[Event, ...], state: State
) -> None:
    assert len(documents.ranking(state).solos) == len(solos(state)) > 0
    under_way = fold(unfinished(events, 12))
    assert solos(under_way)
    sheet = documents.ranking(under_way)
    assert sheet.solos == ()
    assert all(line.solos == line.bonus == 0 for line in sheet.lines)
    assert not any(line.solo for line in documents.game_sheet(under_way).lines)
    assert not any(line.is_solo for road in documents.road_sheets(under_way) for line in road.lines)


def test_a_void_game_has_no_ranking_but_keeps_its_road_sheets(state: State) -> None:
    assert state.end is not None
    void = replace(state, end=ev.GameEnded(reason=state.end.reason, void=True))
    assert documents.ranking(void).lines == ()
    road = documents.road_sheet(void, 3)
    assert not road.is_placed
    assert len(road.lines) == len(state.turns)


def test_sudden_death_ranks_by_the_turn_of_elimination() -> None:
    state = fold(played(8, 3, "mort-subite"))
    lines = documents.ranking(state).lines
    stays = [line.eliminated or 999 for line in lines]
    assert stays == sorted(stays, reverse=True)
    assert all(a.place == b.place for a, b in pairwise(lines) if a.eliminated == b.eliminated)


def test_au_top_ranks_by_the_share_of_points_of_turns() -> None:
    lines = documents.ranking(fold(played(8, 3, "au-top"))).lines
    shares = [line.au_top for line in lines]
    assert None not in shares
    assert shares == sorted(shares, key=lambda share: -(share or 0))


def test_a_road_sheet_follows_the_table_turn_by_turn(state: State) -> None:
    road = documents.road_sheet(state, 2)
    assert [line.turn for line in road.lines] == [turn.number for turn in state.turns]
    assert road.lines[-1].total == road.line.points
    assert road.lines[-1].top_total == state.total
    sanctioned = [line for line in road.lines if line.sanction]
    assert sanctioned
    assert all(line.reasons and line.reasons[0].article.startswith("art.") for line in sanctioned)


def test_there_is_one_note_for_each_sanction_to_be_notified(state: State) -> None:
    due = [
        (turn, table)
        for turn, row in sorted(state.marks.items())
        for table, mark in sorted(row.items())
        if mark.ruling and mark.ruling.note_due
    ]
    assert [(note.turn, note.table) for note in documents.notes(state).notes] == due
    only = documents.notes(state, turn=due[0][0], tables=(due[0][1],))
    assert [(note.turn, note.table) for note in only.notes] == due[:1]


def test_a_turn_whose_top_is_not_announced_has_no_note(events: tuple[Event, ...]) -> None:
    cut = next(i for i, e in enumerate(events) if isinstance(e, ev.Retained) and e.turn == 4)
    state = fold(events[:cut])
    assert any(
        mark.ruling and mark.ruling.sanction is not Sanction.NONE
        for mark in state.marks[4].values()
    )
    assert all(note.turn < 4 for note in documents.notes(state).notes)


def test_the_game_sheet_tells_rejections_ties_articles_and_the_end(
    events: tuple[Event, ...], state: State
) -> None:
    sheet = documents.game_sheet(state, events)
    assert any(line.rejected for line in sheet.lines)
    tied = next(line for line in sheet.lines if line.ties)
    assert [tie.move for tie in tied.ties if tie.is_retained] == [f"{tied.reference} {tied.word}"]
    assert all(line.articles for line in sheet.lines)
    assert sheet.end is not None
    assert sheet.end.article == "art. 3.6"
    assert sheet.lines[-1].total == state.total


def test_the_proof_is_verified_and_a_letter_changed_breaks_it(
    events: tuple[Event, ...], state: State
) -> None:
    sheet = documents.proof_sheet(state, events)
    assert sheet.proof.status == "verified"
    assert all(draw.letters == draw.expected for draw in sheet.draws)
    index = next(i for i, e in enumerate(events) if isinstance(e, ev.Drawn))
    drawn = events[index]
    assert isinstance(drawn, ev.Drawn)
    forged = (
        *events[:index],
        ev.Drawn(
            turn=1, leave="", new=drawn.new[::-1], origin="software", citations=drawn.citations
        ),
        *events[index + 1 :],
    )
    assert documents.proof(state, forged).status == "failed"


def test_a_proof_before_the_secret_is_published_holds_no_draw(events: tuple[Event, ...]) -> None:
    early = unfinished(events, 5)
    sheet = documents.proof_sheet(fold(early), early)
    assert (sheet.proof.status, sheet.proof.secret, sheet.draws) == ("unpublished", "", ())


def test_every_row_of_a_csv_file_has_the_columns_of_its_heading(
    events: tuple[Event, ...], state: State
) -> None:
    for document in (
        documents.ranking(state),
        documents.road_sheet(state, 2),
        documents.notes(state),
        documents.game_sheet(state, events),
    ):
        head, *body = rows(document)
        assert body
        assert {len(row) for row in body} == {len(head)}


def test_a_name_that_looks_like_a_formula_is_only_text_in_a_spreadsheet(state: State) -> None:
    cells = [cell for row in rows(documents.ranking(state)) for cell in row]
    assert f"'{NAMES[4]}" in cells
    assert not any(cell.startswith(("=", "+", "@")) for cell in cells)
    assert all(cell[1:].isdigit() for cell in cells if cell.startswith("-"))


def test_numbers_in_a_csv_file_have_a_decimal_comma(state: State) -> None:
    head, first, *_ = rows(documents.ranking(state))
    assert (
        first[head.index("% du top")].replace(",", ".", 1)
        == f"{documents.ranking(state).lines[0].percentage:.2f}"
    )


def test_the_ranking_prints_on_a4_with_every_name_as_typed(state: State) -> None:
    text, reader = pdf(documents.ranking(state))
    box = reader.pages[0].mediabox
    assert (round(box.width), round(box.height)) == (595, 842)
    flat = text.replace("\n", " ")
    for name in (
        "Anne Petit",
        "François Œuvrard",
        "#strong[Malin] *gras* $x$",
        "<b>Jean</b> & fils",
    ):
        assert name in flat
    assert "Zoë L’Hôte" in flat
    assert "Rochefoucauld-Saint-Hilaire" in flat


def test_a_ranking_of_forty_tables_runs_over_pages_with_its_heading_repeated() -> None:
    text, reader = pdf(documents.ranking(fold(played(60))))
    assert len(reader.pages) > 1
    assert all("Joueur" in page.extract_text() for page in reader.pages)
    assert "Joueuse numéro 60" in text


def test_correction_notes_print_four_to_a_page(state: State) -> None:
    sheet = documents.notes(state)
    _, reader = pdf(sheet)
    assert len(reader.pages) == -(-len(sheet.notes) // 4)
    assert reader.pages[0].extract_text().count("Billet de correction") == 4


def test_road_sheets_set_in_batches_are_bound_into_the_same_file(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheets = documents.road_sheets(state)
    whole, reader = pdf(sheets)
    monkeypatch.setattr("raccord.documents.pdf.BATCH", 2)
    text, bound = pdf(sheets)
    assert len(bound.pages) == len(reader.pages) > 1
    assert text == whole


def test_road_sheets_print_two_to_a_page_for_every_table(state: State) -> None:
    text, reader = pdf(documents.road_sheets(state))
    assert len(reader.pages) == 10
    assert "Table 20" in text


def test_the_game_sheet_prints_with_its_proof(events: tuple[Event, ...], state: State) -> None:
    text, _ = pdf(documents.game_sheet(state, events))
    assert state.secret in text.replace("\n", "")
    assert state.opened.commitment in text.replace("\n", "")
    assert "Grille finale" in text


def test_a_game_without_players_and_a_void_one_can_be_printed(state: State) -> None:
    alone = fold(played(0))
    assert "Feuille de partie" in pdf(documents.game_sheet(alone))[0]
    assert "Aucun résultat" in pdf(documents.ranking(alone))[0]
    assert "Aucun billet" in pdf(documents.notes(alone))[0]


def run(*arguments: str) -> int:
    return int(cli.main(list(arguments), standalone_mode=False))


def test_the_command_prints_a_recorded_game(
    tmp_path: Path, events: tuple[Event, ...], state: State
) -> None:
    file, out = tmp_path / "game.json", tmp_path / "game.pdf"
    file.write_text(record.dumps(events), encoding="utf-8")
    assert run("sheet", str(file), "--pdf", str(out), "--json", str(tmp_path / "s.json")) == 0
    assert "Feuille de partie" in PdfReader(out).pages[0].extract_text()
    assert json.loads((tmp_path / "s.json").read_text())["heading"]["top_total"] == state.total
    listed = tmp_path / "r.csv"
    assert run("sheet", str(file), "--document", "classement", "--csv", str(listed)) == 0
    assert "Anne Petit" in listed.read_text(encoding="utf-8-sig")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), "--pdf, --csv ou --json"),
        (("--table", "99", "--pdf", "x.pdf"), "la table 99 n'est pas inscrite"),
        (("--document", "route", "--csv", "x.csv"), "précisez --table"),
    ],
)
def test_the_command_says_in_one_line_what_is_wrong(
    tmp_path: Path,
    events: tuple[Event, ...],
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    expected: str,
) -> None:
    file = tmp_path / "game.json"
    file.write_text(record.dumps(events), encoding="utf-8")
    assert run("sheet", str(file), *arguments) == 2
    told = capsys.readouterr().err
    assert expected in told
    assert told.count("\n") == 1
