"""The papers of a commission: its minutes, and the file on one slip as the federation wants it."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from raccord.documents.french import day
from raccord.documents.heading import SANCTIONS, cited, reasons, sanction_text, written
from raccord.documents.values import Document, Reason, Written
from raccord.duplicate import State as Hall
from raccord.duplicate import events as ev
from raccord.quoting import sentence
from raccord.regulation import Citation, Sanction
from raccord.regulation.catalogue import find
from raccord.regulation.editions import edition, heading
from raccord.tournament import State
from raccord.tournament.appeals import Case, cases
from raccord.tournament.cases import Appeal, Decision, Letter, Member, Request, hears
from raccord.tournament.seating import Halls

FILERS = {
    "player": "recours du joueur",
    "marker": "recours d'un arbitre-correcteur",
    "referee": "recours du juge-arbitre",
}
VERDICTS = {
    "upheld": "recours accueilli",
    "dismissed": "recours rejeté",
    "settled": "cas tranché",
}


class Article(Document, frozen=True, kw_only=True):
    """Article cité, in our own words."""

    number: str
    edition: str
    title: str


class Piece(Document, frozen=True, kw_only=True):
    """Pièce: a line or a letter of a file, and when it came."""

    at: str
    title: str
    text: str = ""
    who: str = ""


class CaseSheet(Document, frozen=True, kw_only=True):
    """Affaire sur papier."""

    game: str
    turn: int
    table: int
    players: tuple[str, ...]
    centre: str
    draw: str
    top: str
    top_points: int
    cells: str
    """The board before the turn."""
    written: Written | None
    grid: str
    points: int
    sanction: str
    reasons: tuple[Reason, ...]
    appeal: Piece | None
    late: str
    decisions: tuple[Piece, ...]
    history: tuple[Piece, ...] = ()
    articles: tuple[Article, ...] = ()
    letters: tuple[Piece, ...] = ()
    deadlines: tuple[Piece, ...] = ()


class Minutes(Document, frozen=True, kw_only=True):
    """Procès-verbal de la commission d'arbitrage."""

    title: str
    date: str
    members: tuple[str, ...]
    cases: tuple[CaseSheet, ...]


class Dossier(Document, frozen=True, kw_only=True):
    """Dossier de recours: every document on one slip, for the federation."""

    title: str
    date: str
    edition: str
    members: tuple[str, ...]
    case: CaseSheet
    seal: str = ""
    photo: tuple[int, ...] = ()
    """The photograph of the slip, the bytes of its JPEG."""


def minutes(state: State, halls: Halls, centre: str = "") -> Minutes:
    """The minutes: every case, decided or still open, in the order of games and turns.

    Those of a centre's commission have its members and the cases played there.
    """
    in_order = sorted(cases(state, halls, centre), key=lambda case: case.spot)
    members = state.docket.commission(centre) if centre else state.docket.members
    return Minutes(
        title=state.title,
        date=day(state.opened.at),
        members=tuple(map(_seated, members)),
        cases=tuple(_case(case, halls[case.game.code]) for case in in_order),
    )


def dossier(
    state: State,
    case: Case,
    hall: Hall,
    history: Iterable[ev.Event],
    seal: str = "",
    photo: bytes = b"",
) -> Dossier:
    """The whole file on one slip; ``history`` are its slips and rulings in order."""
    return Dossier(
        title=state.title,
        date=day(state.opened.at),
        edition=heading(edition(case.ruling.edition)),
        members=tuple(
            _seated(one) for one in state.docket.members if hears(one.centre, case.centre)
        ),
        case=_case(case, hall, tuple(history)),
        seal=seal,
        photo=tuple(photo),
    )


def _seated(member: Member) -> str:
    return ", ".join(filter(None, (member.name, member.title, member.centre)))


def _case(case: Case, hall: Hall, history: Sequence[ev.Event] = ()) -> CaseSheet:
    turn, file = hall.turns[case.spot.turn - 1], case.file
    return CaseSheet(
        game=case.game.title,
        turn=case.spot.turn,
        table=case.spot.table,
        players=case.players,
        centre=case.centre,
        draw=turn.draw,
        top=str(turn.move),
        top_points=turn.points,
        cells=turn.before.board.cells,
        written=written(case.slip),
        grid=(case.slip.grid or "") if case.slip else "",
        points=case.ruling.points,
        sanction=sanction_text(case.ruling),
        reasons=reasons(case.ruling, case.ruling.edition),
        appeal=_filed(file.appeal) if file.appeal else None,
        late=file.appeal.late if file.appeal else "",
        decisions=tuple(map(_decided, file.decisions)),
        history=tuple(map(_ruled, history)),
        articles=tuple(map(_article, case.citations)),
        letters=tuple(map(_letter, (*((file.sent,) if file.sent else ()), *file.letters))),
        deadlines=tuple(map(_deadline, file.requests)),
    )


def _moment(at: int) -> str:
    clock = datetime.fromtimestamp(at / 1000).astimezone()
    return f"{day(at)}, {clock:%H:%M}" if at else ""


def _worth(points: int, sanction: Sanction) -> str:
    told = f"{points} point{'s' if points > 1 else ''}"
    return f"{told}, {SANCTIONS[sanction]}" if SANCTIONS[sanction] else told


def _filed(appeal: Appeal) -> Piece:
    asked = "" if appeal.asked is None else f" Points demandés : {appeal.asked}."
    limit = f" Délai : {_moment(appeal.until)}." if appeal.until else ""
    contested = f" Décision contestée : {_worth(appeal.points, appeal.sanction)}."
    return Piece(
        at=_moment(appeal.at),
        title=FILERS[appeal.by],
        text=f"{sentence(appeal.reason)}{contested}{asked}{limit}",
        who=appeal.who,
    )


def _decided(decision: Decision) -> Piece:
    before = _worth(*decision.before)
    by = "fédération" if decision.instance == "federation" else "commission d'arbitrage"
    at = f"commission du centre {decision.centre} : " if decision.centre else ""
    articles = ", ".join(map(str, decision.citations))
    return Piece(
        at=_moment(decision.at),
        title=f"{VERDICTS[decision.verdict]} : {_worth(decision.points, decision.sanction)}",
        text=f"Avant : {before}. Motif : {decision.reason} ({articles}).",
        who=at + (", ".join(decision.members) or f"{by} ({decision.by})"),
    )


def _ruled(event: ev.Event) -> Piece:
    if isinstance(event, ev.SlipHandedIn):
        wrote = written(event.slip)
        told = f"{wrote.reference} {wrote.word}".strip() if wrote else "pas de bulletin lisible"
        claimed = f", {wrote.score} points" if wrote and wrote.score is not None else ""
        return Piece(at=_moment(event.at), title="bulletin reçu", text=told + claimed)
    assert isinstance(event, ev.Ruled)
    given = event.ruling
    why = "; ".join(f"{f.reason} ({cited(f.citation, given.edition)})" for f in given.findings)
    motive = f" Motif : {event.reason}." if event.reason else ""
    return Piece(
        at=_moment(event.at),
        title=f"décision : {_worth(given.points, given.sanction)}",
        text=f"{why}{motive}",
        who=event.by,
    )


def _article(citation: Citation) -> Article:
    found = find(citation)
    return Article(
        number=citation.article, edition=citation.edition, title=found.title if found else ""
    )


def _letter(letter: Letter) -> Piece:
    return Piece(at=_moment(letter.at), title=letter.title, text=letter.text, who=letter.who)


def _deadline(request: Request) -> Piece:
    return Piece(
        at=_moment(request.at),
        title=f"pièces demandées, attendues jusqu'au {day(request.until)}",
        text=f"{request.what} ({request.citation})" if request.citation else request.what,
    )
