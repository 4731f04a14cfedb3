"""Games in stock: whole games a browser keeps, to be played without the server.

A day has a few games for each rack, the same for everybody who asks: they are made once, and again
from their name when somebody brings one back. Their tops are in the browser, so they count for
nothing that others see. That goes for the game of the day, too: whoever plays it from the stock has
played it, and stands beside its ranking.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

import msgspec

from raccord.board import alphabetical, moves, score
from raccord.duplicate import Formula, Frame, Phase, Refusal, Turn
from raccord.duplicate.alone import Begin, SoloState, evolve, has_scrabble
from raccord.duplicate.alone.whole import decide_whole, passing
from raccord.duplicate.rules import formulas, multitops
from raccord.hall.alone.results import MoveView, WordView, result
from raccord.hall.alone.service import Choice, command_of
from raccord.hall.alone.study import solutions
from raccord.lexicon import Lexicon

STOCK = "reserve:"
"""What the contest of a game from the stock begins with."""
KINDS = ("classic", "7sur8", "7et8", "7-8-9", "joker")
DAY = "jour"
"""The kind of the game of the day: one of seven letters."""
SETS = (2, 3)
"""Solutions a turn in multitops."""
A_DAY = 12
"""Games of one kind and one day."""
KEPT_FOR = timedelta(days=120)
"""How long a game may wait for the network."""
_OF_A_DAY = dict.fromkeys(KINDS, A_DAY) | {DAY: 1}
_NAME = re.compile(r"(\d{4}-\d\d-\d\d)\.([0-9a-z-]{1,12})\.(\d{1,2})", re.ASCII)


class StockTurn(msgspec.Struct, frozen=True, kw_only=True):
    """Coup en réserve: the draw, the top with its ties, and the solutions as « H4 LUSTRE 24 »."""

    before: str
    """The board as the turn finds it: in the joker formula a joker may have been taken back."""
    draw: str
    leave: int
    left: str
    top: MoveView
    ties: tuple[MoveView, ...]
    words: tuple[WordView, ...]
    bonus: int
    scrabble: bool
    count: int
    moves: tuple[str, ...]
    sets: tuple[tuple[str, ...], ...]
    """Multitops: the two, then the three solutions that together score most."""


class StockGame(msgspec.Struct, frozen=True, kw_only=True):
    """Partie en réserve: every turn with its answers; ``digest`` tells it from any other."""

    id: str
    kind: str
    digest: str
    lexicon: str
    at_once: bool
    """Whether the last top ends it, or only the draw that finds nothing to play."""
    cells: str
    """The board at the end."""
    turns: tuple[StockTurn, ...]
    kin: tuple[str, ...]
    """Multitops: words that can be played and do not go together, as « LUSTRE LUSTRES »."""


class Name(NamedTuple):
    """Nom: the day, the rack and the number of a game in stock."""

    day: date
    kind: str
    number: int

    def __str__(self) -> str:
        return f"{self.day.isoformat()}.{self.kind}.{self.number}"

    @property
    def rack(self) -> str:
        """The formula that gives the game its letters."""
        return "classic" if self.kind == DAY else self.kind

    @classmethod
    def parse(cls, text: str) -> "Name | None":
        """Read a name; None where no game in stock is called so."""
        found = _NAME.fullmatch(text)
        if found is None or int(found[3]) >= _OF_A_DAY.get(found[2], 0):
            return None
        try:
            return cls(date.fromisoformat(found[1]), found[2], int(found[3]))
        except ValueError:
            return None


def names(day: date) -> dict[str, tuple[str, ...]]:
    """The games of a day, by their rack."""
    return {kind: tuple(str(Name(day, kind, n)) for n in range(A_DAY)) for kind in KINDS}


def made(name: Name, secret: str, lexicon: Lexicon) -> StockGame:
    """The game of a name, played through."""
    states = tuple(_passing(name, secret, lexicon))
    thinking = [state for state in states if state.play.phase is Phase.RUNNING]
    over = states[-1]
    turns = zip(thinking, over.play.turns, strict=True)
    return StockGame(
        id=str(name),
        kind=name.kind,
        digest=digest_of(over, lexicon),
        lexicon=lexicon.name,
        at_once=states[-2].play.phase is Phase.RUNNING,
        cells=over.play.position.board.cells,
        turns=tuple(_turn(before, over, turn, lexicon) for before, turn in turns),
        kin=tuple(
            " ".join(group) for group in multitops.families(_words(thinking, lexicon), lexicon)
        ),
    )


def _passing(name: Name, secret: str, lexicon: Lexicon) -> Iterator[SoloState]:
    choice = Choice(formula=formulas.parse(name.rack), secret=secret)
    return passing(command_of(choice, at=0), lexicon)


def _turn(before: SoloState, over: SoloState, turn: Turn, lexicon: Lexicon) -> StockTurn:
    seen = result(over, turn, str)
    found = solutions(over, turn, lexicon)
    return StockTurn(
        before=seen.before,
        draw=turn.draw,
        leave=seen.leave,
        left=alphabetical(before.play.position.bag),
        top=seen.top,
        ties=seen.ties,
        words=seen.words,
        bonus=seen.bonus,
        scrabble=has_scrabble(before, lexicon),
        count=found.count,
        moves=tuple(f"{m.reference} {m.word} {m.points}" for m in found.moves),
        sets=tuple(_best_set(before, asked, lexicon) for asked in SETS),
    )


def _best_set(state: SoloState, asked: int, lexicon: Lexicon) -> tuple[str, ...]:
    game = state.play
    frame = Frame(lexicon, game.edition, game.formula)
    found = multitops.best_set(game.position, game.rack, asked, frame)
    return tuple(f"{each.move} {each.points}" for each in found)


def _words(thinking: Sequence[SoloState], lexicon: Lexicon) -> set[str]:
    """Every word that solutions are compared by: their own, and both that a single tile makes."""
    words: set[str] = set()
    for state in thinking:
        board, rules = state.play.position.board, state.play.formula.rules
        words |= moves(board, state.play.rack, lexicon, rules).words
        for tile in set(state.play.rack):
            for single in moves(board, tile, lexicon, rules):
                words.update(formed.word for formed in score(board, single.move, rules).words)
    return words


def digest_of(over: SoloState, lexicon: Lexicon) -> str:
    """What tells a game from any other: its list, its draws and its tops."""
    lines = [lexicon.digest, *(f"{t.draw} {t.move} {t.points}" for t in over.play.turns)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:32]


class Told(NamedTuple):
    """Partie rapportée: its terms, and the wishes after the first, each with its instant."""

    name: Name
    digest: str
    formula: Formula
    checks: bool
    competition: bool
    at: int
    wishes: Sequence[Any]


def begun(told: Told, secret: str) -> Begin:
    """The command that begins a game brought back."""
    # Prepared, so that in topping the recorded top is placed, not the tie that was found.
    formula = msgspec.structs.replace(told.formula, prepared=told.formula.topping)
    choice = Choice(
        formula=formula,
        secret=secret,
        checks=told.checks,
        competition=told.competition,
        contest=f"{STOCK}{told.name}",
    )
    return command_of(choice, at=told.at)


def replayed(told: Told, secret: str, lexicon: Lexicon, now: int) -> tuple[Any, ...]:
    """The wishes of a game brought back, once they were tried: it is ours, and it has ended."""
    wishes = in_time((begun(told, secret), *told.wishes), told.name.day, now)
    state: SoloState | None = None
    for event in decide_whole(lexicon)(None, wishes):
        state = evolve(state, event)
    if state is None or not state.is_over:
        raise Refusal("cette partie n'est pas terminée")
    *_, ours = _passing(told.name, secret, lexicon)
    if digest_of(ours, lexicon) != told.digest:
        raise Refusal("cette partie n'est plus celle du serveur : sa liste ou sa clé a changé")
    return wishes


def in_time(wishes: Sequence[Any], day: date, now: int) -> tuple[Any, ...]:
    """The wishes by our clock: the browser's may be wrong, but time never runs back."""
    instants = [wish.at for wish in wishes]
    earliest = round(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)
    first, last = instants[0], instants[-1]
    if instants != sorted(instants) or last - first > now - earliest:
        raise Refusal("les heures de cette partie ne se suivent pas")
    shift = min(max(0, earliest - first), now - last)
    return tuple(msgspec.structs.replace(wish, at=wish.at + shift) for wish in wishes)
