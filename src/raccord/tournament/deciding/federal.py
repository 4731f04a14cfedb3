"""Beyond the commission of an event: the file that goes to the federation's, and its deadlines."""

from raccord.quoting import one_line, unturned
from raccord.regulation import article
from raccord.regulation.edition import Provision
from raccord.regulation.editions import edition
from raccord.tournament import commands as cmd
from raccord.tournament import events as ev
from raccord.tournament.appeals import Case, case_of
from raccord.tournament.cases import Letter, Request, Spot
from raccord.tournament.deciding.entries import Events
from raccord.tournament.errors import Refusal
from raccord.tournament.seating import Halls
from raccord.tournament.state import State

DAY = 24 * 60 * 60_000


@article("6.4.2.a", edition="2023")
@article("6.4.2.a", edition="2017")
@article("6.4.2.c", edition="2023")
@article("6.4.2.c", edition="2017")
def send_dossier(state: State, command: cmd.SendDossier, halls: Halls) -> Events:
    """The file goes on, once the commission has decided: chair or organiser sends it."""
    case = _known(state, halls, command.spot)
    _allowed(case)
    if not case.file.decisions:
        raise Refusal("la commission d'arbitrage n'a pas encore statué")
    if case.file.sent is not None:
        raise Refusal("le dossier est déjà transmis")
    letter = _letter("Recours à la fédération", command.reason, command.who, command.at)
    return (ev.DossierSent(at=command.at, spot=command.spot, letter=letter),)


@article("6.4.2.c", edition="2023")
@article("6.4.2.c", edition="2017")
def ask_pieces(state: State, command: cmd.AskPieces, halls: Halls) -> Events:
    """The federation misses something: it must come in so many days, or the file is void."""
    case = _known(state, halls, command.spot)
    days = _allowed(case)
    if case.file.sent is None:
        raise Refusal("le dossier n'a pas été transmis à la fédération")
    if not command.what.strip():
        raise Refusal("une demande de pièces dit lesquelles")
    asked = command.asked_at or command.at
    if not case.file.sent.at <= asked <= command.at:
        raise Refusal("les pièces sont demandées après l'envoi du dossier, et pas dans l'avenir")
    request = Request(
        at=asked,
        what=unturned(command.what).strip(),
        until=asked + days.value * DAY,
        citation=edition(case.ruling.edition).cite(days),
    )
    return (ev.PiecesAsked(at=command.at, spot=command.spot, request=request),)


def file_letter(state: State, command: cmd.FileLetter, halls: Halls) -> Events:
    """Whatever bears on the case is kept with it."""
    _known(state, halls, command.spot)
    letter = _letter(command.title, command.text, command.who, command.at)
    return (ev.LetterFiled(at=command.at, spot=command.spot, letter=letter),)


def _letter(title: str, text: str, who: str, at: int) -> Letter:
    if not one_line(title) or not text.strip():
        raise Refusal("une pièce a un titre et un texte")
    return Letter(at=at, title=one_line(title), text=unturned(text).strip(), who=one_line(who))


def _allowed(case: Case) -> Provision[int]:
    edition_ = edition(case.ruling.edition)
    if edition_.federation is None:
        raise Refusal("ce règlement ne connaît pas de commission de recours de la fédération")
    return edition_.federation


def _known(state: State, halls: Halls, spot: Spot) -> Case:
    case = case_of(state, halls, spot)
    if case is None or (case.file.appeal is None and not case.file.decisions and not case.waits):
        raise Refusal("il n'y a pas d'affaire sur ce bulletin")
    return case
