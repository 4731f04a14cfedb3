"""Languages: French is the source, English the second; messages live in ``locales/<lang>/*.po``.

Templates and scripts hold the French text itself. Each page may have its own ``.po`` file;
all files of a language are read together at the start, so nothing needs compiling beforehand.
"""

import re
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from raccord.documents.typography import typography

SOURCE_LANGUAGE = "fr"
LANGUAGES = {"fr": "Français", "en": "English"}
LOCALES = Path(__file__).parent / "locales"

_NAMED = re.compile(r"\{\w|%\(")
"""A value with a name: such messages are filled by whoever says them."""


class Templates:
    """Messages with values in them, recognised by the text around their ``{}``."""

    def __init__(self, messages: dict[str, str]) -> None:
        self._known = [
            (source.partition("{}")[0].removesuffix("."), source, text)
            # The one with more text of its own is the better match.
            for source, text in sorted(messages.items(), key=lambda item: -len(item[0]))
            if source.endswith(".") and not _NAMED.search(source)
        ]

    def match(self, message: str) -> str | None:
        """The translation of a message that some template makes, values and article kept."""
        for begins, source, text in self._known:
            # Compiled where they may match: all of them would take a tenth of a start.
            if message.startswith(begins) and (found := _template(source).fullmatch(message)):
                *values, article = found.groups()
                return text.format(*values).removesuffix(".") + (article or "") + "."
        return None


@cache
def _template(source: str) -> re.Pattern[str]:
    parts = map(re.escape, source.removesuffix(".").split("{}"))
    return re.compile("(.+?)".join(parts) + r"( \[[^\]]*\])?\.", re.DOTALL)


class Catalogue:
    """The translations of every language."""

    def __init__(self, messages: dict[str, dict[str, str]]) -> None:
        self.messages = messages
        self._refusals = {lang: Templates(found) for lang, found in messages.items()}

    @classmethod
    def load(cls, folder: Path = LOCALES) -> "Catalogue":
        """Read every ``.po`` file of every language."""
        return cls({lang: _read(folder / lang) for lang in LANGUAGES if lang != SOURCE_LANGUAGE})

    def gettext(self, language: str, message: str) -> str:
        """A French message in that language; French where there is no translation."""
        known = self.messages.get(language)
        return typography(message) if known is None else known.get(message, message)

    def reason(self, language: str, message: str) -> str:
        """A refusal in that language: its values stand where its template has ``{}``.

        The engine writes its refusals in French, the article in brackets at the end.
        """
        whole = self._refusals.get(language)
        found = whole.match(message) if whole and message not in self.messages[language] else None
        return self.gettext(language, message) if found is None else found

    def ngettext(self, language: str, singular: str, plural: str, count: int) -> str:
        """The message for a number: in French 0 and 1 are singular."""
        one = abs(count) < 2 if language == SOURCE_LANGUAGE else count == 1
        return self.gettext(language, singular if one else plural)


def _read(folder: Path) -> dict[str, str]:
    messages: dict[str, str] = {}
    for path in sorted(folder.glob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale=folder.name, charset="utf-8"):
                if isinstance(message.id, str) and message.id and isinstance(message.string, str):
                    messages[message.id] = message.string or message.id
    return messages
