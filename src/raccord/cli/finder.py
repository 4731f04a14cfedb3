"""The top finder as values: a state, a typed line, the next state and what to say.

Nothing here prints or reads, so that any line can be tried in a test.
"""

from dataclasses import dataclass, field, replace
from enum import Enum

from raccord.board import (
    CLASSIC,
    Board,
    BoardError,
    Move,
    PlayRules,
    Solution,
    faults,
    new_squares,
    plain,
    score,
    solver_rack,
    tops,
    without,
)
from raccord.cli.answers import plural
from raccord.lexicon import Lexicon


class Show(Enum):
    """What the screen should draw after a line."""

    MESSAGE = "message"
    BOARD = "board"
    TOPS = "tops"
    HELP = "help"
    BYE = "bye"


@dataclass(frozen=True, slots=True)
class Played:
    """A move played and what it scored; the board, the draw and the leave before it."""

    move: Move
    points: int
    before: Board
    rack: str
    leave: str


@dataclass(frozen=True, slots=True)
class Finder:
    """Recherche en cours: the board, the moves played, the draw and its tops."""

    lexicon: Lexicon
    rules: PlayRules = CLASSIC
    board: Board = field(default_factory=Board.empty)
    played: tuple[Played, ...] = ()
    rack: str = ""
    leave: str = ""
    tops: tuple[Solution, ...] = ()

    @property
    def total(self) -> int:
        """The points of all moves played."""
        return sum(p.points for p in self.played)

    @property
    def fresh(self) -> frozenset[int]:
        """The squares covered by the last move."""
        if not self.played:
            return frozenset()
        last = self.played[-1]
        return frozenset(square.index for square, _ in new_squares(last.before, last.move))


@dataclass(frozen=True, slots=True)
class Answer:
    """The state after a line, what to draw, and a line of French."""

    finder: Finder
    show: Show
    message: str = ""


def respond(finder: Finder, line: str) -> Answer:
    """What a typed line does. It never raises, whatever the line."""
    text = line.strip()
    if not text:
        return Answer(finder, Show.MESSAGE, "Tapez un tirage, par exemple AEINRS?, ou /aide.")
    try:
        if text.startswith("/"):
            return _command(finder, plain(text[1:]).strip().lower())
        if text.isascii() and text.isdigit():
            return _play_number(finder, text)
        if any(c.isdigit() for c in text):
            return _play(finder, Move.parse(text))
        return _draw(finder, text)
    except BoardError as error:
        return Answer(finder, Show.MESSAGE, error.french)


def _command(finder: Finder, name: str) -> Answer:
    if name and "annuler".startswith(name):
        return _undo(finder)
    if name and "nouvelle".startswith(name):
        fresh = Finder(finder.lexicon, finder.rules)
        return Answer(fresh, Show.BOARD, "Nouvelle partie.")
    if name and "grille".startswith(name):
        return Answer(finder, Show.BOARD)
    if name and "quitter".startswith(name):
        return Answer(finder, Show.BYE, _farewell(finder))
    if name in ("?", "h") or (name and "aide".startswith(name)):
        return Answer(finder, Show.HELP)
    known = "/annuler, /nouvelle, /grille, /aide, /quitter"
    return Answer(finder, Show.MESSAGE, f"Commande inconnue (attendu : {known}).")


def _draw(finder: Finder, text: str) -> Answer:
    added = text.startswith("+")
    rack = solver_rack((finder.leave if added else "") + text.removeprefix("+"))
    found = tuple(tops(finder.board, rack, finder.lexicon, _sized(finder.rules, rack)))
    drawn = replace(finder, rack=rack, tops=found)
    if not found:
        return Answer(drawn, Show.MESSAGE, f"Aucun coup possible avec {rack}.")
    count = "un top" if len(found) == 1 else f"{len(found)} tops"
    return Answer(drawn, Show.TOPS, f"{rack} : {count} à {plural(found[0].score, 'point')}.")


def _sized(rules: PlayRules, rack: str) -> PlayRules:
    """The same rules for a rack longer than usual."""
    if len(rack) <= rules.rack_size:
        return rules
    return PlayRules(len(rack), rules.playable, rules.bonuses, rules.tiles, rules.layout)


def _play_number(finder: Finder, text: str) -> Answer:
    number = int(text) if len(text) < 6 else 0
    if not finder.tops:
        return Answer(finder, Show.MESSAGE, "Tapez d'abord un tirage, par exemple AEINRS?.")
    if not 1 <= number <= len(finder.tops):
        expected = f"de 1 à {len(finder.tops)}"
        return Answer(finder, Show.MESSAGE, f"Pas de top numéro {text} (attendu : {expected}).")
    return _play(finder, finder.tops[number - 1].move)


def _play(finder: Finder, move: Move) -> Answer:
    if not finder.rack:
        return Answer(finder, Show.MESSAGE, "Tapez d'abord un tirage, par exemple AEINRS?.")
    rules = _sized(finder.rules, finder.rack)
    wrong = faults(finder.board, move, finder.rack, finder.lexicon, rules)
    if wrong:
        reasons = " ; ".join(fault.french for fault in wrong)
        return Answer(finder, Show.MESSAGE, f"{move} : {reasons}.")
    counted = score(finder.board, move, rules)
    done = Played(move, counted.total, finder.board, finder.rack, finder.leave)
    leave = without(finder.rack, counted.tiles)
    after = replace(
        finder,
        board=finder.board.place(move),
        played=(*finder.played, done),
        rack="",
        leave=leave,
        tops=(),
    )
    kept = f" Reliquat : {leave} (« +LETTRES » le complète)." if leave else ""
    message = f"{move} joué pour {plural(counted.total, 'point')}, total {after.total}.{kept}"
    return Answer(after, Show.BOARD, message)


def _undo(finder: Finder) -> Answer:
    if not finder.played:
        return Answer(finder, Show.MESSAGE, "Aucun coup à annuler.")
    *rest, last = finder.played
    back = replace(finder, board=last.before, played=tuple(rest), leave=last.leave, tops=())
    drawn = _draw(replace(back, rack=""), last.rack)
    return replace(drawn, message=f"{last.move} annulé. {drawn.message}")


def _farewell(finder: Finder) -> str:
    turns = len(finder.played)
    if not turns:
        return "Au revoir."
    return f"Au revoir : {plural(turns, 'coup')}, {plural(finder.total, 'point')}."
