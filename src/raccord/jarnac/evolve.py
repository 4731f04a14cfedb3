"""What each fact changes. Nothing here can refuse: ``decide`` did."""

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

from msgspec.structs import replace

from raccord.jarnac import events as ev
from raccord.jarnac.errors import NotARecordError
from raccord.jarnac.letters import without
from raccord.jarnac.mat import Play
from raccord.jarnac.settings import NAMING, SEATS, WINDOW, Seat, other
from raccord.jarnac.state import (
    HOLDING,
    Claim,
    Held,
    Phase,
    Question,
    Ruling,
    Side,
    State,
    replaced,
    with_mats,
)


def fold(events: Iterable[ev.Event]) -> State:
    """The state of a whole game; its first fact must open it."""
    facts = iter(events)
    opened = next(facts, None)
    if not isinstance(opened, ev.Opened):
        raise NotARecordError("une partie de Jarnac commence par son ouverture", opened)
    return reduce(evolve, facts, begin(opened))


def begin(opened: ev.Opened) -> State:
    """DÉBUT DE PARTIE 1: everything in the bag, both clocks set and stopped."""
    side = Side(remaining=opened.settings.timing.time)
    return State(
        settings=opened.settings,
        lexicon=opened.lexicon,
        digest=opened.digest,
        bag="".join(sorted(opened.settings.letters)),
        sides=(side, side),
        now=opened.at,
    )


def evolve(state: State, event: ev.Event) -> State:
    """The state after one more fact."""
    change = _CHANGES.get(type(event))
    # Time first, with the clock that ran until now; the fact may change whose it is.
    ticked = _tick(state, event.at)
    changed = change(ticked, event) if change else ticked
    return replace(changed, version=state.version + 1)


def _tick(state: State, at: int) -> State:
    sides = state.sides
    if state.settings.timing.kind == "clock" and state.running:
        side = replace(state.side(state.running), remaining=state.remaining(state.running, at))
        sides = replaced(sides, state.running, side)
    return replace(state, now=at, sides=sides)


def _enter(state: State, phase: Phase, **changes: Any) -> State:
    """A phase begins, and with it the time it may last."""
    entered = replace(state, phase=phase, said=False, held=None, **changes)
    timing, deadline = state.settings.timing, None
    if phase == Phase.LAST or (phase == Phase.BAG and entered.side(entered.turn).fallen):
        deadline = state.now + WINDOW
    elif timing.kind == "move" and phase in HOLDING:
        deadline = state.now + timing.time
    return replace(entered, deadline=deadline)


def _runs(state: State, seat: Seat) -> Seat | None:
    return None if state.side(seat).fallen else seat


def _tossed(state: State, event: ev.Tossed) -> State:
    return state if event.first is None else _enter(state, Phase.BAG, turn=event.first)


def _take(state: State, seat: Seat, letters: str, returned: str = "") -> State:
    side = state.side(seat)
    mat = replace(side.mat, loose=without(side.mat.loose, returned) + letters)
    # A's clock starts when he has drawn his six, not before.
    first = not any(s.opened for s in state.sides)
    running = state.held.running if state.held else state.running
    return _enter(
        state,
        Phase.PLAY,
        sides=replaced(state.sides, seat, replace(side, mat=mat, opened=True)),
        bag="".join(sorted(without(state.bag, letters) + returned)),
        running=seat if first else running,
        extra=0,
        swap_extra=0,
        jarnacs_left=0,
        # A swap of three for three leaves the bag as full: twenty such turns end the game.
        moved=state.moved or state.claim is not None or len(letters) > len(returned),
        claim=None,
    )


def _drawn(state: State, event: ev.LettersDrawn) -> State:
    return _take(state, event.seat, event.letters)


def _swapped(state: State, event: ev.LettersSwapped) -> State:
    return _take(state, event.seat, event.letters, event.returned)


def _claim(state: State, seat: Seat, play: Play, *, jarnac: bool) -> Claim:
    return Claim(
        author=seat,
        play=play,
        old=state.mat(other(seat) if jarnac else seat).old(play),
        jarnac=jarnac,
        # Looked up as it was laid: there is nothing left to contest.
        ruled=state.settings.checked,
        phase=state.phase,
        jarnacs_left=state.jarnacs_left,
        before=(state.mat("A"), state.mat("B")),
        at=state.now,
    )


def _laid(state: State, event: ev.WordLaid) -> State:
    play = Play(event.word, event.line)
    side = state.side(event.seat)
    sides = replaced(state.sides, event.seat, replace(side, mat=side.mat.after(play)))
    claim = _claim(state, event.seat, play, jarnac=False)
    return _enter(state, Phase.LAID, sides=sides, claim=claim)


def _called(state: State, event: ev.JarnacCalled) -> State:
    play, victim = Play(event.word, event.line), other(event.seat)
    claim = _claim(state, event.seat, play, jarnac=True)
    if not event.taken:
        question = Question(
            kind="untaken", word=event.word, old=claim.old, phase=state.phase, seat=event.seat
        )
        return _ask(state, question)
    taker, robbed = state.side(event.seat), state.side(victim)
    taker = replace(taker, mat=taker.mat.with_word(event.word), jarnacs=taker.jarnacs + 1)
    sides = replaced(state.sides, event.seat, taker)
    sides = replaced(sides, victim, replace(robbed, mat=robbed.mat.robbed(play)))
    left = state.jarnacs_left - 1
    return _enter(state, Phase.TAKEN, sides=sides, claim=claim, jarnacs_left=left)


def _said(state: State, _: ev.JarnacSaid) -> State:
    """The ten seconds stop; naming the word has its own time."""
    return replace(state, said=True, deadline=state.now + NAMING)


def _held(state: State, event: ev.DrawHeld) -> State:
    """No clock runs while the draw waits: the author has done what he had to."""
    held = Held(event.returned, state.running)
    return replace(state, held=held, running=None, deadline=state.contest_closes)


def _agreed(state: State, _: ev.Agreed) -> State:
    return replace(state, claim=replace(state.claim, agreed=True) if state.claim else None)


def _ask(state: State, question: Question) -> State:
    return _enter(state, Phase.RULING, question=question, running=None)


def _contested(state: State, event: ev.Contested) -> State:
    if not state.claim:
        return state
    question = Question(
        kind="contest",
        word=state.claim.play.word,
        old=state.claim.old,
        phase=state.phase,
        seat=event.seat,
        jarnac=event.jarnac,
    )
    return _ask(state, question)


def _asked(state: State, event: ev.ArbiterAsked) -> State:
    if state.question:
        return state
    question = Question(
        kind="check", word=event.word, old=event.old, phase=state.phase, seat=state.turn
    )
    return _ask(state, question)


def _judged(state: State, event: ev.Judged) -> State:
    question, claim = state.question, state.claim
    if not question:
        return state
    rulings = state.rulings
    # The dictionary answers the same again; a person need be asked only once.
    if event.by == "arbiter":
        rulings = (*rulings, Ruling(event.word, event.old, event.valid))
    after = replace(state, question=None, rulings=rulings)
    if question.kind == "untaken" or not claim:
        return _resume(after, question.phase)
    if event.valid:
        # CONTESTATION 2: the author goes on and draws two instead of one, whatever he had won
        # before. Nothing is said of a swap, which stays what it was.
        extra = int(question.kind == "contest" and claim.author == state.turn)
        after = replace(after, claim=replace(claim, ruled=True), extra=max(state.extra, extra))
        return _resume(after, question.phase)
    return _withdraw(after, claim, question)


def _resume(state: State, phase: Phase, **changes: Any) -> State:
    """COURS DE PARTIE 3: after a dispute the clock of the player to move runs."""
    entered = _enter(state, phase, **changes)
    return replace(entered, running=_runs(entered, entered.turn))


def _withdraw(state: State, claim: Claim, question: Question) -> State:
    """A bad word leaves the mats as they were; a contest also gives the bag to the challenger."""
    sides = with_mats(state.sides, claim.before)
    if claim.jarnac:
        author = sides[SEATS.index(claim.author)]
        sides = replaced(sides, claim.author, replace(author, jarnacs=author.jarnacs - 1))
    state = replace(state, sides=sides, claim=None)
    if question.kind == "check":
        return _resume(state, claim.phase, jarnacs_left=claim.jarnacs_left)
    changed = state.turn != question.seat
    state = _hand_over(state) if changed else state
    # Only who said it while contesting may name his Jarnac.
    left = state.settings.jarnacs if question.jarnac else 0
    return _resume(state, Phase.BAG, turn=question.seat, extra=1, swap_extra=1, jarnacs_left=left)


def _hand_over(state: State) -> State:
    return replace(state, idle=0 if state.moved else state.idle + 1, moved=False)


def _penalty(state: State, event: ev.PenaltyGiven) -> State:
    side = state.side(event.seat)
    side = replace(side, penalties=side.penalties + event.points)
    return replace(state, sides=replaced(state.sides, event.seat, side))


def _passed(state: State, event: ev.BagPassed) -> State:
    # « Dans ce cas précis »: no Jarnac as the flag falls; the bags that follow may bring one.
    flag = event.forced == "flag"
    receiver = other(event.seat)
    moved = state.moved or state.claim is not None
    state = _hand_over(replace(state, moved=moved))
    # Who is out of time could have played: the game goes on for the other (ÉPUISEMENT DU TEMPS 1).
    last = state.mat(event.seat).full and event.forced not in ("flag", "out")
    return _enter(
        state,
        Phase.LAST if last else Phase.BAG,
        turn=receiver,
        extra=event.extra,
        swap_extra=event.extra,
        jarnacs_left=0 if flag else state.settings.jarnacs,
        # A press forgotten costs one's own time (COURS DE PARTIE 1).
        running=_runs(state, receiver) if flag or event.pressed else state.running,
    )


def _pressed(state: State, _: ev.ClockPressed) -> State:
    return replace(state, running=_runs(state, state.turn))


def _fell(state: State, event: ev.FlagFell) -> State:
    side = replace(state.side(event.seat), fallen=True, remaining=0)
    state = replace(state, sides=replaced(state.sides, event.seat, side))
    return replace(state, running=_runs(state, state.turn))


def _stopped(state: State, _: ev.PlayStopped) -> State:
    return replace(state, stopped=True, deadline=state.deadline_at(state.now))


def _resumed(state: State, event: ev.PlayResumed) -> State:
    deadline = None if state.deadline is None else event.at + state.deadline
    return replace(state, stopped=False, deadline=deadline)


def _ended(state: State, event: ev.GameEnded) -> State:
    return _enter(state, Phase.OVER, ended=event, running=None)


_CHANGES: dict[type, Callable[[State, Any], State]] = {
    ev.Tossed: _tossed,
    ev.LettersDrawn: _drawn,
    ev.LettersSwapped: _swapped,
    ev.WordLaid: _laid,
    ev.JarnacCalled: _called,
    ev.JarnacSaid: _said,
    ev.DrawHeld: _held,
    ev.Agreed: _agreed,
    ev.Contested: _contested,
    ev.ArbiterAsked: _asked,
    ev.Judged: _judged,
    ev.PenaltyGiven: _penalty,
    ev.BagPassed: _passed,
    ev.ClockPressed: _pressed,
    ev.FlagFell: _fell,
    ev.PlayStopped: _stopped,
    ev.PlayResumed: _resumed,
    ev.GameEnded: _ended,
}
