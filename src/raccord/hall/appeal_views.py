"""What is told of a case: to the table it concerns, to markers, to the commission."""

from collections.abc import Iterable

from raccord.hall.shapes import RulingView, SlipView, View
from raccord.hall.views import SANCTIONS, ruling_view, slip_view
from raccord.regulation import Citation, Outcome
from raccord.regulation.catalogue import find
from raccord.tournament.appeals import Case, TimeLimit
from raccord.tournament.cases import Appeal, CaseFile, Decision, Filer, Instance, Letter, Verdict


class LimitView(View, frozen=True, kw_only=True):
    """Délai de recours: ``until`` in ms of the server's time, None while nobody knows it."""

    by: str
    until: int | None
    minutes: int
    open: bool
    article: str


class AppealView(View, frozen=True, kw_only=True):
    """Recours déposé."""

    at: int
    by: Filer
    who: str
    reason: str
    points: int
    sanction: str
    asked: int | None
    until: int | None
    late: str


class DecisionView(View, frozen=True, kw_only=True):
    """Décision d'une commission."""

    at: int
    verdict: Verdict
    instance: Instance
    points: int
    sanction: str
    sanction_text: str
    before: int
    before_text: str
    reason: str
    by: str
    members: tuple[str, ...]
    centre: str
    """The centre whose commission decided; none for that of the event."""
    articles: tuple[str, ...]


class OutcomeView(View, frozen=True, kw_only=True):
    """Issue possible: points and sanction."""

    points: int
    sanction: str
    sanction_text: str


class ArticleView(View, frozen=True, kw_only=True):
    """Article, with what it lays down in our words."""

    edition: str
    number: str
    title: str


class PieceView(View, frozen=True, kw_only=True):
    """Pièce du dossier."""

    at: int
    title: str
    text: str
    who: str


class RequestView(View, frozen=True, kw_only=True):
    """Pièces demandées, and until when."""

    at: int
    what: str
    until: int
    article: str


class CaseView(View, frozen=True, kw_only=True):
    """Affaire, as whoever it concerns may read it."""

    id: str
    game: int
    title: str
    turn: int
    table: int
    players: tuple[str, ...]
    waits: bool
    commission: bool
    """Whether its marker or its edition left it to the commission."""
    slip: SlipView | None
    ruling: RulingView
    outcomes: tuple[OutcomeView, ...]
    appeal: AppealView | None
    decisions: tuple[DecisionView, ...]
    articles: tuple[ArticleView, ...]
    sent: PieceView | None
    requests: tuple[RequestView, ...]
    wanted_until: int | None
    """Until when pieces must come that were asked for and have not come."""
    lapsed: bool
    letters: tuple[PieceView, ...]
    picture: str = ""
    """The digest of the slip's photograph, for officials and the commission."""
    centre: str = ""
    """Where the table plays, at an event of several places."""


class AppealsView(View, frozen=True, kw_only=True):
    """Recours of a game that somebody may know of, and until when another may be filed."""

    limit: LimitView
    cases: tuple[CaseView, ...]


def appeals_view(limit: TimeLimit, cases: Iterable[Case], now: int) -> AppealsView:
    """Cases as they stand now."""
    return AppealsView(
        limit=limit_view(limit, now), cases=tuple(case_view(case, now) for case in cases)
    )


def limit_view(limit: TimeLimit, now: int) -> LimitView:
    """A deadline as it stands now."""
    return LimitView(
        by=limit.by,
        until=limit.until,
        minutes=limit.minutes,
        open=not limit.is_past(now),
        article=str(limit.citation),
    )


def case_view(case: Case, now: int) -> CaseView:
    """A case as it stands now."""
    file, spot = case.file, case.spot
    return CaseView(
        id=str(spot),
        game=spot.game,
        title=case.game.title,
        turn=spot.turn,
        table=spot.table,
        players=case.players,
        waits=case.waits,
        commission=bool(case.ruling.outcomes),
        slip=slip_view(case.slip) if case.slip else None,
        ruling=ruling_view(case.ruling),
        outcomes=tuple(map(_outcome, case.outcomes)),
        appeal=_appeal(file.appeal) if file.appeal else None,
        decisions=tuple(map(_decision, file.decisions)),
        articles=tuple(map(_article, case.citations)),
        sent=_piece(file.sent) if file.sent else None,
        requests=_requests(file),
        wanted_until=file.wanted.until if file.wanted else None,
        lapsed=file.lapsed(now),
        letters=tuple(map(_piece, file.letters)),
        picture=case.picture,
        centre=case.centre,
    )


def _outcome(outcome: Outcome) -> OutcomeView:
    return OutcomeView(
        points=outcome.points,
        sanction=outcome.sanction.value,
        sanction_text=SANCTIONS[outcome.sanction],
    )


def _appeal(appeal: Appeal) -> AppealView:
    return AppealView(
        at=appeal.at,
        by=appeal.by,
        who=appeal.who,
        reason=appeal.reason,
        points=appeal.points,
        sanction=appeal.sanction.value,
        asked=appeal.asked,
        until=appeal.until,
        late=appeal.late,
    )


def _decision(decision: Decision) -> DecisionView:
    before, sanction = decision.before
    return DecisionView(
        at=decision.at,
        verdict=decision.verdict,
        instance=decision.instance,
        points=decision.points,
        sanction=decision.sanction.value,
        sanction_text=SANCTIONS[decision.sanction],
        before=before,
        before_text=SANCTIONS[sanction],
        reason=decision.reason,
        by=decision.by,
        members=decision.members,
        centre=decision.centre,
        articles=tuple(map(str, decision.citations)),
    )


def _article(citation: Citation) -> ArticleView:
    found = find(citation)
    return ArticleView(
        edition=citation.edition, number=citation.article, title=found.title if found else ""
    )


def _piece(letter: Letter) -> PieceView:
    return PieceView(at=letter.at, title=letter.title, text=letter.text, who=letter.who)


def _requests(file: CaseFile) -> tuple[RequestView, ...]:
    return tuple(
        RequestView(
            at=one.at,
            what=one.what,
            until=one.until,
            article=str(one.citation) if one.citation else "",
        )
        for one in file.requests
    )
