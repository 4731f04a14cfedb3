"""A hall of 1,000 different slips on one turn, ruled on one core; the best of some rounds.

python bench/marking.py [--hall 1000] [--rounds 5]
"""

import argparse
import random
import time

import msgspec

from raccord.board import Board, Direction, Move, Solution, format_word, moves
from raccord.regulation import EDITION_IDS, EditionId, Flag, Ruling, Slip
from raccord.regulation.marking import Situation, judge
from raccord.wordlists import load

PLACED = ("H4 MAISON", "9H NOTES", "L9 SAISON", "12J ROSEES", "5F CHARME", "O9 RUES")
DRAW = "AEIRST?"


def written(solution: Solution) -> Slip:
    move = solution.move
    return Slip(
        word=format_word(move.word),
        direction="across" if move.reference.direction is Direction.ACROSS else "down",
        reference=str(move.reference),
        score=solution.score,
    )


def spoil(slip: Slip, chance: random.Random) -> Slip:
    """Half the hall is right; the others make every kind of fault."""
    off = chance.choice("ABCDEFGHIJKLMNO") + str(chance.randrange(1, 16))
    faults: list[dict[str, object]] = [
        {"score": None},
        {"score": (slip.score or 0) + 2},
        {"reference": None},
        {"reference": off},
        {"reference": off[1:] + off[0]},
        {"reference": "~"},
        {"word": slip.word.replace("(", "").replace(")", "")},
        {"word": slip.word + "S"},
        {"word": slip.word[:-1]},
        {"direction": "down" if slip.direction == "across" else "across"},
        {"flags": (Flag.HARD_TO_READ,)},
        {"word": slip.word, "reference": None, "grid": slip.word},
    ]
    if chance.random() < 0.5:
        return slip
    return msgspec.structs.replace(slip, **chance.choice(faults))


def hall(size: int, situation: Situation) -> list[Slip]:
    chance = random.Random(2017)
    found = list(moves(situation.board, situation.draw, load("fr-libre")))
    slips: dict[Slip, None] = {}
    while len(slips) < size:
        slips[spoil(written(chance.choice(found)), chance)] = None
    return list(slips)


def timed(situation: Situation, slips: list[Slip]) -> tuple[float, float, list[Ruling]]:
    wall, work = time.perf_counter(), time.process_time()
    rulings = [judge(situation, slip) for slip in slips]
    return time.perf_counter() - wall, time.process_time() - work, rulings


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--hall", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    size = options.hall
    board = Board.empty()
    for text in PLACED:
        board = board.place(Move.parse(text))
    lexicon = load("fr-libre")

    def turn(edition: EditionId) -> Situation:
        return Situation(board, DRAW, 7, lexicon, edition=edition)

    slips = hall(size, turn("2017"))
    for edition in EDITION_IDS:
        rounds = [timed(turn(edition), slips) for _ in range(options.rounds)]
        wall, work = min(wall for wall, _, _ in rounds), min(work for _, work, _ in rounds)
        rulings = rounds[0][2]
        counts = {s: sum(r.sanction == s for r in rulings) for s in {r.sanction for r in rulings}}
        shares = ", ".join(f"{s.value} {n}" for s, n in sorted(counts.items()))
        print(f"{edition:8} {size} slips in {wall:.3f} s, {work:.3f} s of processor ({shares})")


if __name__ == "__main__":
    main()
