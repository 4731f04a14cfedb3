"""The line a marker types."""

from typing import Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from raccord.board import Direction
from raccord.regulation import Flag, Slip
from raccord.regulation.marking import Case, Entry, EntryError, format_entry, parse_entry
from raccord.regulation.marking.entry import FLAGS, way_of
from raccord.regulation.marking.entry_links import draw
from tests.regulation.marking.all_cases import CASES


def slip(line: str) -> Slip:
    entry = parse_entry(line)
    assert entry.kind == "slip"
    assert entry.slip is not None
    return entry.slip


def test_reference_word_and_score() -> None:
    assert parse_entry("12 H4 RETINAS 74") == Entry(
        "slip", 12, Slip(word="RETINAS", direction="across", reference="H4", score=74)
    )


def test_a_reference_down_and_lower_case() -> None:
    assert slip("3 4h retinas 74") == Slip(
        word="RETINAS", direction="down", reference="4H", score=74
    )


def test_accents_are_welcome() -> None:
    assert slip("3 4H élu 7").word == "ELU"


def test_the_joker_stands_in_parentheses() -> None:
    assert slip("12 H4 RET(I)NAS 72").word == "RET(I)NAS"


def test_the_direction_may_differ_from_the_reference() -> None:
    assert slip("12 H4 v RETINAS 74").direction == "down"


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("12 =", Entry("top", 12)),
        ("12 -", Entry("none", 12)),
        ("=", Entry("rest")),
        ("= reste", Entry("rest")),
        ("  7   =  ", Entry("top", 7)),
    ],
)
def test_short_forms(line: str, entry: Entry) -> None:
    assert parse_entry(line) == entry


def test_links_end_on_the_letter_they_cross() -> None:
    grid = "...R\n...E\n...P\n...O\nMAIS\n...E\n...R"
    assert slip("12 v MAIS/ REPOSER 11").grid == grid
    assert slip("12 v REPO[MAI<]SER 11").grid == grid
    assert slip("12 MAIS/ REPOSER 11").direction == "down"


def test_links_on_both_sides() -> None:
    assert slip("1 v O[I<>ON]SER").grid == ".O\nISON\n.E\n.R"


def test_links_of_a_word_across_stand_above_and_below() -> None:
    assert slip("1 > /NEZ EPURERN 13").grid == "EPURERN\n......E\n......Z"


def test_links_may_stand_apart() -> None:
    assert slip("12 v REPO[M..I<]SER").grid == "....R\n....E\n....P\n....O\nM..IS\n....E\n....R"
    assert slip("12 v M.IS/ REPOSER").grid == "...R\n...E\n...P\n...O\nM.IS\n...E\n...R"


def test_any_grid_is_written_row_after_row() -> None:
    expected = Slip(word="ENTE", direction="across", grid="...ENTE\nINES", score=14)
    assert slip("12 > ENTE 14 :...ENTE/INES") == expected
    assert slip("12 > ENTE 14 :3ente/ines") == expected
    assert slip("12 > :3ENTE/INES ENTE 14") == expected
    assert slip("12 14 :3E(N)TE/INES") == Slip(grid="...E(N)TE\nINES", score=14)


def test_what_is_not_there_is_a_dot() -> None:
    assert slip("12 .") == Slip()
    assert slip("12 7D . 11") == Slip(direction="down", reference="7D", score=11)
    assert slip("12 7D ? REPOSER").direction is None


def test_quotes_keep_what_was_written() -> None:
    assert slip('12 "7 d" v "r e p ; ""s""" 11') == Slip(
        word='r e p ; "s"', direction="down", reference="7 d", score=11
    )
    assert slip('12 "REP?SER" 11') == Slip(word="REP?SER", score=11)


def test_what_is_said_for_the_whole_slip_comes_first() -> None:
    found = slip("12 11 !rature ;; 7D REPOSER ; 7F POSER !illisible")
    assert (found.score, found.flags) == (11, (Flag.HARD_TO_READ,))
    assert [one.flags for one in found.solutions] == [(), (Flag.ILLEGIBLE_WORD,)]
    assert len(slip("12 ;; 7D REPOSER").solutions) == 1


def test_a_disciplinary_warning_goes_with_the_top_with_no_slip_and_with_any_ruling() -> None:
    warned = (Flag.MISCONDUCT,)
    assert parse_entry("12 = !conduite") == Entry("top", 12, flags=warned)
    assert parse_entry("12 - !conduite") == Entry("none", 12, flags=warned)
    assert parse_entry("12 + !conduite") == Entry("more", 12, flags=warned)


def test_several_solutions_stand_on_both_sides_of_a_semicolon() -> None:
    found = slip("12 H4 RETINAS 74;4H TARIN 12 !rature")
    assert [one.word for one in found.solutions] == ["RETINAS", "TARIN"]
    assert found.flags == (Flag.HARD_TO_READ,)


def test_an_illegible_reference_is_two_question_marks() -> None:
    assert slip("12 ?? RETINAS 74").reference == "??"


def test_a_blank_slip_needs_no_word() -> None:
    assert slip("12 !vierge") == Slip(flags=(Flag.BLANK,))


ERRORS = {
    "": (1, "numéro de table"),
    "x H4 RETINAS": (1, "numéro de table"),
    "0 =": (1, "numéro de table"),
    "12": (3, "solution"),
    "12 H4": (6, "mot"),
    "12 H4 v": (8, "mot"),
    "12 v MAIS/": (11, "mot"),
    "12 H4 RET1NAS 3": (10, "signe inattendu dans le mot : 1"),
    "12 H4 RETINAS abc": (15, "score"),
    "12 H4 RETINAS 3 4": (17, "rien n'est attendu"),
    "12 = 3": (6, "rien n'est attendu"),
    "12 = !tard": (6, "ne va pas avec ="),
    "12 +": (5, "!conduite"),
    "= tout": (3, "reste"),
    "= reste !conduite": (9, "reste"),
    '12 "RETI': (4, "second"),
    "12 A :3B :2C": (10, "un seul quadrillage"),
    "12 A :33": (6, "des lettres"),
    "12 A :3B/2*C": (11, "quadrillage : *"),
    "12 v RE[MA<]PO :3B": (19, "déjà dans le quadrillage"),
    "12 11 ;; ": (7, "de chaque côté"),
    "12 11 ;; A ;; B": (12, "qu'une fois"),
    "12 RETINAS !foo": (12, "marque inconnue"),
    "12 A ; ": (6, "de chaque côté"),
    "12 v REPO[MAI]SER": (10, "[MAI<]"),
    "12 v REPOSER[MAI<]": (19, "après ]"),
    "12 v MAIR/ REPOSER": (6, "plusieurs fois"),
    "12 v MAIZ/ REPOSER": (6, "absente"),
}


@pytest.mark.parametrize(("line", "error"), ERRORS.items(), ids=map(repr, ERRORS))
def test_an_error_names_the_column_and_what_was_expected(line: str, error: tuple[int, str]) -> None:
    column, expected = error
    with pytest.raises(EntryError) as caught:
        parse_entry(line)
    assert caught.value.column == column
    assert expected in str(caught.value)


WORDS = st.lists(
    st.one_of(st.sampled_from("AEIRSTZ"), st.sampled_from("AEIRSTZ").map("({})".format)),
    min_size=1,
    max_size=9,
).map("".join)
REFERENCES = st.one_of(st.none(), st.sampled_from(["H4", "4H", "O15", "15O", "A1", "??"]))


@st.composite
def solutions(draw_: st.DrawFn) -> Slip:
    word, reference = draw_(WORDS), draw_(REFERENCES)
    ways: list[Literal["across", "down"]] = ["across", "down"]
    direction = draw_(st.sampled_from(ways))
    length = len([c for c in word if c not in "()"])
    side = st.text("AEIRST", max_size=4)
    pairs = st.tuples(side, side).filter(any)
    links = draw_(st.dictionaries(st.integers(0, length - 1), pairs, max_size=2))
    grid = draw(word, links, Direction(direction)) if links else None
    return Slip(
        word=word,
        direction=direction if links or reference == "??" else way_of(reference) or direction,
        reference=reference,
        grid=grid,
        score=draw_(st.one_of(st.none(), st.integers(0, 9999))),
    )


SLIPS = st.builds(
    lambda found, flags: (
        Slip(
            word=found[0].word,
            direction=found[0].direction,
            reference=found[0].reference,
            grid=found[0].grid,
            score=found[0].score,
            flags=flags,
        )
        if len(found) == 1
        else Slip(solutions=tuple(found), flags=flags)
    ),
    st.lists(solutions(), min_size=1, max_size=3),
    st.lists(st.sampled_from(sorted(FLAGS.values())), unique=True, max_size=3).map(tuple),
)
CONDUCT = st.just((Flag.MISCONDUCT,))
ENTRIES = st.one_of(
    st.just(Entry("rest")),
    st.builds(Entry, st.sampled_from(["top", "none"]), st.integers(1, 9999)),
    st.builds(Entry, st.sampled_from(["top", "none", "more"]), st.integers(1, 9999), flags=CONDUCT),
    st.builds(Entry, st.just("slip"), st.integers(1, 9999), SLIPS),
)


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_every_slip_of_the_cases_survives_the_line(case: Case) -> None:
    entry = Entry("slip", 12, case.slip.slip())
    assert parse_entry(format_entry(entry)) == entry


GRIDS = st.lists(st.text("AEZ.", max_size=6), min_size=1, max_size=5).map("\n".join)
VERBATIM = st.text('AEZez é"?.()[];/:!-7', min_size=1, max_size=8)
ANY_ONE = st.builds(
    Slip,
    word=st.one_of(st.just(""), WORDS, VERBATIM),
    direction=st.sampled_from([None, "across", "down"]),
    reference=st.one_of(REFERENCES, VERBATIM),
    grid=st.one_of(st.none(), GRIDS.filter(lambda grid: any(c.isalpha() for c in grid))),
    score=st.one_of(st.none(), st.integers(-99999, 99999)),
    flags=st.lists(st.sampled_from(Flag), unique=True, max_size=3).map(tuple),
)
ANY_SLIP = st.builds(
    lambda own, solutions: msgspec.structs.replace(own, solutions=solutions),
    ANY_ONE,
    st.lists(ANY_ONE, max_size=3).map(tuple),
)


@settings(deadline=None)
@given(ANY_SLIP)
def test_any_slip_can_be_written_on_a_line(written: Slip) -> None:
    assert slip(format_entry(Entry("slip", 3, written))) == written


@settings(deadline=None)
@given(ENTRIES)
def test_what_is_formatted_reads_back(entry: Entry) -> None:
    assert parse_entry(format_entry(entry)) == entry


def error_column(line: str) -> int | None:
    try:
        parse_entry(line)
    except EntryError as error:
        return error.column
    return None


@settings(deadline=None)
@given(st.text("12 HREAS()[]<>/;=-!?v.7é", max_size=30))
def test_any_line_gives_an_entry_or_an_error_within_it(line: str) -> None:
    column = error_column(line)
    assert column is None or 1 <= column <= len(line) + 1
