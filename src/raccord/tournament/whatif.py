"""What if: the rankings as they would be with one ruling changed. Worked out, never written."""

from collections.abc import Mapping, Sequence

import msgspec

from raccord import duplicate
from raccord.duplicate.slips.ranking import RankLine, ranking
from raccord.tournament.cases import Spot
from raccord.tournament.standing import StandingLine, standing
from raccord.tournament.state import State
from raccord.tournament.summary import Summary, tally_in


class Shift(msgspec.Struct, frozen=True, kw_only=True):
    """Ligne d'un classement supposé: the place and the value there would be, and those there are.

    ``number`` is the table in a game, the entry in a competition.
    """

    place: int
    was: int
    number: int
    player: str
    value: int | float
    before: int | float


class Outlook(msgspec.Struct, frozen=True, kw_only=True):
    """Perspective d'une table: where it stands in its game, and in the competition if it counts."""

    total: int
    solos: int
    place: int
    overall: int | None = None
    value: int | float | None = None


class Supposition(msgspec.Struct, frozen=True, kw_only=True):
    """Hypothèse: one ruling changed, and both rankings that follow from it."""

    spot: Spot
    points: int
    sanction: str
    now: Outlook | None
    then: Outlook | None
    game: tuple[Shift, ...]
    ranking: tuple[Shift, ...] = ()


def supposing(
    summary: Summary, state: State, spot: Spot, halls: Mapping[str, duplicate.State]
) -> Summary:
    """The summary with one game as ``halls`` tell it now; one that does not count changes none."""
    game = state.game(spot.game)
    tally = tally_in(game, halls) if game else None
    games = tuple(
        msgspec.structs.replace(one, tally=tally) if tally and one.number == spot.game else one
        for one in summary.games
    )
    return msgspec.structs.replace(summary, games=games)


def game_shifts(before: Sequence[RankLine], after: Sequence[RankLine]) -> tuple[Shift, ...]:
    """The ranking of a game that would be, beside the one that is."""
    known = {line.table: line for line in before}
    return tuple(
        Shift(
            place=line.place,
            was=known[line.table].place,
            number=line.table,
            player=" / ".join(line.players),
            value=line.total,
            before=known[line.table].total,
        )
        for line in after
    )


def event_shifts(
    before: Sequence[StandingLine], after: Sequence[StandingLine]
) -> tuple[Shift, ...]:
    """The same for the competition."""
    known = {line.number: line for line in before}
    return tuple(
        Shift(
            place=line.place,
            was=known[line.number].place,
            number=line.number,
            player=line.player,
            value=line.value,
            before=known[line.number].value,
        )
        for line in after
    )


def outlook(
    lines: Sequence[RankLine], table: int, ranks: Sequence[StandingLine] = (), number: int = 0
) -> Outlook | None:
    """Where a table stands; None where its game has no ranking."""
    line = next((one for one in lines if one.table == table), None)
    if line is None:
        return None
    rank = next((one for one in ranks if one.number == number), None)
    return Outlook(
        total=line.total,
        solos=line.solos,
        place=line.place,
        overall=rank.place if rank else None,
        value=rank.value if rank else None,
    )


def suppose(
    summary: Summary,
    state: State,
    halls: Mapping[str, duplicate.State],
    spot: Spot,
    supposed: duplicate.State,
) -> Supposition:
    """Both rankings with the game of a slip as it is ``supposed`` to be."""
    game = state.game(spot.game)
    assert game is not None
    changed = supposing(summary, state, spot, {**halls, game.code: supposed})
    lines, others = ranking(halls[game.code]), ranking(supposed)
    ranks, after = standing(summary), standing(changed)
    number = game.seats.get(spot.table, 0)
    ruling = supposed.mark(spot.turn, spot.table).ruling
    assert ruling is not None
    return Supposition(
        spot=spot,
        points=ruling.points,
        sanction=ruling.sanction.value,
        now=outlook(lines, spot.table, ranks, number),
        then=outlook(others, spot.table, after, number),
        game=game_shifts(lines, others),
        ranking=event_shifts(ranks, after),
    )
