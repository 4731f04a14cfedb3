"""Word lists on disk: the free one we ship, and those that users import."""

from raccord.wordlists.files import FREE, Installed
from raccord.wordlists.installing import (
    Import,
    check_free,
    import_list,
    import_new,
    installed,
    remove,
)
from raccord.wordlists.loading import forget, load
from raccord.wordlists.origins import Origin, origin

__all__ = [
    "FREE",
    "Import",
    "Installed",
    "Origin",
    "check_free",
    "forget",
    "import_list",
    "import_new",
    "installed",
    "load",
    "origin",
    "remove",
]
