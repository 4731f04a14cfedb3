"""The papers of a competition: entries, check-in, seating, results by game, group and in all."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, get_args

import msgspec

from raccord.documents.competition import HEADS, awaiting
from raccord.documents.fitting import noted
from raccord.documents.french import day, decimal, named
from raccord.documents.rolls import Roll, Rolls, Row, grouped, rolls
from raccord.tournament import (
    Entry,
    GameLine,
    PlayedGame,
    Refusal,
    StandingLine,
    State,
    Summary,
    TeamLine,
    Trait,
    game_lines,
    playing,
    seats_of,
    standing,
    teams,
    way_of,
)
from raccord.tournament.columns import plain

Paper = Literal["engages", "pointage", "placement", "classement", "resultats"]
PAPERS: tuple[Paper, ...] = get_args(Paper)
GROUPED: dict[Trait, str] = {
    "series": "Par séries",
    "category": "Par catégories",
    "club": "Par clubs",
    "federation": "Par fédérations",
    "team": "Par équipes",
    "centre": "Par centres",
}
_KINDS: dict[Trait, str] = {
    "series": "Série",
    "category": "Catégorie",
    "club": "Club",
    "federation": "Fédération",
    "team": "Équipe",
    "centre": "Centre",
}
_BLANK = "☐"
_NOTED: dict[str, Any] = {"noted": True, "height": 6.8}
_MISSED = {"referee": "arb.", "withdrawn": "ab."}


def paper_of(kind: Paper, state: State, summary: Summary, group: Trait | None = None) -> Rolls:
    """One of the papers of a competition, by its name."""
    made: dict[Paper, Callable[[], Rolls]] = {
        "engages": lambda: entry_list(state),
        "pointage": lambda: check_in_list(state),
        "placement": lambda: seating_plan(state),
        "classement": lambda: overall(summary, group),
        "resultats": lambda: all_results(summary),
    }
    return made[kind]()


def _paper(name: str, title: str, at: int, under: str, lists: Sequence[Roll]) -> Rolls:
    return rolls(title, name, day(at), under, lists)


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number < 2 else many}"


def _whole(number: int | float) -> str:
    """A number as documents write it: 1 234, 81,5."""
    written = decimal(number) if isinstance(number, float) else str(number)
    digits, _, part = written.removeprefix("-").partition(",")
    parted = f"{int(digits):,}".replace(",", "\u202f")
    sign = "\u2212" if written.startswith("-") else ""
    return f"{sign}{parted},{part}" if part else f"{sign}{parted}"


def _two_lines(notes: bool) -> dict[str, Any]:
    return _NOTED if notes else {}


def _by_name(entries: Mapping[int, Entry]) -> list[Entry]:
    """Entries as a list is looked through: by family name, the last word of a name."""
    return sorted(
        entries.values(), key=lambda e: (plain(e.name.split(" / ")[0].split()[-1]), e.name)
    )


def _both(entry: Entry, field: str) -> str:
    return " / ".join(entry.each(field))


def entry_list(state: State) -> Rolls:
    """Everybody entered, by name."""
    rows = tuple(
        (
            *(entry.name, str(entry.number)),
            *(_both(entry, told) for told in ("licence", "series", "category", "federation")),
            " · ".join(filter(None, (_both(entry, told) for told in ("club", "team", "centre")))),
        )
        for entry in _by_name(state.entries)
    )
    notes = any(row[-1] for row in rows)
    roll = Roll(
        title="",
        heads=("Joueur", "N°", "Licence", "Série", "Catégorie", "Fédération"),
        sides="wrlccl",
        strong=(1,),
        rows=rows,
        **_two_lines(notes),
    )
    under = _count(len(rows), "engagé", "engagés")
    return _paper("Liste des engagés", state.title, state.opened.at, under, [roll])


def check_in_list(state: State) -> Rolls:
    """The list for the door: boxes to tick, and what is known already."""
    said = {"present": 0, "late": 1, "absent": 2}

    def row(entry: Entry) -> Row:
        known = said.get(state.presence.get(entry.number, ""), -1)
        ticks = ("☒" if column == known else _BLANK for column in range(3))
        told = (_both(entry, "series"), _both(entry, "club"))
        return (entry.name, str(entry.number), *ticks, "", " · ".join(filter(None, told)))

    roll = Roll(
        title="",
        heads=("Joueur", "N°", "Présent", "En retard", "Absent", "Remarque" + "\u00a0" * 44),
        sides="wrcccl",
        strong=(1,),
        rows=tuple(map(row, _by_name(state.entries))),
        height=7.2,
        noted=True,
        ruled=True,
    )
    under = _count(len(state.entries), "engagé", "engagés")
    return _paper("Liste de pointage", state.title, state.opened.at, under, [roll])


def seating_plan(state: State) -> Rolls:
    """Who sits where in the next game: by name for who looks for his place, then by table."""
    going = playing(state)
    seats = {table: n for table, n in seats_of(state).items() if n in going}
    if not seats:
        raise Refusal("il n'y a personne à placer")
    where = {number: table for table, number in seats.items()}
    heads, number = ("Joueur", "Table"), len(state.counted) + 1
    by_name = tuple(
        (entry.name, str(where[entry.number]), "")
        for entry in _by_name({n: state.entries[n] for n in where})
    )
    by_table = tuple((str(t), state.entries[n].name, "") for t, n in sorted(seats.items()))
    lists = [
        Roll(title="Par noms", heads=heads, sides="wr", strong=(1,), rows=by_name, across=2),
        Roll(
            title="Par tables",
            heads=("Table", "Joueur"),
            sides="rw",
            strong=(0,),
            rows=by_table,
            across=2,
        ),
    ]
    under = f"partie {number}, {_count(len(seats), 'table', 'tables')}"
    return _paper("Plan de salle", state.title, state.opened.at, under, lists)


def overall(summary: Summary, group: Trait | None = None) -> Rolls:
    """The ranking over all games, group by group if asked."""
    lists = [_ranking(summary, "", group)]
    if group in (None, "team"):
        lists.append(_teams(teams(summary)))
    name = "Classement général" if group is None else f"Classement {GROUPED[group].lower()}"
    return _paper(name, summary.title, summary.at, _played(summary), lists)


def of_game(summary: Summary, game: PlayedGame) -> Rolls:
    """The ranking of one game."""
    under = _standing(f"total des tops : {_whole(game.tally.top)}", game.awaited)
    lists = [_game(summary, game, "")]
    return _paper(game.title, summary.title, summary.at, under, lists)


def all_results(summary: Summary) -> Rolls:
    """Everything: the ranking in all, teams, series and categories, then game by game."""
    lists = [_ranking(summary, "Classement général"), _teams(teams(summary))]
    told = {t: {e.trait(t) for e in summary.entries} - {""} for t in GROUPED}
    lists += (_ranking(summary, GROUPED[t], t) for t in ("series", "category") if told[t])
    lists += (_game(summary, one, one.title) for one in (*summary.games, *summary.deciders))
    return _paper("Résultats", summary.title, summary.at, _played(summary), lists)


def _played(summary: Summary) -> str:
    return _standing(f"après {_count(len(summary.games), 'partie', 'parties')}", summary.awaited)


def _standing(told: str, awaited: Sequence[str]) -> str:
    """What stands under a name, with the sections that may still change what the paper says."""
    return f"{told} — provisoire, {awaiting(awaited)}" if awaited else told


def _ranking(summary: Summary, title: str, group: Trait | None = None) -> Roll:
    lines = standing(summary, group)
    rows = [_ranked(line, len(summary.games) > 1) for line in lines]
    if group is not None:
        heads = (f"{_KINDS[group]} {line.group or '–'}" for line in lines)
        rows = list(grouped(zip(heads, rows, strict=True)))
    games = tuple(f"P{n}" for n, _ in enumerate(summary.games, 1)) if len(summary.games) > 1 else ()
    return Roll(
        title=title,
        heads=("Place", "Joueur", "N°", HEADS[way_of(summary)], *games, "% du top"),
        sides="rwrr" + "r" * len(games) + "r",
        strong=(0, 3),
        rows=tuple(rows),
        **_two_lines(any(row[-1] for row in rows if len(row) > 1)),
    )


def _ranked(line: StandingLine, with_games: bool) -> Row:
    told = (line.club, line.series, line.category, *line.ties)
    games = zip(line.games, line.missed, strict=True) if with_games else ()
    return (
        *(str(line.place), line.player, str(line.number), _whole(line.value)),
        *(_MISSED.get(why, "–") if total is None else _whole(total) for total, why in games),
        decimal(line.percentage),
        " · ".join(filter(None, told)),
    )


def _teams(lines: Sequence[TeamLine]) -> Roll:
    rows = tuple(
        (
            *(str(line.place), line.team, _whole(line.value)),
            " · ".join((named(line.counted or line.members).replace(" / ", ", "), *line.ties)),
        )
        for line in lines
    )
    heads = ("Place", "Équipe", "Total")
    roll = Roll(title="Équipes", heads=heads, sides="rwr", strong=(0, 2), rows=rows, **_NOTED)
    whole = tuple(part for row in rows for part in _continued(row, roll.room))
    return msgspec.structs.replace(roll, rows=whole)


def _continued(row: Row, room: float) -> Iterator[Row]:
    """A line, and as many more as its note takes: a team of twelve has all of them named."""
    first, *rest = noted(row[-1], room)
    yield (*row[:-1], first)
    for part in rest:
        yield (*("" for _ in row[:-1]), part)


def _game(summary: Summary, game: PlayedGame, title: str) -> Roll:
    def row(line: GameLine) -> Row:
        told = (_whole(line.total), decimal(line.percentage))
        return (str(line.place), line.player, *told, "")

    return Roll(
        title=title,
        heads=("Place", "Joueur", "Total", "% du top"),
        sides="rwrr",
        strong=(0, 2),
        rows=tuple(map(row, game_lines(summary, game))),
        across=2,
    )
