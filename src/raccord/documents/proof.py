"""The proof of fair draws, whole and draw by draw, so that anybody can check it elsewhere."""

from collections.abc import Iterator, Sequence

from raccord.board import alphabetical
from raccord.documents.heading import heading
from raccord.documents.values import CheckedDraw, Proof, ProofSheet, ProofStatus
from raccord.duplicate import Event, NotARecordError, State, begin, evolve, record
from raccord.duplicate import events as ev
from raccord.duplicate.deciding.commitments import parameters, software_letters
from raccord.duplicate.files.fair_draws import ALONE

_BY_HAND = "Le logiciel n'a rien tiré : il n'y a pas de tirages à vérifier."
_TO_CHECK = "Le secret des tirages est publié : chacun peut les vérifier."
_NOT_YET = "Le secret des tirages est publié après la fin de la partie."
_NO_NUMBER = (
    "Sans nombre public : la preuve ne dit pas que l'organisateur n'a pas choisi son secret parmi "
    "plusieurs."
)
_MADE_AGAIN = {
    ev.TurnCancelled: "Coups annulés par l'arbitre",
    ev.DrawDeclined: "Tirages refusés par l'arbitre (Y ou joker)",
    ev.NoSolution: "Tirages sans solution, refaits",
}
"""Allowed, but by a person's word: whoever was in the hall knows whether it was so."""


def proof(state: State, events: Sequence[Event] = ()) -> Proof:
    """What is known of the fairness of the draws; checked where the events are given."""
    status, message = _checked(state, events)
    opened, number = state.opened, state.number
    return Proof(
        status=status,
        message=message,
        commitment=opened.commitment,
        secret=state.secret,
        draws=state.draws,
        scheme=(opened.scheme or ALONE) if opened.commitment else "",
        number=number.number if number else "",
        source=number.source if number else "",
        caveat=" ".join(_caveats(state, events)) if opened.commitment else "",
    )


def _caveats(state: State, events: Sequence[Event]) -> Iterator[str]:
    """What the proof does not prove, and how often a person had a draw made again."""
    if not state.number:
        yield _NO_NUMBER
    for kind, told in _MADE_AGAIN.items():
        if count := sum(isinstance(event, kind) for event in events):
            yield f"{told} : {count}."


def proof_sheet(state: State, events: Sequence[Event]) -> ProofSheet:
    """Every software draw with the bag it came from; empty until the secret is published."""
    return ProofSheet(
        heading=heading(state),
        proof=proof(state, events),
        parameters=parameters(state.opened),
        draws=tuple(_draws(state, events)) if state.secret else (),
    )


def _draws(state: State, events: Sequence[Event]) -> Iterator[CheckedDraw]:
    past = begin(state.opened)
    for event in events[1:]:
        if isinstance(event, ev.Drawn | ev.DrawRejected) and event.origin == "software":
            yield CheckedDraw(
                number=past.draws,
                turn=event.turn,
                bag=alphabetical(past.position.bag),
                letters=event.new,
                expected=software_letters(state.secret, past),
                is_rejected=isinstance(event, ev.DrawRejected),
            )
        past = evolve(past, event)


def _checked(state: State, events: Sequence[Event]) -> tuple[ProofStatus, str]:
    if not state.opened.commitment:
        return "none", _BY_HAND
    if not state.secret:
        return "unpublished", _NOT_YET
    if not events:
        return "published", _TO_CHECK
    try:
        wrong = record.verify(record.Record(events=tuple(events)))  # type: ignore[arg-type]
    except NotARecordError as error:
        return "failed", f"La preuve ne tient pas : {error}."
    if wrong:
        told = f"le secret donne {wrong[0].expected}, la partie dit {wrong[0].told}"
        return "failed", f"Au coup {wrong[0].turn}, {told}."
    origin = "du secret publié et du nombre public" if state.number else "du secret publié"
    drawn = [event for event in events if isinstance(event, ev.Drawn | ev.DrawRejected)]
    by_hand = sum(event.origin != "software" for event in drawn)
    if by_hand:
        ours = f"Tirages du logiciel : {len(drawn) - by_hand}, bien ceux {origin}."
        return "partial", f"{ours} Tirages à la main, que rien ne prouve : {by_hand}."
    return "verified", f"Tous les tirages ({state.draws}) sont bien ceux {origin}."
