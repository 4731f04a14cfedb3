"""Alembic's entry point: migrations run on the connection that ``run.upgrade`` hands over."""

from alembic import context

from raccord.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
context.run_migrations()
