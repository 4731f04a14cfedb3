"""Lessons, puzzles, statistics and rating of Jarnac."""

from datetime import date

import pytest

from raccord import jarnac, wordlists
from raccord.hall.jarnac.figures import figures
from raccord.hall.jarnac.finished import reopened
from raccord.hall.jarnac.lessons import LESSONS, Lesson, Try, judged, lesson
from raccord.hall.jarnac.puzzles import SHORTEST, attempted, daily, solutions
from raccord.jarnac import FORMULAS, LEVELS, plays
from raccord.jarnac.auto import play_out
from raccord.lexicon import Lexicon


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return wordlists.load("fr-libre")


RIGHT = {
    "changer": Try(word="KWZ"),
    "contester": Try(choice="contest"),
    "gagner": Try(choice="draw"),
}
WRONG = {
    "poser": (Try(word="ZZZ"), "il manque"),
    "rallonger": (Try(word="SON"), "on demande une rallonge"),
    "melanger": (Try(word="RATE", line=1), "ne doit pas commencer"),
    "jarnac": (Try(word="XYZ", line=1), "retire"),
    "reliquat": (Try(word="WAGONS", line=1), "on demande un mot nouveau"),
    "changer": (Try(word="KW"), "exactement trois"),
    "contester": (Try(choice="leave"), "mauvais"),
    "competition": (Try(word="LACS", line=1), "entrée commune"),
    "gagner": (Try(choice="A"), "70 points"),
}


@pytest.mark.parametrize("found", LESSONS, ids=lambda one: one.id)
def test_every_lesson_can_be_solved_and_says_why_not(found: Lesson, lexicon: Lexicon) -> None:
    assert lesson(found.id) == found
    attempts = (
        [RIGHT[found.id]]
        if found.id in RIGHT
        else [
            Try(word=play.word, line=play.line)
            for play in plays(lexicon, found.mat, FORMULAS[found.formula])
        ]
    )
    assert any(judged(found, attempt, lexicon).ok for attempt in attempts)
    wrong, why = WRONG[found.id]
    answer = judged(found, wrong, lexicon)
    assert not answer.ok
    assert why in answer.text


def test_the_puzzle_of_a_day_is_the_same_for_all_and_worth_looking_for(lexicon: Lexicon) -> None:
    puzzle = daily(date(2026, 11, 17), lexicon)
    assert puzzle == daily(date(2026, 11, 17), lexicon)
    assert puzzle.plays != daily(date(2026, 11, 18), lexicon).plays
    best = puzzle.plays[0]
    assert len(best.word) >= SHORTEST
    answer = attempted(puzzle, best.word, best.line)
    assert (answer.ok, answer.best) == (True, True)
    worst = puzzle.plays[-1]
    if len(worst.word) < len(best.word):
        assert not attempted(puzzle, worst.word, worst.line).best
    assert not attempted(puzzle, "ZZZ", None).ok
    assert solutions(puzzle)[0].word == best.word
    assert sum(solutions(puzzle)[0].lit) == len(best.word) - len(solutions(puzzle)[0].old)


def test_figures_and_ratings_follow_results_of_those_with_a_name(lexicon: Lexicon) -> None:
    strong, weak = LEVELS["maitre"], LEVELS["debutant"]
    games = [play_out(jarnac.Settings(), lexicon, (strong, weak), seed) for seed in range(3)]
    states = [reopened(game.events, ("Zoé", "Luc")) for game in games]
    states += [reopened(games[0].events, ("Joueur A", "Luc"))]
    states += [reopened(games[0].events, ("ZOE", "luc"))]
    lines = figures(states)
    assert {line.name for line in lines} == {"Zoé", "Luc"}
    by_name = {line.name: line for line in lines}
    wins = sum(game.state.ended.winner == "A" for game in [*games, games[0]] if game.state.ended)
    assert by_name["Zoé"].wins == wins
    assert by_name["Zoé"].games == by_name["Luc"].games == 4
    assert by_name["Zoé"].wins + by_name["Zoé"].draws + by_name["Luc"].wins == 4
    assert by_name["Zoé"].jarnacs == by_name["Luc"].suffered
    if wins >= 3:
        assert by_name["Zoé"].rating > 1500 > by_name["Luc"].rating
    assert by_name["Zoé"].deviation < 350
    assert lines[0].rating >= lines[1].rating
