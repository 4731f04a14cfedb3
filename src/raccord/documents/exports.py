"""A competition as files: SIGLES, CSV, XLSX, ODS, or JSON that reads back to the same ranking."""

import re
from collections.abc import Mapping
from typing import Literal, get_args

from raccord.documents.competition import EventRanking
from raccord.documents.office import to_ods, to_xlsx
from raccord.documents.sheets import csv_of, rows_of
from raccord.documents.sigles import to_sigles
from raccord.tournament import PlayedGame, Summary, Trait, plain, record, standing

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
        awaited=summary.awaited,
    )


Markers = Mapping[int, Mapping[str, tuple[int, ...]]]
"""The tables of each marker, game by game."""


def event_files(
    summary: Summary, format_: Format, markers: Markers | None = None
) -> dict[str, bytes]:
    """The files of a competition by their names: a SIGLES file a game, else one file.

    With ``markers`` each of them has a SIGLES file of his own tables too.
    """
    if format_ == "sigles":
        whole = {f"partie-{game.number}.txt": to_sigles(summary, game) for game in summary.games}
        apart = (_of_markers(summary, game, (markers or {})) for game in summary.games)
        return whole | {name: content for found in apart for name, content in found.items()}
    if format_ == "json":
        return {"competition.json": record.dumps(summary).encode()}
    rows = list(rows_of(event_ranking(summary)))
    if format_ == "csv":
        return {"classement.csv": csv_of(rows)}
    made = to_xlsx(rows, summary.title) if format_ == "xlsx" else to_ods(rows, summary.title)
    return {f"classement.{format_}": made}


def _of_markers(summary: Summary, game: PlayedGame, markers: Markers) -> dict[str, bytes]:
    shares = {name: tables for name, tables in markers.get(game.number, {}).items() if tables}
    names = sigles_names(game.number, shares)[1:]
    told = zip(names, shares.values(), strict=True)
    return {name: to_sigles(summary, game, tables) for name, tables in told}


def sigles_names(number: int, shares: Mapping[str, tuple[int, ...]]) -> tuple[str, ...]:
    """The names of the SIGLES files of a game: the whole one, then one for each marker."""
    base = f"partie-{number}"
    slugs = [_slug(name) for name, tables in shares.items() if tables]
    apart = (
        f"{base}-{slug}{'' if slug not in slugs[:at] else f'-{at + 1}'}.txt"
        for at, slug in enumerate(slugs)
    )
    return (f"{base}.txt", *apart)


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", plain(name)).strip("-") or "arbitre"
