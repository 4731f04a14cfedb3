"""Languages: French is the source, English the second; messages live in ``locales/<lang>/*.po``.

Templates and scripts hold the French text itself. Each page may have its own ``.po`` file;
all files of a language are read together at the start, so nothing needs compiling beforehand.
"""

import re
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from raccord.documents.typography import typography
from raccord.quoting import sentence

SOURCE_LANGUAGE = "fr"
LANGUAGES = {"fr": "Français", "en": "English"}
LOCALES = Path(__file__).parent / "locales"

PART = "part"
"""The context of what only stands within other messages."""
_QUOTED = re.compile(r"« (.*?) »")
_DEEPEST = 4
"""Messages within messages that are told: what people send may pretend to go on for ever."""
_NAMED = re.compile(r"\{\w|%\(")
"""A value with a name: such messages are filled by whoever says them."""


class Templates:
    """Messages with values in them, recognised by the text around their ``{}``.

    A value may be French itself: a part of a message (``msgctxt "part"``), or a whole reason.
    """

    def __init__(self, messages: dict[str, str], parts: dict[str, str]) -> None:
        whole = {source: text for source, text in messages.items() if source.endswith(".")}
        self._whole, self._parts = _by_length(whole), _by_length(parts)

    def match(self, message: str, depth: int = _DEEPEST) -> str | None:
        """The translation of a message that some template makes, values and article kept."""
        for begins, source, text in self._whole:
            # Compiled where they may match: all of them would take a tenth of a start.
            if message.startswith(begins) and (found := _template(source).fullmatch(message)):
                *values, article = found.groups()
                told = text.format(*(self._value(value, depth) for value in values))
                return told.removesuffix(".") + (article or "") + "."
        return None

    def _value(self, value: str, depth: int) -> str:
        for begins, source, text in self._parts if depth else ():
            if value.startswith(begins) and (found := _part(source).fullmatch(value)):
                return text.format(*(self._value(within, depth - 1) for within in found.groups()))
        whole = self.match(sentence(value), depth - 1) if depth else None
        if whole is None:
            return _QUOTED.sub(r"“\1”", value)
        told = whole.removesuffix(".")
        return told if value[0].isupper() else told[0].lower() + told[1:]


def _by_length(messages: dict[str, str]) -> list[tuple[str, str, str]]:
    """How each begins, the message, its translation; who has more text of its own fits better."""
    return [
        (source.partition("{}")[0].removesuffix("."), source, text)
        for source, text in sorted(messages.items(), key=lambda item: -len(item[0]))
        if not _NAMED.search(source)
    ]


@cache
def _template(source: str) -> re.Pattern[str]:
    return re.compile(_pattern(source.removesuffix(".")) + r"( \[[^\]]*\])?\.", re.DOTALL)


@cache
def _part(source: str) -> re.Pattern[str]:
    return re.compile(_pattern(source), re.DOTALL)


def _pattern(source: str) -> str:
    return "(.+?)".join(map(re.escape, source.split("{}")))


class Catalogue:
    """The translations of every language."""

    def __init__(
        self, messages: dict[str, dict[str, str]], parts: dict[str, dict[str, str]] | None = None
    ) -> None:
        self.messages = messages
        self.parts = parts or {}
        self._refusals = {
            lang: Templates(found, self.parts.get(lang, {})) for lang, found in messages.items()
        }

    @classmethod
    def load(cls, folder: Path = LOCALES) -> "Catalogue":
        """Read every ``.po`` file of every language."""
        read = {lang: _read(folder / lang) for lang in LANGUAGES if lang != SOURCE_LANGUAGE}
        messages = {lang: found[""] for lang, found in read.items()}
        return cls(messages, {lang: found[PART] for lang, found in read.items()})

    def knows(self, message: str) -> bool:
        """Whether this is a message of ours, which every language has."""
        return any(message in known for known in self.messages.values())

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


def _read(folder: Path) -> dict[str, dict[str, str]]:
    """The messages of a language by their context: none, or parts of others."""
    messages: dict[str, dict[str, str]] = {"": {}, PART: {}}
    for path in sorted(folder.glob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale=folder.name, charset="utf-8"):
                if isinstance(message.id, str) and message.id and isinstance(message.string, str):
                    messages[message.context or ""][message.id] = message.string or message.id
    return messages
