"""Random positions with real words, and slips printed from legal moves."""

import random
from dataclasses import dataclass
from functools import cache
from typing import Literal

from hypothesis import strategies as st

from raccord.board import Board, Direction, Move, Solution, moves
from raccord.board.tiles import FRENCH
from raccord.lexicon import Lexicon
from raccord.regulation import EDITION_IDS, EditionId, Slip
from raccord.regulation.marking import Situation

_TEXT = """
AA AH AI AIR AIRE AIRES AN ANE ANES ANS ARE ARES ART ARTS AS ASE AU AUNE AUX AVE AVION BAR BARRE
BAS BASE BEE BES BON BORD BU BUE BUES BUS CAR CARTE CAS CE CES CRI CRIE CRIS DE DES DO DU DUE DUES
EH EN ES EST ET ETA ETAT ETE ETES ETRE EU EUE EUES EUS EUX FA FI GEL GELE IL ILS IRA IRE ITEM JE
JEU KA KAS LA LAC LACS LAS LE LES LU LUE LUES LUNE LUNES LUS MA MAI MAIN MAINS MAIS MAISON MAISONS
MAL MARE MARES MAT MATE MATS ME MER MERE MERES MES MI MIE MIES MIS MISE MISES MON MOT MOTS NA NE
NEE NEES NES NET NETS NEZ NI NID NIDS NO NON NOS NOTE NOTES NU NUE NUES NUS OR ORE ORES ORS OS OSE
OSER OSES OU PAR PARE PARER PARES PAS PEU PI PIE PIES PIRE PIRES PLI PLIE PLIS PORE PORES POSE
POSER POSES PRE PRES PRO PROS PU PUR PURE PURES PURS RA RAS RAT RATE RATER RATES RATS RE REE REES
RES RI RIE RIEN RIENS RIS ROSE ROSES RU RUE RUES RUS SA SE SEL SELS SEN SENS SES SET SETS SI SIX
SOI SOL SOLE SOLES SOLS SON SONS SU SUE SUER SUES SUR SURE SURES SURS SUS TA TAN TANS TAS TE TES
TIR TIRE TIRER TIRES TIRS TON TONE TONS TU TUE TUER TUES UN UNE UNES UNS URE US USE USER USES UT
VA VAN VANS VAS VE VIN VINS VOL VOLE VOLER VOLES VOLS VU VUE VUES VUS WU YEN YENS
"""
WORDS = _TEXT.split()


@cache
def lexicon() -> Lexicon:
    return Lexicon.of(WORDS)


@dataclass(frozen=True)
class Position:
    board: Board
    draw: str
    turn: int
    found: tuple[Solution, ...]

    def situation(self, edition: EditionId) -> Situation:
        return Situation(self.board, self.draw, self.turn, lexicon(), edition=edition)


@cache
def position(seed: int) -> Position:
    """A few moves from an empty board, then a draw with at least one move."""
    chance = random.Random(seed)
    bag = list(FRENCH.letters())
    chance.shuffle(bag)
    board, turn = Board.empty(), 1
    for _ in range(chance.randrange(1, 6)):
        found = list(moves(board, "".join(bag[:7]), lexicon()))
        if found:
            board = board.place(chance.choice(found).move)
            turn += 1
        del bag[:7]
    while True:
        draw = "".join(bag[:7])
        found = list(moves(board, draw, lexicon()))
        if found or not bag:
            return Position(board, draw, turn, tuple(found))
        del bag[:7]


POSITIONS = st.integers(0, 150).map(position).filter(lambda p: p.found)
EDITIONS = st.sampled_from(EDITION_IDS)


def written_word(board: Board, move: Move) -> str:
    """The word with its jokers circled; a joker on the board is not."""
    squares = move.reference.squares(len(move.word)) or []
    return "".join(
        f"({c.upper()})" if c.islower() and board.is_free(s) else c.upper()
        for s, c in zip(squares, move.word, strict=True)
    )


def direction_of(move: Move) -> Literal["across", "down"]:
    return "across" if move.reference.direction is Direction.ACROSS else "down"


def by_reference(board: Board, solution: Solution) -> Slip:
    move = solution.move
    return Slip(
        word=written_word(board, move),
        direction=direction_of(move),
        reference=str(move.reference),
        score=solution.score,
    )


def by_links(board: Board, solution: Solution) -> Slip:
    """The whole board copied around the word."""
    move = solution.move
    after = board.place(move)
    grid = "\n".join(line.upper() for line in str(after).splitlines())
    return Slip(
        word=written_word(board, move),
        direction=direction_of(move),
        score=solution.score,
        grid=grid,
    )
