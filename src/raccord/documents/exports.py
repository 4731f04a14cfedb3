"""A competition as files: SIGLES, CSV, XLSX, ODS, or JSON that reads back to the same ranking."""

from typing import Literal, get_args

from raccord.documents.competition import EventRanking
from raccord.documents.office import to_ods, to_xlsx
from raccord.documents.sheets import csv_of, rows_of
from raccord.documents.sigles import to_sigles
from raccord.tournament import Summary, Trait, record, standing

Format = Literal["sigles", "csv", "xlsx", "ods", "json"]
FORMATS: tuple[Format, ...] = get_args(Format)


def event_ranking(summary: Summary, group: Trait | None = None) -> EventRanking:
    """The overall ranking as a document, group by group if asked."""
    return EventRanking(
        title=summary.title,
        at=summary.at,
        by=summary.terms.by,
        games=tuple(game.title for game in summary.games),
        lines=standing(summary, group),
    )


def event_files(summary: Summary, format_: Format) -> dict[str, bytes]:
    """The files of a competition by their names: a SIGLES file a game, else one file."""
    if format_ == "sigles":
        return {f"partie-{game.number}.txt": to_sigles(summary, game) for game in summary.games}
    if format_ == "json":
        return {"competition.json": record.dumps(summary).encode()}
    rows = list(rows_of(event_ranking(summary)))
    if format_ == "csv":
        return {"classement.csv": csv_of(rows)}
    made = to_xlsx(rows, summary.title) if format_ == "xlsx" else to_ods(rows, summary.title)
    return {f"classement.{format_}": made}
