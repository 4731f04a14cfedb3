"""A database, its archive and the log of it, all written by the version before revision 0003.

That version played three tables of Jarnac (one under way, one where an answer is awaited, one
over), a bare game of Jarnac, a club game and a solo game, then exported the whole.
"""

import gzip
import sqlite3
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, insert

from raccord.store import migrations, schema
from raccord.store.database import parse_address

FOLDER = Path(__file__).parents[1] / "data" / "before"
ARCHIVE = FOLDER / "archive.gz"
UNDER_WAY = "Jarnac · Anne – Bruno"
AWAITED = "Jarnac · Chloé – ?"
OVER = "Jarnac · Ève – Zoé"


def lay_down(file: Path) -> Path:
    """The database of that time, at this place."""
    file.write_bytes(gzip.decompress((FOLDER / "raccord.sqlite.gz").read_bytes()))
    return file


def lay_down_at(address: str, folder: Path) -> None:
    """The same rows in an empty database of either sort, with the schema of that time."""
    raw = sqlite3.connect(lay_down(folder / "of-then.sqlite"))
    raw.row_factory = sqlite3.Row
    engine = create_engine(parse_address(address))
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(migrations.__file__).parent))
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        for table in (schema.streams, schema.events, schema.request_keys):
            rows: list[dict[str, Any]] = [dict(r) for r in raw.execute(f"SELECT * FROM {table}")]
            connection.execute(insert(table), rows)
    engine.dispose()
    raw.close()
