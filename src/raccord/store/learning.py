"""What players keep of their training, and the results of games that several play.

Unlike a game these are no facts to be proven: they are rewritten, merged and erased at their
owner's wish, so they stand in tables of their own and not in the log. An owner is known by the
digest of a key only he has.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from raccord.store.schema import contests, results, studied

MOST_ROWS = {"game": 2000, "card": 3000}
"""Of each kind, for one owner."""
MOST_PAYLOAD = 8000


class Kept(NamedTuple):
    """A row of an owner: its key, its instant (of a card: when it is due) and what it holds."""

    key: str
    at: int
    payload: str


class Result(NamedTuple):
    """Résultat: what somebody did in a game that several play; ``ended`` is 0 while it lasts."""

    contest: str
    owner: str
    game: str
    ended: int
    points: int = 0
    total: int = 0
    tops: int = 0
    ms: int = 0


def put(connection: Connection, owner: str, kind: str, rows: Iterable[Kept]) -> int:
    """Write rows, anew where they exist; those beyond the owner's room are left out."""
    room = MOST_ROWS[kind] - count(connection, owner, kind)
    written = 0
    for row in rows:
        if len(row.payload) > MOST_PAYLOAD:
            continue
        here = (studied.c.owner == owner, studied.c.kind == kind, studied.c.key == row.key)
        changed = connection.execute(
            update(studied).where(*here).values(at=row.at, payload=row.payload)
        )
        if not changed.rowcount:
            if room <= 0:
                continue
            room -= 1
            values = {"owner": owner, "kind": kind, **row._asdict()}
            connection.execute(insert(studied).values(values))
        written += 1
    return written


def count(connection: Connection, owner: str, kind: str, until: int | None = None) -> int:
    """How many rows an owner has; with ``until``, those due by then."""
    query = select(func.count()).where(studied.c.owner == owner, studied.c.kind == kind)
    if until is not None:
        query = query.where(studied.c.at <= until)
    return int(connection.execute(query.select_from(studied)).scalar_one())


def rows(
    connection: Connection, owner: str, kind: str, limit: int, until: int | None = None
) -> list[Kept]:
    """The youngest rows; with ``until``, those due by then, the longest due first."""
    query = select(studied.c.key, studied.c.at, studied.c.payload).where(
        studied.c.owner == owner, studied.c.kind == kind
    )
    if until is None:
        query = query.order_by(studied.c.at.desc(), studied.c.key)
    else:
        query = query.where(studied.c.at <= until).order_by(studied.c.at, studied.c.key)
    return [Kept(*row) for row in connection.execute(query.limit(limit))]


def found(connection: Connection, owner: str, kind: str, keys: Sequence[str]) -> list[Kept]:
    """The rows of these keys."""
    query = select(studied.c.key, studied.c.at, studied.c.payload).where(
        studied.c.owner == owner, studied.c.kind == kind, studied.c.key.in_(keys)
    )
    return [Kept(*row) for row in connection.execute(query)]


def erase(connection: Connection, owner: str) -> None:
    """Forget everything of an owner."""
    connection.execute(delete(studied).where(studied.c.owner == owner))
    connection.execute(delete(results).where(results.c.owner == owner))


def merge(connection: Connection, owner: str, into: str) -> None:
    """Give everything of an owner to another; what both have stays the other's."""
    for kind in MOST_ROWS:
        have = select(studied.c.key).where(studied.c.owner == into, studied.c.kind == kind)
        there = set(connection.execute(have).scalars())
        mine = rows(connection, owner, kind, MOST_ROWS[kind])
        put(connection, into, kind, [row for row in mine if row.key not in there])
    taken = select(results.c.contest).where(results.c.owner == into)
    mine_only = (results.c.owner == owner, results.c.contest.not_in(taken))
    connection.execute(update(results).where(*mine_only).values(owner=into))
    erase(connection, owner)


def put_contest(connection: Connection, contest: str, game: str, at: int) -> None:
    """Remember which game gives a contest its draws."""
    connection.execute(insert(contests).values(id=contest, game=game, created=at))


def contest_game(connection: Connection, contest: str) -> str | None:
    """The game that gives a contest its draws."""
    query = select(contests.c.game).where(contests.c.id == contest)
    return connection.execute(query).scalar_one_or_none()


def put_result(connection: Connection, result: Result) -> bool:
    """Begin or end somebody's game of a contest; what is ended stays as it is."""
    here = (results.c.contest == result.contest, results.c.owner == result.owner)
    known = connection.execute(select(results.c.game, results.c.ended).where(*here)).first()
    values: dict[str, Any] = result._asdict()
    if known is None:
        connection.execute(insert(results).values(values))
        return True
    if known.ended or known.game != result.game:
        return False
    connection.execute(update(results).where(*here).values(values))
    return True


def result_of(connection: Connection, contest: str, owner: str) -> Result | None:
    """Somebody's own result."""
    query = select(*(results.c[name] for name in Result._fields)).where(
        results.c.contest == contest, results.c.owner == owner
    )
    row = connection.execute(query).first()
    return Result(*row) if row else None


def ranking(connection: Connection, contest: str, limit: int = 200) -> list[Result]:
    """Everybody who has finished, the best first; the quicker of two equals."""
    order = (results.c.points.desc(), results.c.ms, results.c.ended)
    query = (
        select(*(results.c[name] for name in Result._fields))
        .where(results.c.contest == contest, results.c.ended > 0)
        .order_by(*order)
        .limit(limit)
    )
    return [Result(*row) for row in connection.execute(query)]
