"""The history of the schema, run at every start."""

from raccord.store.migrations.run import HEAD, revision, upgrade

__all__ = ["HEAD", "revision", "upgrade"]
