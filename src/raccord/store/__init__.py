"""The store: an append-only event log on SQLite or PostgreSQL, and what is kept beside it.

Import from its modules: ``store``, ``repository``, ``codec``, ``archive``, and the word
lists' own. Nothing is imported here, so that a word list loads without a database.
"""
