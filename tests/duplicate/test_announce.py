"""Announcements, word for word."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from raccord.board import ALPHABET, Board, Move, score
from raccord.duplicate import Pace
from raccord.duplicate.announce import (
    COUNTRIES,
    Announcement,
    Part,
    announce_draw,
    announce_format,
    announce_signal,
    announce_solos,
    announce_top,
    is_format_told,
    letters,
    points,
)
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.clock import Signal
from raccord.duplicate.slips.ranking import SoloLine
from raccord.regulation import EditionId
from raccord.regulation.editions import EDITIONS

DRAWS = st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ?", max_size=4)


def said(announcement: Announcement, part: Part) -> list[str]:
    return [s.text for s in announcement.segments if s.part is part]


def test_the_spelling_table_gives_each_letter_a_name_that_starts_with_it() -> None:
    assert list(COUNTRIES) == list(ALPHABET)
    plain = {"É": "E"}
    assert all(plain.get(name[0], name[0]) == letter for letter, name in COUNTRIES.items())


def test_the_first_draw_is_its_letters_then_the_whole_with_like_letters_grouped() -> None:
    assert announce_draw("EAEIRS?").text == (
        "Égypte-E, Algérie-A, Égypte-E, Italie-I, Roumanie-R, Suisse-S, joker. "
        "Deux Égypte, Algérie, Italie, Roumanie, Suisse, joker."
    )


def test_a_leave_is_counted_and_named_in_alphabetical_order_joker_last() -> None:
    assert announce_draw("STR", "?UEL").text == (
        "Reliquat, quatre lettres : Égypte, Luxembourg, Uruguay, joker. "
        "Suisse-S, Tunisie-T, Roumanie-R. "
        "Égypte, Luxembourg, Uruguay, joker, Suisse, Tunisie, Roumanie."
    )


def test_one_letter_is_feminine_and_singular() -> None:
    announced = announce_draw("A", "E")
    assert said(announced, Part.COUNT) == ["Reliquat, une lettre :"]


def test_a_rejection_is_counted_and_has_no_leave() -> None:
    announced = announce_draw("ABEIRST", rejected=7)
    assert said(announced, Part.COUNT) == ["Rejet, sept lettres."]
    assert said(announced, Part.LEAVE) == []


def test_the_blitz_of_2017_repeats_letters_alone() -> None:
    announced = announce_draw("EES", "A?", letters_only=True)
    assert said(announced, Part.LEAVE) == ["Algérie, joker."]
    assert said(announced, Part.NEW) == ["Égypte-E, Égypte-E, Suisse-S."]
    assert said(announced, Part.DRAW) == ["A, joker, deux E, S."]


def test_in_2023_a_joker_drawn_is_called_only_a_blank_letter() -> None:
    called = EDITIONS["2023"].joker_called.value
    announced = announce_draw("E?S", "?A", joker=called)
    assert said(announced, Part.NEW) == ["Égypte-E, Joker – Lettre blanche, Suisse-S."]
    assert said(announced, Part.LEAVE) == ["Algérie, joker."]
    assert said(announced, Part.DRAW) == ["Algérie, deux jokers, Égypte, Suisse."]
    assert EDITIONS["2017"].joker_called.value == "joker"


def test_two_jokers_take_their_plural() -> None:
    assert said(announce_draw("??A"), Part.DRAW) == ["Deux jokers, Algérie."]


def test_a_draw_of_leave_alone_repeats_it() -> None:
    assert said(announce_draw("", "AE"), Part.NEW) == []
    assert said(announce_draw("", "AE"), Part.DRAW) == ["Algérie, Égypte."]


@given(DRAWS, DRAWS)
def test_every_letter_of_the_draw_is_said_as_often_as_it_is_there(new: str, leave: str) -> None:
    (whole,) = said(announce_draw(new, leave), Part.DRAW) or [""]
    numbers = ["zéro", "une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit"]
    names = {name.lower(): letter for letter, name in COUNTRIES.items()}
    names |= {"joker": "?", "jokers": "?"}
    heard: Counter[str] = Counter()
    for item in filter(None, whole.rstrip(".").lower().split(", ")):
        count, _, name = item.rpartition(" ")
        heard[names[name]] += numbers.index(count or "une")
    assert heard == Counter(leave + new)


def test_blitz_signals_the_last_twenty_seconds() -> None:
    assert announce_signal(Signal.LAST, Pace(60, 20), EDITIONS["2017"]).text == "Vingt secondes."


def test_the_top_is_told_in_the_order_of_the_regulation() -> None:
    board = Board.empty()
    move = Move.parse("H4 RET(I)NAS")
    told = announce_top(move, score(board, move))
    assert [s.part for s in told.segments] == [
        Part.POINTS,
        Part.DIRECTION,
        Part.PLACE,
        Part.WORD,
        Part.SPELLING,
        Part.RECAP,
    ]
    assert told.text == (
        "64 points, à l'horizontale, en H4 : RETINAS. R, E, T, joker Italie, N, A, S. "
        "Je répète : RETINAS, H4, 64 points."
    )


def test_other_words_formed_are_named_before_the_recap() -> None:
    board = Board.empty().place(Move.parse("H4 MAISON"))
    move = Move.parse("10H SUER")
    told = announce_top(move, score(board, move))
    assert said(told, Part.DIRECTION) == ["à la verticale,"]
    assert said(told, Part.FORMED) == ["Mot formé : MAISONS."]
    assert said(told, Part.RECAP) == [f"Je répète : SUER, 10H, {score(board, move).total} points."]


def test_several_words_formed_end_with_and() -> None:
    board = Board.empty().place(Move.parse("H4 MAISON"))
    move = Move.parse("G5 ET")
    assert said(announce_top(move, score(board, move)), Part.FORMED) == ["Mots formés : EA et TI."]


def test_a_joker_already_on_the_board_is_spelled_as_a_letter() -> None:
    board = Board.empty().place(Move.parse("H4 MAI(S)ON"))
    move = Move.parse("7H SUER")
    assert said(announce_top(move, score(board, move)), Part.SPELLING) == ["S, U, E, R."]


def test_one_point_is_singular() -> None:
    assert [points(n) for n in (0, 1, 2, 74)] == ["0 point", "1 point", "2 points", "74 points"]
    assert letters(20) == "20 lettres"


def solo(turn: int, player: str, points: int, move: str = "", bonus: int = 0) -> SoloLine:
    return SoloLine(turn=turn, table=1, players=(player,), move=move, points=points, bonus=bonus)


def test_the_solos_are_told_in_the_order_of_the_turns() -> None:
    solos = [solo(4, "Zoé", 74, "H4 RETINAS", 10), solo(12, "Anne", 30, "", 10)]
    assert announce_solos(solos).text == (
        "Deux solos dans cette partie, 10 points de prime chacun. "
        "Coup 4 : Zoé, RETINAS en H4, 74 points. Coup 12 : Anne, 30 points."
    )


def test_a_single_solo_and_none_are_told_too() -> None:
    assert announce_solos([solo(1, "Léa", 22)]).text == (
        "Un solo dans cette partie. Coup 1 : Léa, 22 points."
    )
    assert announce_solos([]).text == "Aucun solo dans cette partie."


def test_the_kind_of_game_is_told_beforehand() -> None:
    assert announce_format("partie joker", Pace(60, 20)).text == "Partie joker, 1 min par coup."


@pytest.mark.parametrize(
    ("edition", "formula", "told"),
    [
        ("2023", "classic", False),
        ("2023", "blitz", True),
        ("2017", "classic", False),
        ("2017", "blitz", True),
        ("2017", "joker", True),
        ("2010", "classic", True),
        ("undated", "joker", False),
    ],
)
def test_each_edition_says_whether_players_must_be_told(
    edition: EditionId, formula: str, told: bool
) -> None:
    assert is_format_told(EDITIONS[edition], formulas.parse(formula)) is told
