"""Word lists on disk: the free one we ship, and those that users import."""

from raccord.wordlists.files import FREE, Installed
from raccord.wordlists.installing import Import, import_list, installed, remove
from raccord.wordlists.loading import forget, load

__all__ = ["FREE", "Import", "Installed", "forget", "import_list", "installed", "load", "remove"]
