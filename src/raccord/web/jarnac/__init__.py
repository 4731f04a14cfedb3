"""Jarnac on one or two screens."""
