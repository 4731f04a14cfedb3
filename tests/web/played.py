"""A whole game with players, made without a referee: the same every time."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from raccord import wordlists
from raccord.board import Move
from raccord.duplicate import Event, State, autoplay, fold
from raccord.duplicate import events as ev
from raccord.duplicate.files import fair_draws
from raccord.duplicate.rules import formulas
from raccord.regulation import Citation, Finding, Ruling, Sanction, Slip

NAMES = (
    "Anne Petit",
    "Émile Durand-Delacroix de la Rochefoucauld-Saint-Hilaire",
    "Zoë L'Hôte",
    "François Œuvrard",
    '=HYPERLINK("http://exemple.test";"gagné")',
    "#strong[Malin] *gras* $x$",
    "Maïté N'Guyen",
    "<b>Jean</b> & fils",
)

LEVEL = (3, 4)
"""Tables that always play alike, and never alone: they are level at the end."""


def names(table: int) -> tuple[str, ...]:
    """One player; a pair at every fifth table."""
    first = NAMES[table - 1] if table <= len(NAMES) else f"Joueuse numéro {table}"
    return (first, f"Partenaire {table}") if table % 5 == 0 else (first,)


@cache
def played(tables: int = 12, seed: int = 7, formula: str = "classic") -> tuple[Event, ...]:
    """The events of a game over, its secret revealed."""
    game = autoplay(
        wordlists.load("fr-libre"),
        fair_draws.secret_of_seed(seed),
        formula=formulas.parse(formula),
        title="Partie du vendredi soir : l'open d'automne",
        samples=4,
    )
    return tuple(_with_players(game, tables, Random(seed)))


def state_of(events: Sequence[Event]) -> State:
    return fold(events)


def unfinished(events: Sequence[Event], turn: int) -> tuple[Event, ...]:
    """The same game, stopped when the draw of a turn has come."""
    end = next(i for i, e in enumerate(events) if isinstance(e, ev.Drawn) and e.turn == turn)
    return tuple(events[: end + 1])


def _with_players(game: Iterator[Event], tables: int, random: Random) -> Iterator[Event]:
    for event in game:
        if isinstance(event, ev.Retained):
            yield from _slips(event, tables, random)
        yield event
        if isinstance(event, ev.Opened):
            for table in range(1, tables + 1):
                yield ev.Registered(table=table, players=names(table))


def _slips(top: ev.Retained, tables: int, random: Random) -> Iterator[Event]:
    move = Move.parse(top.move)
    alone = random.randrange(1, tables + 1) if tables and random.random() < 0.3 else None
    if alone in LEVEL:
        alone = 1
    for table in range(1, tables + 1):
        dice = Random(f"{top.turn}:{min(LEVEL) if table in LEVEL else table}").random()
        ruling = _ruling(top, move, dice, is_alone=table == alone, is_beaten=alone is not None)
        if dice > 0.03:
            slip = Slip(word=move.text, reference=str(move.reference), score=top.points)
            yield ev.SlipHandedIn(turn=top.turn, table=table, slip=slip)
        yield ev.Ruled(turn=top.turn, table=table, ruling=ruling)


def _ruling(
    top: ev.Retained, move: Move, dice: float, *, is_alone: bool, is_beaten: bool
) -> Ruling:
    article, reason = "5.2", "le score annoncé n'est pas celui du coup"
    points, sanction = top.points, Sanction.NONE
    if is_alone:
        pass
    elif dice < 0.03:
        points, sanction, article, reason = 0, Sanction.NULLITY, "5.4", "pas de bulletin"
    elif dice < 0.2:
        sanction = Sanction.WARNING
    elif dice < 0.25:
        points, sanction, article = top.points - 5, Sanction.PENALTY, "5.3.1"
        reason = "la référence est décalée d'une case"
    elif dice < 0.6 or is_beaten:
        points = max(0, top.points - 1 - int(dice * 20))
    if is_beaten and not is_alone:
        points = min(points, max(0, top.points - 6))
    found = (
        (Finding("S", Citation("2017", article), sanction, reason),) if sanction != "none" else ()
    )
    return Ruling(
        edition="2017",
        points=points,
        base=points,
        sanction=sanction,
        findings=found,
        placement=str(move) if points else None,
        note_due=sanction is not Sanction.NONE,
    )
