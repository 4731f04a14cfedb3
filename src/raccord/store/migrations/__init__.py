"""The history of the schema, run at every start."""

from raccord.store.migrations.run import HEAD, KNOWN, revision, upgrade

__all__ = ["HEAD", "KNOWN", "revision", "upgrade"]
