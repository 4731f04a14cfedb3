"""Pages are rendered off the loop, in threads of their own: a page takes longer than a slip."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from litestar import Response

from raccord.web.page import Shown
from raccord.web.services import Services

AT_ONCE = 2


class Printing:
    """Renders templates; neither decisions about slips nor heavy documents wait for it."""

    def __init__(self, _: Services) -> None:
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="printing")

    async def printed(self, response: Response[Any]) -> Response[Any]:
        """A response as it is, or a page with its text."""
        if isinstance(response, Shown):
            loop = asyncio.get_running_loop()
            response.content = await loop.run_in_executor(self._pool, response.text)
        return response

    async def close(self) -> None:
        """Let what has begun finish, and nothing else begin."""
        self._pool.shutdown(wait=False, cancel_futures=True)
