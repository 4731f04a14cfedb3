"""Multiplex: a club on its own installation follows another's draws live."""

import asyncio
from pathlib import Path

import pytest

from raccord.duplicate import Phase, Refusal
from raccord.duplicate import commands as cmd
from raccord.hall import Hall
from raccord.hall.companion import HallSettings
from raccord.hall.desk import NewGame
from raccord.network.centre_views import centre_view
from raccord.network.contest import commands as asked
from raccord.network.errors import Refusal as NetworkRefusal
from raccord.network.messages import Letter, Reply, reopened
from raccord.network.multiplex import decoded
from raccord.network.world import world_ranking
from raccord.web.centres.access import begin
from tests.hall.conftest import Time, enter_players
from tests.hall.logged import logged
from tests.network.world import HOUR, START, CentreHouse, HubHouse, World, run


class Organiser:
    """The installation whose hall draws, and its event with one live game."""

    def __init__(self, hub: HubHouse, time: Time) -> None:
        self.house = hub
        self.hall = hub.services.get(Hall)
        self._time = time

    async def event(self, *centres: str) -> None:
        wish = NewGame(title="Multiplex", settings=HallSettings(draw="hand", entry="paper"))
        self.game = await self.hall.desk.create(wish)
        await enter_players(self.hall, self.game, "1 Odile\n2 Omar")
        opened = (await self.hall.get(self.game)).state.opened
        opening = asked.Open(
            title="Multiplex des clubs",
            lexicon=opened.lexicon,
            lexicon_digest=opened.lexicon_digest,
            edition=opened.edition,
            embargo=START,
        )
        self.code = await asyncio.to_thread(self.house.hub.open, opening)
        for name in centres:
            await asyncio.to_thread(self.house.hub.execute, self.code, asked.AddCentre(name=name))
        await asyncio.to_thread(
            self.house.hub.add_live, self.code, "", START - HOUR, START + HOUR, self.game
        )

    async def do(self, *commands: cmd.Command) -> None:
        for command in commands:
            self._time.go(1)
            await self.hall.execute(self.game, command)


async def followed(club: CentreHouse, organiser: Organiser, code: str) -> None:
    assert await club.centre.sync(club.name)
    here = (await club.hall.get(code)).state
    there = (await organiser.hall.get(organiser.game)).state
    assert (here.phase, here.turn, here.rack) == (there.phase, there.turn, there.rack)
    assert (here.started, here.ended, here.turns) == (there.started, there.ended, there.turns)


def test_a_club_follows_turn_by_turn_waits_when_the_link_is_cut_and_enters_the_ranking(
    tmp_path: Path,
) -> None:
    async def work(world: World) -> None:
        organiser = Organiser(world.hub(), world.time)
        await organiser.event("Lyon")
        lyon = await world.centre("lyon", organiser.house)
        await lyon.join(organiser.house, organiser.code, "lyon")
        code = await lyon.open(players="1 Anne\n2 Luc")
        with pytest.raises(Refusal, match="section"):
            await lyon.hall.execute(code, cmd.Draw(letters="RETINAS"))
        await organiser.do(cmd.Draw(letters="RETINAS"))
        await followed(lyon, organiser, code)
        await organiser.do(cmd.Start())
        await followed(lyon, organiser, code)
        lyon.wire.cut = True
        await organiser.do(cmd.EndTime(), cmd.MarkTop(tables=(1,)), cmd.Retain())
        assert not await lyon.centre.sync(lyon.name)
        # In the turn, with a grey line: nothing is drawn and nothing is lost.
        view = await centre_view(lyon.centre, lyon.name)
        assert not view.linked
        assert (await lyon.hall.get(code)).state.phase is Phase.RUNNING
        lyon.wire.cut = False
        await followed(lyon, organiser, code)
        await lyon.hall.execute(code, cmd.MarkTop(tables=(2,)))
        await lyon.hall.execute(code, cmd.MarkMissing(rest=True))
        await organiser.do(cmd.MarkMissing(rest=True), cmd.Draw(letters="AEIOLNT"))
        await followed(lyon, organiser, code)
        await organiser.do(cmd.CancelTurn(reason="bruit"), cmd.Stop(reason="essai"))
        await organiser.do(cmd.Publish())
        await followed(lyon, organiser, code)
        assert await lyon.centre.sync(lyon.name)
        assert (await lyon.hall.get(code)).state.published
        hub = organiser.house.hub
        (union,) = await asyncio.to_thread(hub.unions, organiser.code)
        assert not union.astray
        assert not union.is_provisional
        contest = hub.get(organiser.code)
        ranking = await asyncio.to_thread(world_ranking, contest, (union,))
        top = union.state.total
        found = {(line.place, line.players, line.centre, line.total) for line in ranking.lines}
        assert found == {
            (1, ("Luc",), "Lyon", top),
            (1, ("Odile",), "Salle principale", top),
            (3, ("Anne",), "Lyon", 0),
            (3, ("Omar",), "Salle principale", 0),
        }
        assert hub.known(organiser.code, "lyon", contest.centres["lyon"].counted).is_complete(1)

    run(tmp_path, work)


def test_a_centre_is_told_no_draw_before_the_master_made_it_and_no_top_before_it_was_retained(
    tmp_path: Path,
) -> None:
    async def work(world: World) -> None:
        organiser = Organiser(world.hub(), world.time)
        await organiser.event("Lyon", "Dakar")
        lyon = await world.centre("lyon", organiser.house)
        await lyon.join(organiser.house, organiser.code, "lyon")
        await lyon.open()
        token = (await asyncio.to_thread(lyon.centre.get, lyon.name)).membership.invitation.token
        steps = (
            cmd.Draw(letters="RETINAS"),
            cmd.Start(),
            cmd.EndTime(),
            cmd.Retain(),
            cmd.Draw(letters="AEIOLNT"),
        )
        for command in steps:
            await organiser.do(command)
            version = (await organiser.hall.get(organiser.game)).version
            lyon.wire.came.clear()
            await lyon.centre.sync(lyon.name)
            secrets = [reopened(token, Letter(a).of(Reply).shut) for a in lyon.wire.came]
            told = [fact for secret in secrets for fact in secret.facts]
            assert told
            assert not any(secret.keys for secret in secrets)
            assert max(fact.version for fact in told) <= version
            own = await logged(organiser.hall, organiser.game)
            assert all(decoded(fact) == own[fact.version - 1] for fact in told)
        # Repeated once: what the centre says it has is not told again.
        lyon.wire.came.clear()
        await lyon.centre.sync(lyon.name)
        assert not any(reopened(token, Letter(a).of(Reply).shut).facts for a in lyon.wire.came)
        # Sealed with the word of its centre: somebody else's file reads nothing.
        other = await world.centre("dakar", organiser.house)
        await other.join(organiser.house, organiser.code, "dakar")
        strange = (await asyncio.to_thread(other.centre.get, other.name)).membership
        with pytest.raises(Exception, match="autre centre"):
            reopened(strange.invitation.token, Letter(lyon.wire.came[-1]).of(Reply).shut)

    run(tmp_path, work)


def test_the_top_of_a_game_on_paper_waits_for_the_phones_of_the_clubs_that_follow_it(
    tmp_path: Path,
) -> None:
    async def work(world: World) -> None:
        organiser = Organiser(world.hub(), world.time)
        await begin(organiser.house.services)
        hall, alone = organiser.hall, HallSettings(draw="hand", entry="paper", grace_ms=10_000)
        game = await hall.desk.create(NewGame(settings=alone))
        await enter_players(hall, game, "1 Odile")
        for command in (cmd.Draw(letters="RETINAS"), cmd.Start(), cmd.EndTime(), cmd.Retain()):
            await hall.execute(game, command)
        assert len((await hall.get(game)).state.turns) == 1, "nobody to wait for"
        await organiser.event("Lyon")
        await hall.desk.change_settings(organiser.game, alone)
        await organiser.do(cmd.Draw(letters="RETINAS"), cmd.Start(), cmd.EndTime())
        retaining = asyncio.create_task(hall.execute(organiser.game, cmd.Retain()))
        await asyncio.sleep(0.2)
        assert not (await hall.get(organiser.game)).state.turns
        retaining.cancel()
        await asyncio.gather(retaining, return_exceptions=True)
        world.time.go(10)
        await hall.execute(organiser.game, cmd.Retain())
        assert len((await hall.get(organiser.game)).state.turns) == 1

    run(tmp_path, work)


def test_a_laptop_whose_clock_is_off_plays_by_its_own_clock(tmp_path: Path) -> None:
    async def work(world: World) -> None:
        organiser = Organiser(world.hub(), world.time)
        await organiser.event("Lyon")
        late = Time()
        lyon = await world.centre("lyon", organiser.house, late)
        late.now = world.time.now + 300
        await lyon.join(organiser.house, organiser.code, "lyon")
        code = await lyon.open()
        await organiser.do(cmd.Draw(letters="RETINAS"), cmd.Start())
        late.now = world.time.now + 300
        await lyon.centre.sync(lyon.name)
        there = (await organiser.hall.get(organiser.game)).state.started
        here = (await lyon.hall.get(code)).state.started
        assert there is not None
        assert here == there + 300_000

    run(tmp_path, work)


def test_what_cannot_be_followed_live_is_refused(tmp_path: Path) -> None:
    async def work(world: World) -> None:
        organiser = Organiser(world.hub(), world.time)
        await organiser.event("Lyon")
        hub, code = organiser.house.hub, organiser.code
        section = await organiser.hall.sections.add(
            await organiser.hall.get(organiser.game), "Salle B"
        )
        other = await organiser.hall.desk.create(NewGame(formula="blitz"))
        for game, said in ((section, "section"), ("ZZZZ", "n'existe pas"), (other, "formule")):
            with pytest.raises(NetworkRefusal, match=said):
                await asyncio.to_thread(hub.add_live, code, "", START, START + HOUR, game)
        with pytest.raises(NetworkRefusal, match="pas d'enveloppes"):
            await asyncio.to_thread(hub.tell_code, code, "lyon", 1, 1)

    run(tmp_path, work)
