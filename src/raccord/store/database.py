"""Addresses and engines: SQLite by default, PostgreSQL by address, the same code for both.

An address is a file name, ``sqlite:///file`` or ``postgresql+psycopg://…``. On SQLite every
transaction that may write begins IMMEDIATE, so what it reads cannot change before it commits.
"""

import os
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, OperationalError
from sqlalchemy.exc import DatabaseError as DriverError

from raccord.store import migrations
from raccord.store.errors import (
    NoDatabaseError,
    NotADatabaseError,
    NotAnAddressError,
    TooNewError,
    UnreachableError,
)
from raccord.store.places import data_folder, make_folder, make_private

# How long another process that writes (an import, a check) is waited for.
_BUSY_SECONDS = 20
# Errors are logged: without it they would tell slips and secrets of draws.
_DISCREET = {"hide_parameters": True}
_SQLITE_SETTINGS = (
    f"PRAGMA busy_timeout = {_BUSY_SECONDS * 1000}",
    "PRAGMA journal_mode = WAL",
    # Less would let a power cut take back commits already acknowledged.
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
)


def default_address() -> str:
    """``$RACCORD_DATABASE``, else a file in the user's data folder."""
    return os.environ.get("RACCORD_DATABASE") or str(data_folder("raccord.sqlite"))


def parse_address(address: str) -> URL:
    """The URL of an address; a text without ``://`` is a file name."""
    if not address.strip() or "\0" in address:
        raise NotAnAddressError(address)
    if "://" not in address:
        return URL.create("sqlite", database=address)
    try:
        url = make_url(address)
    except (ArgumentError, ValueError) as error:
        raise NotAnAddressError(address) from error
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("sqlite", "postgresql+psycopg"):
        raise NotAnAddressError(address)
    # Each connection would have a memory of its own: readers would see nothing.
    if not url.database or ":memory:" in url.database:
        raise NotAnAddressError(address)
    return url


def connect(address: str, *, create: bool = True) -> Engine:
    """An engine on a database whose schema is current; ``create`` allows a new SQLite file."""
    url = parse_address(address)
    engine = _sqlite(url, create) if url.drivername == "sqlite" else _postgresql(url)
    try:
        with engine.begin() as connection:
            migrations.upgrade(connection)
    except OperationalError as error:
        engine.dispose()
        raise UnreachableError(url.render_as_string(), _reason(error)) from error
    except DriverError as error:
        engine.dispose()
        raise NotADatabaseError(url.render_as_string(), _reason(error)) from error
    except TooNewError:
        engine.dispose()
        raise
    return engine


def readers(engine: Engine) -> Engine:
    """The same engine for reading: each transaction sees one moment, and takes no lock."""
    if engine.dialect.name == "postgresql":
        # The default would show a commit that comes between two queries of one reading.
        return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    return engine.execution_options(raccord_read_only=True)


def _reason(error: DriverError) -> str:
    return " ".join(str(error.orig).split())


def _sqlite(url: URL, create: bool) -> Engine:
    path = Path(url.database or "")
    if not path.exists():
        if not create:
            raise NoDatabaseError(str(path))
        try:
            make_folder(path.parent)
            make_private(path)
        except OSError as error:
            raise UnreachableError(str(path), error.strerror or "a folder") from error
    # The driver must neither open nor close transactions by itself; ``begin`` below does.
    arguments = {"timeout": _BUSY_SECONDS, "isolation_level": None}
    engine = create_engine(url, connect_args=arguments, **_DISCREET)
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_on_sqlite)
    return engine


def _set_up_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    for setting in _SQLITE_SETTINGS:
        connection.execute(setting).close()


def _begin_on_sqlite(connection: Connection) -> None:
    reading = connection.get_execution_options().get("raccord_read_only")
    # Begun as a reader, a writer could find at its first write that what it read has changed.
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


_HEARD_OF = {
    "connect_timeout": 10,
    # A machine without power refuses nothing: its silence would last a quarter of an hour.
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}


def _postgresql(url: URL) -> Engine:
    # A server that was restarted leaves dead connections in the pool.
    engine = create_engine(url, pool_pre_ping=True, connect_args=_HEARD_OF, **_DISCREET)
    event.listen(engine, "connect", _set_up_postgresql)
    return engine


def _set_up_postgresql(connection: Any, _record: object) -> None:
    # A server configured for speed would acknowledge before the disk has it.
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit TO on")
    connection.commit()
