"""Slips of a game, from handing in to the ranking."""
