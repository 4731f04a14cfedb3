"""Word lists on disk: the free one we ship, and those that users import."""

from raccord.wordlists.files import FREE, Installed
from raccord.wordlists.installing import Import, import_list, installed, remove
from raccord.wordlists.loading import forget, load
from raccord.wordlists.origins import Origin, origin

__all__ = [
    "FREE",
    "Import",
    "Installed",
    "Origin",
    "forget",
    "import_list",
    "installed",
    "load",
    "origin",
    "remove",
]
