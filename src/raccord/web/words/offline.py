"""Without a network: the worker, the page it shows, and the free word list on one's own device.

Only the free list is ever sent: an imported one may be somebody's property.
"""

import asyncio
import gzip
import json
from functools import cached_property
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath

from raccord import wordlists
from raccord.lexicon import Lexicon
from raccord.web.errors import WebError
from raccord.web.inject import ThisPage
from raccord.web.quiet import need_quiet_rack
from raccord.web.services import Services
from raccord.web.static import IMMUTABLE
from raccord.web.workshop import Workshop

SHELL = "/hors-ligne"
OWN = ("/solo", "/solo/progres", "/solo/reserve", "/solo/reserve/bilan", "/solo/revision")
"""Pages that hold nobody's data: their script has a copy of the player's own."""
_FOLDERS = ("css/", "img/", "js/alone/", "js/core/", "js/elements/", "js/offline/")
_FILES = ("js/base.js", "js/theme.js")
_WORKER = "js/offline/worker.js"
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def front_coded(lexicon: Lexicon) -> str:
    """The words, each as how many letters it shares with the one before, then the others."""
    lines, before = [], ""
    for word in sorted(lexicon):
        shared = 0
        while shared < min(len(before), len(word)) and before[shared] == word[shared]:
            shared += 1
        lines.append(_DIGITS[shared] + word[shared:])
        before = word
    return "\n".join(lines) + "\n"


class FreeList:
    """The free list as it is sent, made when first asked for."""

    def __init__(self, services: Services) -> None:
        self._workshop = services.get(Workshop)
        self._lock = asyncio.Lock()
        self._zipped = b""

    @cached_property
    def name(self) -> str:
        """What its address ends with: another list has another name."""
        return f"{wordlists.load(wordlists.FREE).digest[:16]}.txt"

    async def zipped(self) -> bytes:
        """The list, compressed; worked out once, off the loop."""
        async with self._lock:
            if not self._zipped:
                self._zipped = await self._workshop.for_everybody(_zipped)
        return self._zipped


def _zipped() -> bytes:
    return gzip.compress(front_coded(wordlists.load(wordlists.FREE)).encode(), mtime=0)


async def list_address(services: Services) -> str:
    """Where the free list is asked for, by its digest."""
    return f"/mots/hors-ligne/{await asyncio.to_thread(lambda: services.get(FreeList).name)}"


@get("/travailleur.js")
async def worker(page: ThisPage) -> Response[str]:
    """The worker of this version and language; browsers look for another at every visit."""
    services, assets = page.services, page.services.assets
    kept = [assets.url(n) for n in sorted(assets.files) if n.startswith(_FOLDERS) or n in _FILES]
    head = {
        "VERSION": assets.digest,
        "LANGUAGE": page.language,
        "FILES": [url for url in kept if not url.endswith(_WORKER)],
        "SHELL": SHELL,
        "OWN": OWN,
        "TEXTS": [f"/i18n/{language}.json" for language in services.catalogue.messages],
        "LIST": await list_address(services),
    }
    code = assets.files[_WORKER].content.decode()
    return Response(
        f"self.KEPT = {json.dumps(head)};\n{code}",
        media_type="text/javascript",
        headers={"cache-control": "no-store"},
    )


@get(SHELL)
async def offline_page(page: ThisPage) -> Response[str]:
    """What a browser shows without the server; it holds nothing of a session."""
    await need_quiet_rack(page)
    return page.html("words/offline.html", words=await list_address(page.services))


@get("/mots/hors-ligne/{name:str}")
async def free_list(
    name: FromPath[str], page: ThisPage, request: Request[Any, Any, Any]
) -> Response[bytes]:
    """The words of the free list, for a browser that keeps them."""
    await need_quiet_rack(page)
    found = page.services.get(FreeList)
    if name != await asyncio.to_thread(lambda: found.name):
        raise WebError(404)
    kind = "text/plain; charset=utf-8"
    return await zipped_answer(request, await found.zipped(), kind, IMMUTABLE)


async def zipped_answer(
    request: Request[Any, Any, Any], data: bytes, media_type: str, cache: str
) -> Response[bytes]:
    """Answer with what was compressed beforehand, plain where a program wants it so."""
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
    else:
        data = await asyncio.to_thread(gzip.decompress, data)
    return Response(data, media_type=media_type, headers=headers)


pages = [worker, offline_page, free_list]
