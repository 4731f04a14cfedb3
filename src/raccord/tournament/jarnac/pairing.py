"""Who meets whom: all against all by the circle, or Swiss by the Dutch system (py4swiss)."""

from collections.abc import Sequence
from typing import Any

from raccord.refusal import Refusal
from raccord.tournament.jarnac.state import JarnacState

Pairs = list[tuple[int, int]]


def next_pairs(state: JarnacState) -> tuple[Pairs, int | None]:
    """The pairs of the next round, by numbers, and who plays nobody."""
    if state.opened.system == "round-robin":
        return circle([p.number for p in state.players], len(state.rounds), state.withdrawn)
    return _swiss(state)


def circle(
    numbers: Sequence[int], done: int, absent: frozenset[int] = frozenset()
) -> tuple[Pairs, int | None]:
    """Round ``done`` + 1 of all against all: one stands still, the others go round."""
    # An odd one out meets nobody: 0 is no player's number.
    ring = list(numbers) if len(numbers) % 2 == 0 else [*numbers, 0]
    still, moving = ring[0], ring[1:]
    turn = done % len(moving)
    order = [still, *moving[-turn:], *moving[:-turn]] if turn else ring
    half = len(order) // 2
    pairs, bye = [], None
    for place, (one, other) in enumerate(zip(order[:half], reversed(order[half:]), strict=True)):
        present = [n for n in (one, other) if n and n not in absent]
        if len(present) == 1:
            bye = bye or present[0]
        elif present:
            # Who is named first changes, so that nobody always sits there.
            pairs.append((one, other) if (done + place) % 2 == 0 else (other, one))
    return pairs, bye


def _swiss(state: JarnacState) -> tuple[Pairs, int | None]:
    """The Dutch system of chess; sides mean nothing in Jarnac, where the toss decides."""
    from py4swiss.engines import DutchEngine  # type: ignore[import-untyped]
    from py4swiss.engines.common import PairingError  # type: ignore[import-untyped]

    order = [p.number for p in state.players]
    try:
        found = DutchEngine.generate_pairings(_report(state, order))
    except PairingError as error:
        raise Refusal(
            "plus aucun appariement n’est possible sans se rencontrer à nouveau"
        ) from error
    pairs, bye = [], None
    for pairing in found:
        if 0 in (pairing.white, pairing.black):
            bye = order[max(pairing.white, pairing.black) - 1]
        else:
            pairs.append((order[pairing.white - 1], order[pairing.black - 1]))
    return pairs, bye


def _report(state: JarnacState, order: Sequence[int]) -> Any:
    """The tournament so far as the report that pairing programs read."""
    from py4swiss.trf import ParsedTrf  # type: ignore[import-untyped]
    from py4swiss.trf.sections import PlayerSection, XSection  # type: ignore[import-untyped]

    sections = []
    for place, number in enumerate(order, start=1):
        results = [_result(state, order, number, done) for done in range(len(state.rounds))]
        sections.append(
            PlayerSection(
                code="001",
                starting_number=place,
                points_times_ten=sum(_POINTS[result.result.value] for result in results),
                rank=place,
                results=results,
            )
        )
    absent = {order.index(number) + 1 for number in state.withdrawn}
    extra = XSection(number_of_rounds=max(state.opened.rounds, len(state.rounds) + 1))
    if absent:
        extra.zeroed_ids |= absent
    return ParsedTrf(player_sections=sections, x_section=extra)


_POINTS = {"1": 10, "=": 5, "0": 0, "U": 10, "Z": 0}


def _result(state: JarnacState, order: Sequence[int], number: int, done: int) -> Any:
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult  # type: ignore[import-untyped]

    played = state.rounds[done]
    for table in played.tables:
        pair = table.pair
        if number not in (pair.first, pair.second):
            continue
        is_first = number == pair.first
        other = pair.second if is_first else pair.first
        assert table.outcome is not None
        winner = table.outcome.winner
        token = "=" if winner is None else "1" if (winner == "A") == is_first else "0"
        return RoundResult(
            id=order.index(other) + 1,
            color=ColorToken.WHITE if is_first else ColorToken.BLACK,
            result=ResultToken(token),
        )
    bye = "U" if played.bye == number else "Z"
    return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken(bye))
