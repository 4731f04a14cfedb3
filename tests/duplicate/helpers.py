"""Small games set up by hand."""

from collections.abc import Iterable
from typing import Any

from raccord.board import Board, Move, alphabetical, without
from raccord.duplicate import (
    Event,
    Formula,
    Frame,
    Phase,
    Position,
    State,
    decide,
    evolve,
    fold,
    open_game,
)
from raccord.duplicate.beside import NOTHING, Beside
from raccord.duplicate.commands import (
    Command,
    DeclareNoSolution,
    DrawBySoftware,
    GiveNumber,
    Open,
    Register,
    Retain,
    Reveal,
    Rule,
)
from raccord.duplicate.files import fair_draws
from raccord.duplicate.files.fair_draws import MIXED
from raccord.duplicate.queries import frame_of
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.ends import has_solution
from raccord.lexicon import Lexicon
from raccord.regulation import EditionId, Ruling, Sanction
from raccord.regulation.editions import EDITIONS

SECRET = fair_draws.secret_of_seed(1)


class Hall:
    """A game under way: ``do`` carries out commands and keeps the events."""

    def __init__(
        self,
        lexicon: Lexicon,
        edition: EditionId = "2017",
        formula: str | dict[str, Any] = "classic",
        beside: Beside = NOTHING,
        scheme: fair_draws.Scheme | None = None,
        awaits_publication: bool = False,
    ) -> None:
        self.lexicon = lexicon
        self.beside = beside
        read = formulas.parse(formula) if isinstance(formula, str) else formulas.custom(formula)
        command = Open(
            edition=edition,
            formula=read,
            secret=SECRET,
            scheme=scheme,
            awaits_publication=awaits_publication,
        )
        self.events: list[Event] = list(open_game(command, lexicon))
        self.state: State = fold(self.events)

    def do(self, *commands: Command) -> State:
        for command in commands:
            for event in decide(self.state, command, self.lexicon, 0, self.beside):
                self.events.append(event)
                self.state = evolve(self.state, event)
        return self.state

    def draw(self) -> State:
        return self.do(DrawBySoftware(secret=SECRET))

    def play(self, turns: int = 1) -> State:
        for _ in range(turns):
            self.draw()
            self.do(Retain())
        return self.state

    def enter(self, count: int) -> State:
        return self.do(*(Register(table=n, players=(f"Joueur {n}",)) for n in range(1, count + 1)))

    def award(self, turn: int, points: Iterable[int]) -> State:
        for table, value in enumerate(points, 1):
            self.do(Rule(turn=turn, table=table, ruling=ruling(value)))
        return self.state


def ruling(
    points: int,
    sanction: Sanction = Sanction.NONE,
    *,
    base: int | None = None,
    disciplinary: bool = False,
) -> Ruling:
    return Ruling(
        edition="2017",
        points=points,
        base=points if base is None else base,
        sanction=sanction,
        disciplinary=disciplinary,
    )


def frame(lexicon: Lexicon, edition: EditionId = "2017", formula: str = "classic") -> Frame:
    return Frame(lexicon, EDITIONS[edition], formulas.parse(formula))


def placed(*moves: str) -> Board:
    board = Board.empty()
    for move in moves:
        board = board.place(Move.parse(move))
    return board


def position(board: Board, pool: str, leave: str = "", formula: Formula | None = None) -> Position:
    """A position whose pool is given, whatever the board holds."""
    reserve = "?" if formula and formula.joker and "?" in pool else ""
    rest = pool.replace("?", "", 1) if reserve else pool
    return Position(board, alphabetical(without(rest, leave)), leave, reserve)


def fair_game(lexicon: Lexicon, number: str | None, formula: str = "classic") -> list[Event]:
    """A whole game that draws from a secret and, if given, a public number; the secret is out."""
    game = Hall(lexicon, formula=formula, scheme=MIXED)
    if number is not None:
        game.do(GiveNumber(number=number, source="dit par la salle"))
    while game.state.phase is not Phase.OVER:
        game.draw()
        if game.state.phase is Phase.DRAWN:
            playable = has_solution(
                game.state.position, game.state.rack, frame_of(game.state, lexicon)
            )
            game.do(Retain() if playable else DeclareNoSolution())
    game.do(Reveal(secret=SECRET))
    return game.events
