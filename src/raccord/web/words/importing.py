"""The import of a word list: one at a time, off the loop, told while it goes on."""

import asyncio
import logging

import msgspec

from raccord import wordlists
from raccord.hall.lists import Lists
from raccord.lexicon import LexiconError, Reason
from raccord.quoting import sentence
from raccord.web.errors import WebError
from raccord.web.services import Services
from raccord.web.workshop import Workshop

SHOWN = 50
"""Rejected lines shown one by one; all are counted."""
STEPS = {
    "reading": "Lecture des mots…",
    "compiling": "Préparation de la recherche des tops…",
    "done": "La liste est prête.",
    "failed": "Rien n'a été importé.",
}
RUNNING = ("reading", "compiling")
_OURS = "Une erreur du serveur a arrêté l'import : la liste n'est pas installée."
log = logging.getLogger(__name__)


class Left(msgspec.Struct, frozen=True):
    """A line that was left out."""

    line: int
    text: str
    reason: str


class Importing(msgspec.Struct, frozen=True, kw_only=True):
    """An import as it stands: its step, then what was taken and left out, or what was wrong."""

    name: str
    source: str
    step: str = "reading"
    fault: str = ""
    words: int = 0
    rejected: dict[str, int] = {}
    """Lines left out by reason; those told twice among them."""
    lines: tuple[Left, ...] = ()
    """The first of them, but for words told twice."""

    @property
    def is_running(self) -> bool:
        """Whether it still goes on."""
        return self.step in RUNNING

    @property
    def more(self) -> int:
        """Lines left out that are not shown one by one; words told twice never are."""
        twice = self.rejected.get(Reason.DUPLICATE.french, 0)
        return sum(self.rejected.values()) - twice - len(self.lines)


class Imports:
    """The last import of a server."""

    def __init__(self, services: Services) -> None:
        self._workshop = services.get(Workshop)
        self._lists = services.get(Lists)
        self._task: asyncio.Task[None] | None = None
        self.last: Importing | None = None

    def begin(self, name: str, source: str, data: bytes) -> None:
        """Import a file under a name of its own; what is plainly wrong is told at once."""
        if self.last and self.last.is_running:
            raise WebError(409, "Un import est déjà en cours : attendez qu'il finisse.")
        if not data:
            raise WebError(400, "Choisissez d'abord le fichier de la liste.")
        wordlists.check_free(name)
        self.last = Importing(name=name, source=source)
        self._task = asyncio.create_task(self._run(self.last, data))

    async def _run(self, now: Importing, data: bytes) -> None:
        try:
            self.last = await self._workshop.for_officials(self._work, now, data)
        except LexiconError as error:
            self.last = _failed(now, sentence(str(error)))
        except Exception:
            log.exception("import of %s", now.name)
            self.last = _failed(now, _OURS)

    def _work(self, now: Importing, data: bytes) -> Importing:
        """Install, then compile: the first game must not wait for it."""
        found = wordlists.import_new(now.name, now.source, data)
        done = _told(now, found)
        self.last = msgspec.structs.replace(done, step="compiling")
        try:
            self._lists.choose(done.name)
        except BaseException:
            wordlists.remove(done.name)
            raise
        return done


def _failed(now: Importing, fault: str) -> Importing:
    return msgspec.structs.replace(now, step="failed", fault=fault)


def _told(now: Importing, found: wordlists.Import) -> Importing:
    words = found.words
    lines = [one for one in words.rejections if one.reason is not Reason.DUPLICATE][:SHOWN]
    return Importing(
        name=found.installed.name,
        source=now.source,
        step="done",
        words=found.installed.count,
        rejected={reason.french: count for reason, count in words.counts.items()},
        lines=tuple(Left(one.line, one.text, one.reason.french) for one in lines),
    )
