"""Phones: each hands in as the real script does, again under the same key until it is answered."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from storm.client import CutError, Reply, Visitor, tries
from storm.plan import SlipPlan, TablePlan
from storm.told import Sending, Told, Turn


class Phone:
    """One table's phone."""

    def __init__(self, plan: TablePlan, port: int, told: Told) -> None:
        self.plan = plan
        self.visitor = Visitor(f"table {plan.table}", port, plan.patience, plan.table)
        self._told = told
        self.dribble = 0.8 if plan.is_slow else 0.0

    async def join(self, pin: str) -> None:
        """Sit down."""
        await self.visitor.sign_in()
        body = {"table": self.plan.table, "pin": pin}
        reply = await self.visitor.insist("POST", f"/api/games/{self._told.code}/join", body)
        assert reply.status == 200, reply.body
        self.visitor.dribble = self.dribble

    async def play(self, turn: Turn) -> None:
        """Hand in the slips of a turn; a later one takes the place of one not yet received."""
        slips = self.plan.slips[turn.number - 1]
        for number, slip in enumerate(slips):
            later = slips[number + 1 :]
            gives_up = turn.started + later[0].after if later else float("inf")
            await asyncio.sleep(turn.started + slip.after - time.monotonic())
            sending = self._sending(turn, number, slip)
            await self._send(sending, gives_up)
            if slip.twice and sending.receipts:
                await self._send(sending, gives_up)

    def _sending(self, turn: Turn, number: int, slip: SlipPlan) -> Sending:
        key = f"{self.plan.table}-{turn.number}-{number}"
        sending = Sending(self.plan.table, turn.number, entered(turn, slip.choice), key)
        self._told.sendings.append(sending)
        return sending

    async def _send(self, sending: Sending, gives_up: float) -> None:
        path = f"/api/games/{self._told.code}/slip"
        async for _ in tries():
            with suppress(CutError):
                reply = await self.visitor.ask("POST", path, sending.body)
                sending.written.append(self.visitor.wrote)
                if not reply.is_temporary:
                    self._note(sending, reply)
                    return
            sending.tries += 1
            if time.monotonic() > gives_up:
                return
        self._told.findings.append(f"{self.visitor.name} was never answered")

    def _note(self, sending: Sending, reply: Reply) -> None:
        if reply.status == 200:
            sending.receipts.append(reply.json)
        elif not sending.receipts:
            sending.refusal = reply.body.decode("utf-8", "replace")
        else:
            self._told.findings.append(f"received, then refused: {sending.key}")


def entered(turn: Turn, choice: int) -> dict[str, Any]:
    """The move of a choice: the tops first, then what is below; beyond them no word at all."""
    moves: Sequence[tuple[str, int | None]] = [
        *((move, None) for move in turn.tops[:2]),
        *turn.below,
    ]
    if choice >= len(moves):
        return {"word": "WW" + chr(65 + choice), "reference": "H8", "score": choice}
    move, points = moves[choice]
    reference, word = move.split(" ", 1)
    return {"word": word, "reference": reference, "score": points}
