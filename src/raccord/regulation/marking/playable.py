"""Where a word can be played on a turn: what a marker's line is completed with."""

from raccord.board import Direction
from raccord.regulation.marking.first import opening
from raccord.regulation.marking.places import Option, legal_places
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.writing import parse_written_word


def playable(situation: Situation, word: str) -> tuple[Option, ...]:
    """Every move that plays the word as written, the best first; none where it cannot be."""
    letters, circles = parse_written_word(word) or ("", frozenset())
    if letters not in situation.lexicon:
        return ()
    if situation.is_first:
        found = opening(situation, letters, circles)
        options = [found.best(choice) for choice in found.by_choice]
    else:
        places = (legal_places(situation, letters, way, circles) for way in Direction)
        options = [option for way in places for place in way for option in place.options]
    return tuple(sorted(options, key=lambda option: (-option.points, str(option))))
