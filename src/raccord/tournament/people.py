"""People: what is known of a player beside the name."""

from typing import Literal

Trait = Literal["series", "category", "club", "federation"]
TRAITS: dict[Trait, tuple[str, ...]] = {
    "series": ("serie", "series"),
    "category": ("categorie", "cat", "category"),
    "club": ("club",),
    "federation": ("federation", "fede"),
}
"""What rankings group people by, and how a column of it is headed."""
