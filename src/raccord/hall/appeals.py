"""Appeals in the hall: filed from phones and desks, decided by a commission, told to the tables.

What a commission decides becomes a correction in the game it concerns: totals, solos and rankings
follow from the ruling as they always do. A game of no competition begins an evening with its first
appeal, as it does with its next game.
"""

import asyncio
from collections.abc import Collection

import msgspec

from raccord import duplicate
from raccord.duplicate import commands as game_cmd
from raccord.hall.appeal_views import AppealsView, appeals_view
from raccord.hall.competitions import Competition, Competitions
from raccord.hall.games import Game
from raccord.hall.service import Hall
from raccord.regulation import Sanction
from raccord.tournament import (
    Refusal,
    State,
    Summary,
    commands,
    decide,
    fold,
    open_event,
)
from raccord.tournament.appeals import cases, cases_of, limit_of
from raccord.tournament.cases import Spot
from raccord.tournament.events import AppealDecided
from raccord.tournament.seating import Halls
from raccord.tournament.whatif import Supposition, suppose

SIGNED = {"commission": "commission d'arbitrage", "federation": "commission de la fédération"}


class Appeals:
    """Recours: one way in for every appeal, one way out for every decision."""

    def __init__(self, hall: Hall, events: Competitions) -> None:
        self._hall = hall
        self._events = events

    async def file(
        self, game: Game, turn: int, table: int, wish: commands.FileAppeal
    ) -> Competition:
        """File an appeal against a ruling of a game; ``wish`` says the rest."""
        state, halls, number = await self.around(game)
        spot = Spot(number, turn, table)
        asked = msgspec.structs.replace(wish, spot=spot, at=self._hall.resources.now_ms())
        # Refused before an evening is begun for its sake.
        await asyncio.to_thread(decide, state, asked, halls)
        code = (await self._events.games.joined(game)).code
        filed = await self._events.execute(code, asked)
        await self._tell(game.id, table)
        return filed

    async def own(self, game: Game, table: int) -> AppealsView:
        """What a table is told of its appeals."""
        state, halls, number = await self.around(game)
        now = self._hall.resources.now_ms()

        def told() -> AppealsView:
            limit = limit_of(state, halls, number)
            assert limit is not None
            return appeals_view(limit, cases_of(state, halls, number, table), now)

        # Over all turns of all games: never on the loop.
        return await asyncio.to_thread(told)

    async def _tell(self, code: str, table: int) -> None:
        view = await self.own(await self._hall.get(code), table)
        self._hall.live.tell_table(code, table, "appeals", view)

    async def around(self, game: Game) -> tuple[State, Halls, int]:
        """The competition of a game, its games, and the game's number; of none, one by itself."""
        halls: Halls = {game.id: game.state}
        code = game.id
        if game.companion.event:
            competition = await self._events.get(game.companion.event)
            state, halls = competition.state, competition.halls
            code = competition.game_of(code)
        else:
            state = await asyncio.to_thread(_by_itself, game.id, halls)
        return state, halls, next(one.number for one in state.games if one.code == code)

    async def of_game(self, game: Game, tables: Collection[int] = ()) -> AppealsView:
        """The cases of a game, of all its tables or some."""
        state, halls, number = await self.around(game)
        now = self._hall.resources.now_ms()

        def told() -> AppealsView:
            limit = limit_of(state, halls, number)
            assert limit is not None
            found = (case for case in cases(state, halls) if case.spot.game == number)
            mine = (case for case in found if not tables or case.spot.table in tables)
            return appeals_view(limit, mine, now)

        return await asyncio.to_thread(told)

    async def settle(self, code: str, command: commands.Settle, *, insist: bool = False) -> None:
        """Decide a case: the game is corrected, then the decision is kept and the table told.

        Asked again after a fault between the two, the correction is not written twice.
        """
        competition = await self._events.get(code)
        asked = msgspec.structs.replace(command, at=self._hall.resources.now_ms())
        facts = await asyncio.to_thread(decide, competition.state, asked, competition.halls)
        decided = facts[-1]
        assert isinstance(decided, AppealDecided)
        game = competition.state.game(command.spot.game)
        assert game is not None
        await self._correct(competition, game.code, decided, insist=insist)
        await self._events.execute(code, asked, seen=competition)
        await self._tell(*competition.where(game.code, command.spot.table))

    async def _correct(
        self, competition: Competition, game: str, decided: AppealDecided, *, insist: bool
    ) -> None:
        spot, decision = decided.spot, decided.decision
        standing = competition.halls[game].mark(spot.turn, spot.table).ruling
        assert standing is not None
        waited = standing.sanction is Sanction.COMMISSION
        same = (standing.points, standing.ordinary) == (decision.points, decision.sanction)
        if same and not waited:
            return
        file = competition.state.docket.file(spot)
        code, table = competition.where(game, spot.table)
        correction = game_cmd.Correct(
            turn=spot.turn,
            table=table,
            points=decision.points,
            sanction=decision.sanction,
            reason=decision.reason,
            appeal=file.appeal is not None,
            insist=insist,
        )
        key = f"settle:{competition.code}:{spot}:{len(file.decisions)}"
        key += f":{decision.points}:{decision.sanction}"
        await self._hall.execute(code, correction, SIGNED[decision.instance], key=key)


def _by_itself(code: str, halls: Halls) -> State:
    """The evening that a game of no competition would begin."""
    state = fold(open_event(commands.Open(title="Soirée")))
    return fold(decide(state, commands.Schedule(code=code, title="", seats={}), halls), state)


def supposed(
    game: Game,
    summary: Summary,
    whole: State,
    halls: Halls,
    spot: Spot,
    points: int,
    sanction: Sanction,
) -> Supposition:
    """Both rankings with one ruling changed, by the law that would run; nothing is written.

    ``summary`` and ``whole`` are those of the competition as it is, everybody entered.
    """
    if not 1 <= spot.turn <= len(game.state.turns):
        raise Refusal(f"le coup {spot.turn} n'est pas joué")
    wish = game_cmd.Correct(
        turn=spot.turn,
        table=spot.table,
        points=points,
        sanction=sanction,
        reason="hypothèse",
        insist=True,
    )
    played = whole.game(spot.game)
    assert played is not None
    # Decided where the table plays, seen among the tables of all sections.
    after = halls[played.code]
    for event in duplicate.decide(game.state, wish, game.lexicon, beside=game.companion.beside):
        after = duplicate.evolve(after, event)
    return suppose(summary, whole, halls, spot, after)
