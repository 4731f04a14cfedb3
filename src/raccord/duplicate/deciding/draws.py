"""Decisions about draws: by the software, by hand, from a prepared game, put right.

==================================  =======================================================
T1  2017 3.1 · 2010, undated 2.1    ``judge_draw``
T3  2017 3.2 · 2010, undated 2.2    ``judge_draw``: rejected, then drawn again until valid
T4  2017 3.2 · 2010, undated 2.2    ``reject_draw``: Y and jokers at the referee's will
T11 2017 6.2 · 2010 5.2             ``_is_banned``: a draw that differs from the cancelled one
    2017 7.3                        ``_winner``: sudden death
==================================  =======================================================

A prepared game may tell that a draw was made again but not which letters were rejected before it:
the leave then goes back into the bag, and the new letters of that draw stay unknown.
"""

from dataclasses import replace

import msgspec

from raccord.board import JOKER, BoardError, alphabetical, parse_rack
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.deciding.commitments import check_committed, software_letters
from raccord.duplicate.deciding.context import Context, Events
from raccord.duplicate.errors import Refusal
from raccord.duplicate.files.prepared import prepared_draw
from raccord.duplicate.rules import draws
from raccord.duplicate.rules.ends import EndReason
from raccord.duplicate.rules.position import Position
from raccord.duplicate.slips.scores import survivors
from raccord.duplicate.state import State
from raccord.regulation import Citation, article


def draw(context: Context, command: cmd.Draw) -> Events:
    """Draw as the game does; letters given by hand stand in for a prepared draw.

    A mixed game takes letters of the bag where they are given, else those of the software.
    """
    beside, at, letters = context.beside, command.at, command.letters
    if beside.draw == "software" and letters.strip():
        raise Refusal("dans cette partie le logiciel tire les lettres lui-même")
    if beside.draw in ("software", "mixed") and not letters.strip():
        return draw_by_software(context, cmd.DrawBySoftware(at=at, secret=beside.secret))
    if beside.draw == "prepared" and not letters.strip():
        return _as_prepared(context, at)
    return draw_letters(context, cmd.DrawLetters(at=at, letters=letters, origin="hand"))


def _as_prepared(context: Context, at: int) -> Events:
    """The draw of the prepared game, after the draws that were rejected there."""
    found: list[ev.Event] = []
    while not found or isinstance(found[-1], ev.DrawRejected):
        command = prepared_draw(context.beside.script, context.state)
        if command is None:
            if context.beside.sealed:
                raise Refusal(
                    f"l'enveloppe du coup {context.state.turn} n'est pas ouverte : "
                    "la liaison l'ouvre, ou le code dit par téléphone"
                )
            raise Refusal(
                "la partie préparée n'a pas de tirage pour cette position : saisissez les lettres"
            )
        if isinstance(command, cmd.DrawLetters):
            drawn = draw_letters(context, msgspec.structs.replace(command, at=at))
        else:
            drawn = reject_untold(context, msgspec.structs.replace(command, at=at))
        found += drawn
        context = context.after(drawn)
    return tuple(found)


def reject_untold(context: Context, command: cmd.RejectUntold) -> Events:
    """A rejected draw of which only the leave is known."""
    state = context.state
    cited = state.edition.cite(state.edition.late_minimum)
    return (_rejected(state, "", "prepared", command.at, cited),)


def _rejected(
    state: State, new: str, origin: ev.Origin, at: int, cited: Citation
) -> ev.DrawRejected:
    leave = state.position.leave
    return ev.DrawRejected(
        at=at, turn=state.turn, leave=leave, new=new, origin=origin, citation=cited
    )


def draw_by_software(context: Context, command: cmd.DrawBySoftware) -> Events:
    """Draw until a draw is valid; every rejected one is told."""
    state = context.state
    check_committed(command.secret, state.opened)
    if ended := _winner(state, command.at):
        return ended
    found: list[ev.Event] = []
    # It ends: before each draw the game was found to have a valid one (2017 3.6).
    while not found or isinstance(found[-1], ev.DrawRejected):
        new = software_letters(command.secret, context.state)
        found.append(judge_draw(context.state, new, "software", command.at))
        context = context.then(found[-1])
    return tuple(found)


def draw_letters(context: Context, command: cmd.DrawLetters) -> Events:
    """Take letters announced by a person or by a prepared game."""
    state = context.state
    if command.origin == "software":
        raise Refusal("un tirage du logiciel se demande avec son secret")
    if ended := _winner(state, command.at):
        return ended
    new = _letters(state.position, command.letters)
    draws.check_new(state.position, new, state.formula)
    return (judge_draw(state, new, command.origin, command.at),)


def correct_draw(context: Context, command: cmd.CorrectDraw) -> Events:
    """Put right letters typed wrongly; the draw may turn out to be a rejected one."""
    state = context.state
    assert state.origin is not None
    if not command.reason.strip():
        raise Refusal("un tirage ne se rectifie qu'avec son motif")
    before = undrawn(state)
    new = _letters(before.position, command.letters)
    draws.check_new(before.position, new, state.formula)
    judged = judge_draw(before, new, state.origin, command.at)
    if isinstance(judged, ev.DrawRejected):
        return (judged,)
    return (ev.DrawCorrected(at=command.at, turn=state.turn, new=new, reason=command.reason),)


def undrawn(state: State) -> State:
    """The state with its new letters back in the bag, the leave in hand."""
    bag = alphabetical(state.position.bag + state.new)
    return replace(state, position=replace(state.position, bag=bag, leave=state.leave))


@article("3.2", edition="2023")
@article("3.2", edition="2017")
@article("2.2", edition="2010")
@article("2.2", edition="undated")
def reject_draw(context: Context, command: cmd.RejectDraw) -> Events:
    """Y and jokers count as one kind or the other at will: at the referee's, too."""
    state = context.state
    cited = state.edition.cite(state.edition.late_minimum)
    return (ev.DrawDeclined(at=command.at, turn=state.turn, citation=cited),)


@article("3.1", edition="2023")
@article("3.1", edition="2017")
@article("2.1", edition="2010")
@article("2.1", edition="undated")
def judge_draw(
    state: State, new: str, origin: ev.Origin, at: int = 0
) -> ev.Drawn | ev.DrawRejected:
    """Letters complete the leave; a draw that is not valid goes back whole."""
    position, edition = state.position, state.edition
    rack = position.rack(new)
    cited = None
    if not draws.is_valid(rack, position.pool, state.turn, edition):
        # Early and late minimum stand in one article: either provision cites it.
        cited = edition.cite(edition.late_minimum)
    elif _is_banned(state, rack):
        cited = edition.cite(edition.cancelled_differs)
    if cited:
        return _rejected(state, new, origin, at, cited)
    return ev.Drawn(
        at=at,
        turn=state.turn,
        leave=position.leave,
        new=new,
        joker=position.serving,
        origin=origin,
        citations=_citations(state),
    )


def _citations(state: State) -> tuple[Citation, ...]:
    edition = state.edition
    cited = (edition.cite(edition.drawing), edition.cite(edition.late_minimum))
    if state.formula.original and not state.turns:
        return (*cited, *state.formula.citations(edition.id))
    return cited


@article("3.6", edition="2023")
@article("6.2", edition="2017")
@article("5.2", edition="2010")
def _is_banned(state: State, rack: str) -> bool:
    """After a cancelled turn the draw must differ, if the pool can give another."""
    if not state.banned or not state.edition.cancelled_differs.value:
        return False
    if alphabetical(rack) != alphabetical(state.banned):
        return False
    return draws.has_other(state.position, state.formula, state.turn, state.edition, rack)


@article("3.8.3", edition="2023")
@article("7.3", edition="2017")
def _winner(state: State, at: int) -> Events:
    """Sudden death stops when one table is left in."""
    # Alone, one plays sudden death against nobody, and to the end.
    if not state.formula.knockout or len(state.entrants) < 2 or len(survivors(state)) > 1:
        return ()
    cited = state.formula.cite(state.edition.id)
    return (ev.GameEnded(at=at, reason=EndReason.WINNER, citation=cited),)


def _letters(position: Position, text: str) -> str:
    try:
        letters = parse_rack(text)
    except BoardError as error:
        raise Refusal(
            f"lettres illisibles : « {text} » (attendu : A à Z, ? pour un joker)"
        ) from error
    # A referee reads out the whole draw: the serving joker is not one of the bag's letters.
    return letters.replace(JOKER, "", 1) if position.serving else letters
