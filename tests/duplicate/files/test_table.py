import pytest

from raccord.documents.game import game_sheet
from raccord.documents.sheets import csv_of, rows_of
from raccord.duplicate import NotATableError, autoplay
from raccord.duplicate.evolve import fold
from raccord.duplicate.files import fair_draws, table
from raccord.duplicate.files.replay import Replay, replay_rows
from raccord.duplicate.files.seeing import replay_seen
from raccord.duplicate.rules import formulas
from raccord.lexicon import Lexicon
from raccord.regulation.editions import EDITIONS
from tests.duplicate.helpers import frame


def replayed(text: str, lexicon: Lexicon, *, strict: bool = False) -> Replay:
    sheet = table.loads(text)
    formula = sheet.notes.get("formula", "classic")
    return replay_rows(sheet.rows, frame(lexicon, formula=formula), strict=strict)


@pytest.mark.parametrize("name", ["classic", "joker", "7sur8", "7et8+joker", "7-8-9"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_table_we_write_reads_back(french: Lexicon, name: str, seed: int) -> None:
    secret = fair_draws.secret_of_seed(seed)
    game = list(autoplay(french, secret, formula=formulas.parse(name), samples=0))
    found = replayed(table.dumps(game), french)
    assert found.failures == []


@pytest.fixture(scope="module")
def words() -> Lexicon:
    return Lexicon.of(["OS", "OSE", "ROSE", "SEL", "ET"], "essai")


def line(turn: int, draw: str, word: str, reference: str, points: int, total: int) -> str:
    return f"{turn}|{draw}|{word}|{reference}|{points}|{total}"


OPENING = line(1, "EOSBCDA", "OSE", "H8", 6, 6)


def kinds(found: Replay) -> list[tuple[int, str]]:
    return [(f.turn, f.kind) for f in found.failures]


def test_a_true_table_is_reproduced(words: Lexicon) -> None:
    text = "\n".join([OPENING, line(2, "BCDA+RTU", "ROSE", "H 7", 4, 10)])
    found = replayed(text, words)
    assert (found.turns, found.total, found.failures) == (2, 10, [])


@pytest.mark.parametrize("reference", ["H7", "H 7", " h7 "])
def test_spaces_and_case_in_references_are_welcome(words: Lexicon, reference: str) -> None:
    text = "\n".join([OPENING, line(2, "BCDA+RTU", "rose", reference, 4, 10)])
    assert replayed(text, words).is_faithful


def test_comments_header_accents_and_blank_lines_are_welcome(words: Lexicon) -> None:
    text = f"\ufeff# Coupe d'été\nCoup|Tirage|Mot|Réf|Points|Total\n\n{OPENING}\n"
    text += "2|bcda+rtu|rosé|H7|4|10\n3|BCDATU+V||||\n\n"
    assert replayed(text, words).is_faithful


def test_false_points_are_reported_and_the_game_followed_on(words: Lexicon) -> None:
    text = "\n".join(
        [line(1, "EOSBCDA", "OSE", "H8", 7, 7), line(2, "BCDA+RTU", "ROSE", "H7", 4, 11)]
    )
    assert kinds(replayed(text, words)) == [(1, "points")]


def test_a_false_total_is_reported_once(words: Lexicon) -> None:
    text = "\n".join(
        [line(1, "EOSBCDA", "OSE", "H8", 6, 60), line(2, "BCDA+RTU", "ROSE", "H7", 4, 64)]
    )
    assert kinds(replayed(text, words)) == [(1, "total")]


def test_a_false_leave_is_reported(words: Lexicon) -> None:
    text = "\n".join([OPENING, line(2, "BCDT+RAU", "ROSE", "H7", 4, 10)])
    assert kinds(replayed(text, words)) == [(2, "leave")]


def test_a_redrawn_turn_keeps_no_leave(words: Lexicon) -> None:
    text = "\n".join([OPENING, line(2, "-RTUAELM", "ROSE", "H7", 4, 10)])
    assert replayed(text, words).is_faithful
    silent = text.replace("-RTU", "RTU")
    assert kinds(replayed(silent, words)) == [(2, "leave")]


def test_letters_that_are_not_in_the_bag_are_reported(words: Lexicon) -> None:
    text = line(1, "EOSKKDA", "OSE", "H8", 6, 6)
    found = replayed(text, words)
    assert kinds(found) == [(1, "draw")]
    assert "K en trop" in found.failures[0].message


def test_a_move_that_does_not_fit_is_reported(words: Lexicon) -> None:
    text = "\n".join([OPENING, line(2, "BCDA+RTU", "ROSE", "A1", 4, 10)])
    assert (2, "move") in kinds(replayed(text, words))


def test_an_unknown_word_is_a_remark_unless_strict(words: Lexicon) -> None:
    text = line(1, "EOSBCDA", "BOSCADE", "H2", 76, 76)
    found = replayed(text, words)
    assert found.is_faithful
    assert [r.kind for r in found.remarks] == ["unknown-word"]
    assert kinds(replayed(text, words, strict=True)) == [(1, "unknown-word")]


def test_a_joker_stands_in_parentheses_or_in_lower_case(words: Lexicon) -> None:
    for word in ("OS(E)", "OSe"):
        assert replayed(line(1, "?OSBCDA", word, "H8", 4, 4), words).is_faithful


def test_an_unmarked_joker_is_found_from_the_points(words: Lexicon) -> None:
    found = replayed(line(1, "?OSBCDA", "OSE", "H8", 4, 4), words)
    assert found.is_faithful
    assert [r.kind for r in found.remarks] == ["joker"]


def test_a_joker_already_on_the_board_may_stay_in_parentheses(words: Lexicon) -> None:
    text = "\n".join(
        [
            line(1, "?OSBCDA", "OS(E)", "H8", 4, 4),
            line(2, "BCDA+RTU", "ROS(E)", "H7", 3, 7),
        ]
    )
    assert replayed(text, words).is_faithful


def test_an_invalid_draw_is_a_remark(words: Lexicon) -> None:
    found = replayed(line(1, "EOSEAIO", "OSE", "H8", 6, 6), words)
    assert found.is_faithful
    assert [r.kind for r in found.remarks] == ["invalid-draw"]


def test_words_printed_one_line_below_are_brought_back(words: Lexicon) -> None:
    text = "1|EOSBCDA||||\n2|BCDA+RTU|OSE|H8|6|6\n3||ROSE|H7|4|10\n"
    found = replayed(text, words)
    assert (found.turns, found.failures) == (2, [])


@pytest.mark.parametrize("word", ["ROSE*", "ROSE *", "ROS(E)*"])
def test_a_star_behind_a_word_says_it_is_new_in_the_list(words: Lexicon, word: str) -> None:
    first = line(1, "?OSBCDA", "OS(E)*", "H8", 4, 4)
    text = "\n".join([first, line(2, "BCDA+RTU", word, "H7", 3, 7)])
    assert replayed(text, words).is_faithful


def test_a_table_that_stops_is_followed_as_far_as_it_goes(words: Lexicon) -> None:
    second = line(2, "BCDA+RTU", "ROSE", "H7", 4, 10)
    for rest in (
        "3|BCDATU+V||||\n4|||||\n5|||||",
        "3|BCDATU+V|SEL",
        "3|BCDATU+V|SEL||",
        "3|BCDA%%",
        "Top : 10 points",
        "3|BCDATU+V||||\nsuite au prochain numéro",
    ):
        found = replayed("\n".join([OPENING, second, rest]), words)
        assert (found.turns, found.total, found.failures) == (2, 10, []), rest
        assert [r.kind for r in found.remarks] == ["partial"], rest


def test_a_table_with_a_hole_is_not_a_table_that_stops(words: Lexicon) -> None:
    last = line(3, "BCDA+RTU", "ROSE", "H7", 4, 10)
    assert (2, "move") in kinds(replayed("\n".join([OPENING, "2|BCDA+RTU||||", last]), words))
    with pytest.raises(NotATableError, match="ligne 2"):
        table.loads("\n".join([OPENING, "2|BCDA+RTU|ROSE|||", last]))


@pytest.mark.parametrize("name", ["classic", "joker", "7et8", "7et8+joker", "7-8-9+joker"])
def test_the_formula_is_seen_from_the_draws_when_nothing_says_it(
    french: Lexicon, name: str
) -> None:
    secret = fair_draws.secret_of_seed(4)
    game = list(autoplay(french, secret, formula=formulas.parse(name), samples=0))
    bare = "\n".join(row for row in table.dumps(game).splitlines() if not row.startswith("#"))
    rows = table.loads(bare.replace("(", "").replace(")", "")).rows
    formula, found = replay_seen(rows, french, EDITIONS["2017"])
    # Where nobody laid eight tiles, 7 sur 8 and 7 et 8 are one.
    assert formula.name.replace("7sur8", "7et8") == name
    assert found.is_faithful


def test_a_missing_turn_is_reported(words: Lexicon) -> None:
    text = "\n".join([OPENING, line(3, "BCDA+RTU", "ROSE", "H7", 4, 10)])
    assert kinds(replayed(text, words)) == [(3, "turn")]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "aucun coup"),
        ("# rien\n", "aucun coup"),
        ("bonjour", "table de club"),
        ("1|A|B|C|1|2|3|4", "ligne 1"),
        ("1|AB3|||| ", "tirage"),
        ("1|ABC|MOT||3|3", "référence"),
        ("1|ABC|MOT|Z99|3|3", "coup illisible"),
        ("1|ABC|MOT|H4|trois|3", "points"),
        ("1|ABC|MOT|H4|-3|3", "points"),
    ],
)
def test_a_text_that_is_no_table_is_refused_with_its_line(text: str, reason: str) -> None:
    with pytest.raises(NotATableError, match=reason):
        table.loads(text)


@pytest.mark.parametrize("separator", [";", "\t"])
def test_a_table_out_of_a_spreadsheet_is_read(words: Lexicon, separator: str) -> None:
    rows = [OPENING, line(2, "BCDA+RTU", "ROSE", "H7", 4, 10)]
    assert replayed("\n".join(rows).replace("|", separator), words).is_faithful


def test_columns_are_found_by_their_titles_in_any_order(words: Lexicon) -> None:
    text = "\n".join(
        [
            'N°;"Tirage";Remarque;Place;Mot;Score;Cumul',
            '1;EOSBCDA;"beau ; coup";H8;OSE;6;6',
            "2;BCDA+RTU;;H7;ROSE;4;10",
        ]
    )
    assert replayed(text, words).is_faithful


@pytest.mark.parametrize("name", ["classic", "7et8+joker"])
def test_the_spreadsheet_of_a_game_sheet_is_read_back(french: Lexicon, name: str) -> None:
    rejected = 0
    for seed in range(1, 6):
        secret = fair_draws.secret_of_seed(seed)
        state = fold(list(autoplay(french, secret, formula=formulas.parse(name), samples=0)))
        rejected += sum(bool(turn.rejected) for turn in state.turns)
        told = table.loads(csv_of(rows_of(game_sheet(state))).decode("utf-8"))
        found = replay_rows(told.rows, frame(french, formula=name))
        assert found.failures == []
    assert rejected, "a draw that replaces another is tried too"


@pytest.mark.parametrize("text", ["coucou", "%PDF-1.7 abc\nxref\n", "Bonjour,\nvoici la partie."])
def test_what_is_no_table_is_told_with_the_forms_that_are_read(text: str) -> None:
    with pytest.raises(NotATableError, match=r"JSON, GCG.*coup\|tirage\|mot\|référence"):
        table.loads(text)
