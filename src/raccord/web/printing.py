"""Pages are rendered off the loop, in threads of their own: a page takes longer than a slip.

Strangers, seats and officials have their own each, so that none of them waits behind the others: a
referee neither behind the public nor behind one phone that asks for its page a thousand times.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from litestar import Response

from raccord.web.page import Asker, Shown
from raccord.web.services import Services

AT_ONCE = 2
"""Pages of strangers, of seats, of officials."""


class Printing:
    """Renders templates; neither decisions about slips nor heavy documents wait for it."""

    def __init__(self, _: Services) -> None:
        self.pools = {
            asker: ThreadPoolExecutor(AT_ONCE, thread_name_prefix=f"printing-{asker.value}")
            for asker in Asker
        }

    async def printed(self, response: Response[Any]) -> Response[Any]:
        """A response as it is, or a page with its text."""
        if isinstance(response, Shown):
            loop = asyncio.get_running_loop()
            pool = self.pools[response.asker]
            response.content = await loop.run_in_executor(pool, response.text)
        return response

    async def close(self) -> None:
        """Let what has begun finish, and nothing else begin."""
        for pool in self.pools.values():
            pool.shutdown(wait=False, cancel_futures=True)
