"""The results of one game, as a ranking over several games reads them.

They come from a game played here, or as a CSV of totals from elsewhere: one line a player,
``joueur;total;top``, « dispensé » for the total of one who refereed. Players go by their names.
"""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from raccord.duplicate import State
from raccord.duplicate.slips.ranking import ranked, ranking
from raccord.duplicate.slips.scores import score_table
from raccord.tournament.errors import TournamentError

EXCUSED = ("dispensé", "dispense", "excusé", "excuse")
_EXPECTED = "attendu : joueur;total;top, un joueur par ligne"
_SEPARATORS = ";\t,"


@dataclass(frozen=True, slots=True)
class GameResult:
    """Résultats d'une partie: every player's total and place, and the total of the tops.

    ``turns`` holds the points turn by turn where they are known. An excused player refereed or
    was exempt: the game is not held against him.
    """

    top: int
    totals: Mapping[str, int]
    places: Mapping[str, int]
    turns: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    excused: frozenset[str] = frozenset()

    @classmethod
    def of_totals(
        cls, totals: Mapping[str, int], top: int, excused: frozenset[str] = frozenset()
    ) -> "GameResult":
        """The results of a game of which only totals are known."""
        if both := sorted(excused & totals.keys()):
            raise TournamentError(f"joueur à la fois présent et dispensé : {both[0]}", both[0])
        placed = ranked(sorted(totals), key=lambda player: -totals[player])
        return cls(top, dict(totals), {name: place for place, name in placed}, excused=excused)

    @property
    def players(self) -> frozenset[str]:
        """Everybody who played or was excused."""
        return self.excused | self.totals.keys()


def of_game(state: State) -> GameResult:
    """The results of a game as its rulings stand; a pair goes by both names."""
    lines = {" / ".join(line.players): line for line in ranking(state)}
    if len(lines) < len(state.entrants) and not (state.end and state.end.void):
        raise TournamentError("deux tables de cette partie portent le même nom")
    tables = {line.table: name for name, line in lines.items()}
    return GameResult(
        top=sum(turn.reference for turn in state.turns),
        totals={name: line.total for name, line in lines.items()},
        places={name: line.place for name, line in lines.items()},
        turns={
            tables[score.table]: tuple(turn.points or 0 for turn in score.turns)
            for score in score_table(state)
        },
    )


def of_csv(text: str) -> GameResult:
    """The results of a game given as ``joueur;total;top``; a heading is welcome."""
    totals: dict[str, int] = {}
    excused: set[str] = set()
    tops: set[int] = set()
    for line, (name, total, top) in _rows(text):
        if name in totals or name in excused:
            raise TournamentError(f"ligne {line} : {name} est déjà dans la partie", name)
        if total.casefold() in EXCUSED:
            excused.add(name)
        else:
            totals[name] = _number(total, line)
        if top:
            tops.add(_number(top, line))
    if len(tops) != 1:
        raise TournamentError(f"le total des tops est le même sur chaque ligne ({_EXPECTED})", tops)
    return GameResult.of_totals(totals, tops.pop(), frozenset(excused))


def _rows(text: str) -> Iterator[tuple[int, tuple[str, str, str]]]:
    lines = text.removeprefix("\ufeff").splitlines()
    # In this order: a French spreadsheet writes semicolons, and commas inside names.
    separator = next((s for s in _SEPARATORS if lines and s in lines[0]), ";")
    for number, cells in enumerate(csv.reader(lines, delimiter=separator), 1):
        found = [" ".join(cell.split()) for cell in cells]
        if not any(found) or (number == 1 and _is_heading(found)):
            continue
        if len(found) != 3 or not found[0]:
            raise TournamentError(f"ligne {number} illisible ({_EXPECTED})", cells)
        yield number, (found[0], found[1], found[2])


def _is_heading(cells: list[str]) -> bool:
    return not any(any(c.isdigit() for c in cell) for cell in cells[1:])


def _number(text: str, line: int) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise TournamentError(f"ligne {line} : « {text} » n'est pas un total", text) from error
