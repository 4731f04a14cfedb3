"""Pages are rendered off the loop, in threads of their own: a page takes longer than a slip.

Seats and officials have their own, so that they do not wait behind whoever else asks for pages.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from litestar import Response

from raccord.web.page import Shown
from raccord.web.services import Services

AT_ONCE = 2
"""Pages of strangers, and of seats and officials."""


class Printing:
    """Renders templates; neither decisions about slips nor heavy documents wait for it."""

    def __init__(self, _: Services) -> None:
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="printing")
        self._known = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="printing-known")

    async def printed(self, response: Response[Any]) -> Response[Any]:
        """A response as it is, or a page with its text."""
        if isinstance(response, Shown):
            loop = asyncio.get_running_loop()
            pool = self._known if response.is_known else self._pool
            response.content = await loop.run_in_executor(pool, response.text)
        return response

    async def close(self) -> None:
        """Let what has begun finish, and nothing else begin."""
        for pool in (self._pool, self._known):
            pool.shutdown(wait=False, cancel_futures=True)
