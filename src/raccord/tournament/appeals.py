"""Recourses: until when they are received, which cases there are, and how each could end.

==================================  ==========================================================
2023, 2017 6.3                      ``time_limit``: before the next game, or minutes after the last
2010, undated 5.3                   the same without any limit
2017 5.3.2                          ``cases``: slips left to the commission, appealed about or not
2023, 2017 6.3                      ``favoured``: of two readings the player's, if he played one
==================================  ==========================================================

Readings: a game starts with its first draw; a game is the last as long as no other is known; a
game played elsewhere does not tell when it started.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from raccord import duplicate
from raccord.duplicate import Mark
from raccord.regulation import Citation, Outcome, Ruling, Sanction, Slip, article
from raccord.regulation.editions import edition
from raccord.tournament.cases import CaseFile, Spot, hears
from raccord.tournament.seating import Halls
from raccord.tournament.state import EventGame, State

MINUTE = 60_000
Until = Literal["never", "next-game", "after-end"]


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """Délai de recours: ``until`` is an instant in ms, None while it is not known, or never comes.

    It is ``by`` the start of the next game, or so many ``minutes`` after the end of the last.
    """

    by: Until
    until: int | None
    minutes: int
    citation: Citation

    def is_past(self, at: int) -> bool:
        """Whether an appeal filed then comes too late."""
        return self.until is not None and at > self.until


@article("6.3", edition="2023")
@article("6.3", edition="2017")
@article("5.3", edition="2010")
@article("5.3", edition="undated")
def time_limit(hall: duplicate.State, later: Sequence[duplicate.State] = ()) -> TimeLimit:
    """Until when rulings of a game can be appealed against; ``later`` are the games after it."""
    provision = hall.edition.recourse
    cited, minutes = hall.edition.cite(provision), provision.value
    if minutes is None:
        return TimeLimit("never", None, 0, cited)
    if later:
        begun = [at for one in later if (at := begun_at(one)) is not None]
        return TimeLimit("next-game", min(begun, default=None), minutes, cited)
    until = hall.end.at + minutes * MINUTE if hall.end else None
    return TimeLimit("after-end", until, minutes, cited)


def begun_at(hall: duplicate.State) -> int | None:
    """When the first letters of a game were drawn."""
    if hall.turns:
        return hall.turns[0].drawn_at
    return hall.drawn_at if hall.rack else None


def limit_of(state: State, halls: Halls, number: int) -> TimeLimit | None:
    """The same for a game of an event; None for one that was played elsewhere."""
    game = state.game(number)
    hall = halls.get(game.code) if game else None
    if hall is None:
        return None
    later = [halls[one.code] for one in state.games if one.number > number and one.code in halls]
    return time_limit(hall, later)


@dataclass(frozen=True, slots=True)
class Case:
    """Affaire: a slip with its ruling, the file on it, and how it could end."""

    spot: Spot
    game: EventGame
    players: tuple[str, ...]
    slip: Slip | None
    ruling: Ruling
    file: CaseFile
    outcomes: tuple[Outcome, ...]
    """As ruled and if upheld; of a slip that waits for the commission its provisional ones."""
    picture: str = ""
    """The digest of the slip's photograph."""
    centre: str = ""
    """Where the table plays, if its entry tells."""

    @property
    def waits(self) -> bool:
        """Whether somebody waits for a decision."""
        return self.file.is_open or (
            self.ruling.sanction is Sanction.COMMISSION and not self.file.decisions
        )

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The articles of the ruling, then those of the procedure, without repeats."""
        ruled = (finding.citation for finding in self.ruling.findings)
        edition_ = edition(self.ruling.edition)
        procedure = (edition_.recourse, edition_.commission, edition_.federation)
        cited = (edition_.cite(one) for one in procedure if one is not None)
        return tuple(dict.fromkeys((*ruled, *cited)))


def cases(state: State, halls: Halls, centre: str = "") -> tuple[Case, ...]:
    """Every case over all turns and games, or those of a centre; those that wait first."""
    everywhere = (case for game in state.games for case in _cases(state, game, halls))
    found = [case for case in everywhere if hears(centre, case.centre)]
    return tuple(sorted(found, key=lambda case: (not case.waits, case.spot)))


def waiting(state: State, halls: Halls) -> int:
    """How many cases wait for a decision."""
    return sum(case.waits for case in cases(state, halls))


def cases_of(state: State, halls: Halls, number: int, table: int) -> tuple[Case, ...]:
    """The cases of one table in one game, the latest turn first."""
    game = state.game(number)
    hall = halls.get(game.code) if game else None
    turns = range(len(hall.turns), 0, -1) if hall else ()
    found = (case_of(state, halls, Spot(number, turn, table)) for turn in turns)
    return tuple(c for c in found if c and (c.ruling.outcomes or c.spot in state.docket.files))


def _cases(state: State, game: EventGame, halls: Halls) -> Iterator[Case]:
    hall = halls.get(game.code)
    if hall is None:
        return
    filed = {s for s in state.docket.files if s.game == game.number}
    waiting = {
        Spot(game.number, turn, table)
        for turn, row in hall.marks.items()
        for table, mark in row.items()
        if turn <= len(hall.turns) and mark.ruling and mark.ruling.outcomes
    }
    for spot in sorted(filed | waiting):
        if found := case_of(state, halls, spot):
            yield found


def case_of(state: State, halls: Halls, spot: Spot) -> Case | None:
    """The case of a slip, None where there is no ruling to decide about."""
    game = state.game(spot.game)
    hall = halls.get(game.code) if game else None
    if game is None or hall is None or spot.table not in hall.entrants:
        return None
    mark = hall.mark(spot.turn, spot.table)
    if mark.ruling is None or spot.turn > len(hall.turns):
        return None
    file = state.docket.file(spot)
    return Case(
        spot=spot,
        game=game,
        players=hall.entrants[spot.table].players,
        slip=mark.slip,
        ruling=mark.ruling,
        file=file,
        outcomes=_outcomes(mark, file, hall.turns[spot.turn - 1].reference),
        picture=mark.picture,
        centre=_centre(state, game, spot.table),
    )


def _centre(state: State, game: EventGame, table: int) -> str:
    entry = state.entries.get(game.seats.get(table, 0))
    return entry.trait("centre") if entry else ""


def _outcomes(mark: Mark, file: CaseFile, top: int) -> tuple[Outcome, ...]:
    ruling = mark.ruling
    assert ruling is not None
    if ruling.outcomes:
        return ruling.outcomes
    ruled = Outcome(ruling.points, ruling.ordinary)
    return tuple(dict.fromkeys((ruled, favoured(ruling, mark.slip, file, top))))


@article("6.3", edition="2023")
@article("6.3", edition="2017")
def favoured(ruling: Ruling, slip: Slip | None, file: CaseFile, top: int) -> Outcome:
    """What the player would get: what was asked for, else his reading, without any sanction."""
    asked = file.appeal.asked if file.appeal else None
    if asked is not None:
        return Outcome(min(asked, top), Sanction.NONE)
    if ruling.ordinary in (Sanction.WARNING, Sanction.PENALTY):
        return Outcome(ruling.base, Sanction.NONE)
    claimed = claimed_by(slip)
    return Outcome(max(ruling.points, min(claimed, top)), Sanction.NONE)


def claimed_by(slip: Slip | None) -> int:
    """The points written on a slip, of all its solutions."""
    if slip is None:
        return 0
    return (slip.score or 0) + sum(map(claimed_by, slip.solutions))
