"""The part of ``evolve`` that concerns the commission: what each of its facts adds to the files."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from raccord.tournament import events as ev
from raccord.tournament.cases import CaseFile, Spot
from raccord.tournament.state import State


def _named(state: State, event: ev.CommissionNamed) -> State:
    return replace(state, docket=replace(state.docket, members=event.members))


def _with(state: State, spot: Spot, file: CaseFile) -> State:
    docket = state.docket
    return replace(state, docket=replace(docket, files={**docket.files, spot: file}))


def _filed(state: State, event: ev.AppealFiled) -> State:
    file = state.docket.file(event.spot)
    return _with(state, event.spot, replace(file, appeal=event.appeal))


def _decided(state: State, event: ev.AppealDecided) -> State:
    file = state.docket.file(event.spot)
    return _with(state, event.spot, replace(file, decisions=(*file.decisions, event.decision)))


def _sent(state: State, event: ev.DossierSent) -> State:
    file = state.docket.file(event.spot)
    return _with(state, event.spot, replace(file, sent=event.letter))


def _asked(state: State, event: ev.PiecesAsked) -> State:
    file = state.docket.file(event.spot)
    return _with(state, event.spot, replace(file, requests=(*file.requests, event.request)))


def _letter(state: State, event: ev.LetterFiled) -> State:
    file = state.docket.file(event.spot)
    return _with(state, event.spot, replace(file, letters=(*file.letters, event.letter)))


DOCKET: dict[type[ev.Event], Callable[[State, Any], State]] = {
    ev.CommissionNamed: _named,
    ev.AppealFiled: _filed,
    ev.AppealDecided: _decided,
    ev.DossierSent: _sent,
    ev.PiecesAsked: _asked,
    ev.LetterFiled: _letter,
}
