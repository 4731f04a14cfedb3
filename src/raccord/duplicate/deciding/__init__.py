"""Decisions: each command of a game becomes events, or is refused."""
