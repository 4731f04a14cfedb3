"""Tables of Jarnac with a clock in hand: time, the computer, two players, and the log."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from raccord import jarnac, wordlists
from raccord.hall.errors import HallError
from raccord.hall.jarnac import JarnacTables, TableState
from raccord.hall.jarnac.finished import reopened
from raccord.hall.jarnac.review import review
from raccord.jarnac import Computer, Phase, Seat
from raccord.jarnac import events as ev
from raccord.lexicon import Lexicon
from raccord.refusal import Refusal
from raccord.web import Settings
from raccord.web.services import Services

NAMES = ("Anne", "Bruno")


class Clock:
    """A clock that moves when told to."""

    def __init__(self) -> None:
        self.seconds = 1_700_000_000.0

    def __call__(self) -> float:
        return self.seconds

    def forward(self, seconds: float) -> None:
        self.seconds += seconds


class Server:
    """The tables of one server whose time is in hand."""

    def __init__(self, folder: Path, clock: Clock, words: Lexicon | None = None) -> None:
        self.clock = clock
        self.services = Services(Settings(data=folder), clock)
        if words is not None:
            self.services.__dict__["lexicon"] = words
        self.tables = self.services.get(JarnacTables)

    async def do(self, name: str, command: jarnac.Command, key: str | None = None) -> TableState:
        """Hand in a command, at the time of the clock."""
        await self.tables.do(name, command, key)
        return await self.tables.get(name)

    async def toss(self, name: str) -> Seat:
        """Draw for the start until somebody starts."""
        while (state := await self.tables.get(name)).play.phase is Phase.TOSS:
            await self.do(name, jarnac.Toss())
        return state.play.turn


Scenario = Callable[[Server], Awaitable[None]]


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., None]:
    """Run a scenario on a fresh server."""

    def go(scenario: Scenario, words: Lexicon | None = None) -> None:
        async def whole() -> None:
            server = Server(tmp_path, Clock(), words)
            try:
                await scenario(server)
            finally:
                await server.services.close()

        asyncio.run(whole())

    return go


def clocked(minutes: float = 1, **options: object) -> jarnac.Settings:
    timing = jarnac.Timing.clock(round(minutes * 60_000))
    return jarnac.Settings(timing=timing, **options)  # type: ignore[arg-type]


def kinds(state: TableState) -> list[type]:
    return [type(fact) for fact in state.facts]


def test_a_flag_falls_by_the_servers_clock_and_passes_the_bag(run: Callable[..., None]) -> None:
    async def scenario(server: Server) -> None:
        name = await server.tables.begin("screen", clocked(1), NAMES)
        first = await server.toss(name)
        await server.do(name, jarnac.Draw(seat=first))
        server.clock.forward(59.9)
        assert not (await server.tables.tick(name)).play.side(first).fallen
        server.clock.forward(0.2)
        state = await server.tables.tick(name)
        assert state.play.side(first).fallen
        assert state.play.turn == jarnac.other(first)
        fell = next(fact for fact in state.facts if isinstance(fact, ev.FlagFell))
        assert fell.at == 60_000, "at its own instant, not at that of the look"
        view = await server.tables.look(name)
        assert view.game.sides[0 if first == "A" else 1].remaining == 0
        assert "call-jarnac" not in view.game.sides[0 if first == "B" else 1].offers

    run(scenario)


def test_both_flags_end_the_game(run: Callable[..., None]) -> None:
    async def scenario(server: Server) -> None:
        name = await server.tables.begin("screen", clocked(1), NAMES)
        first = await server.toss(name)
        await server.do(name, jarnac.Draw(seat=first))
        server.clock.forward(300)
        state = await server.tables.tick(name)
        assert state.is_over
        assert state.play.ended
        assert state.play.ended.cause == "both-flags"
        with pytest.raises(Refusal, match="partie est finie"):
            await server.do(name, jarnac.Draw(seat=first))

    run(scenario)


def test_a_flag_falls_by_itself_without_anybody_asking(run: Callable[..., None]) -> None:
    async def scenario(server: Server) -> None:
        name = await server.tables.begin("screen", clocked(0.002), NAMES)
        await server.toss(name)
        first = (await server.tables.get(name)).play.turn
        heard = server.services.hub.listen([f"jarnac:{name}"])
        await server.do(name, jarnac.Draw(seat=first))
        server.clock.forward(0.12)
        for _ in range(200):
            await asyncio.sleep(0.01)
            if (await server.tables.repository.get(f"jarnac:{name}")).state.play.side(first).fallen:  # type: ignore[union-attr]
                break
        assert (await server.tables.get(name)).play.side(first).fallen
        sent = []
        while not heard.queue.empty():
            sent.append(heard.queue.get_nowait() or b"")
        assert any(b'"fallen":true' in wire for wire in sent)

    run(scenario)


def test_a_stopped_game_loses_no_time(run: Callable[..., None]) -> None:
    async def scenario(server: Server) -> None:
        name = await server.tables.begin("screen", clocked(1), NAMES)
        first = await server.toss(name)
        await server.do(name, jarnac.Draw(seat=first))
        server.clock.forward(10)
        await server.do(name, jarnac.Stop())
        server.clock.forward(3600)
        await server.do(name, jarnac.Resume())
        server.clock.forward(5)
        view = await server.tables.look(name)
        assert view.game.sides[0 if first == "A" else 1].remaining == 45_000

    run(scenario)


def test_thirty_seconds_spent_pass_the_bag(run: Callable[..., None]) -> None:
    async def scenario(server: Server) -> None:
        settings = jarnac.Settings(timing=jarnac.Timing.per_move())
        name = await server.tables.begin("screen", settings, NAMES)
        first = await server.toss(name)
        await server.do(name, jarnac.Draw(seat=first))
        view = await server.tables.look(name)
        assert view.window_ends == server.services.now_ms() + 30_000
        server.clock.forward(30)
        state = await server.tables.tick(name)
        assert state.play.turn == jarnac.other(first)
        passed = state.facts[-1]
        assert isinstance(passed, ev.BagPassed)
        assert passed.forced == "time"

    run(scenario)


def test_a_key_counts_once(run: Callable[..., None]) -> None:
    async def scenario(server: Server) -> None:
        name = await server.tables.begin("screen", jarnac.Settings(), NAMES)
        first = await server.toss(name)
        for _ in range(3):
            state = await server.do(name, jarnac.Draw(seat=first), "A:once")
        assert kinds(state).count(ev.LettersDrawn) == 1

    run(scenario)


def test_a_table_survives_the_server(tmp_path: Path) -> None:
    async def scenario() -> None:
        clock = Clock()
        before = Server(tmp_path, clock)
        name = await before.tables.begin("screen", clocked(2), NAMES)
        first = await before.toss(name)
        await before.do(name, jarnac.Draw(seat=first))
        clock.forward(15)
        left = await before.tables.tick(name)
        await before.services.close()
        clock.forward(30)
        after = Server(tmp_path, clock)
        state = await after.tables.get(name)
        assert state.facts == left.facts
        view = await after.tables.look(name)
        assert view.game.sides[0 if first == "A" else 1].remaining == 75_000
        await after.services.close()

    asyncio.run(scenario())


def test_the_computer_goes_on_where_the_server_was_stopped(tmp_path: Path) -> None:
    async def scenario() -> None:
        before = Server(tmp_path, Clock())
        name = await before.tables.begin(
            "computer", jarnac.Settings(), NAMES, level="debutant", pace=30
        )
        await before.services.close()
        after = Server(tmp_path, before.clock)
        state = await after.tables.get(name)
        assert state.play.phase is Phase.TOSS
        assert name in after.tables._pauses
        await after.services.close()

    asyncio.run(scenario())


def test_nobody_starts_before_both_are_seated(run: Callable[..., None]) -> None:
    async def scenario(server: Server) -> None:
        name = await server.tables.begin("phones", jarnac.Settings(), NAMES)
        with pytest.raises(Refusal, match="attendez que"):
            await server.do(name, jarnac.Toss())
        await server.tables.sit(name, "Chloé")
        with pytest.raises(HallError, match="deux places"):
            await server.tables.sit(name, "Denis")
        await server.toss(name)
        assert (await server.tables.get(name)).names == ("Anne", "Chloé")

    run(scenario)


def test_the_computer_begins_nothing_more_once_the_tables_are_closed(
    run: Callable[..., None],
) -> None:
    async def scenario(server: Server) -> None:
        tables = server.tables
        name = await tables.begin("computer", jarnac.Settings(), NAMES, level="expert", pace=0)
        while not tables._tasks:
            await asyncio.sleep(0)
        await tables.close()
        left = (await tables.repository.get(f"jarnac:{name}")).version
        await asyncio.sleep(0.05)
        assert not tables._tasks
        assert not tables._pauses
        assert (await tables.repository.get(f"jarnac:{name}")).version == left

    run(scenario)


def test_a_move_made_on_an_old_view_is_refused(run: Callable[..., None]) -> None:
    async def scenario(server: Server) -> None:
        name = await server.tables.begin("screen", jarnac.Settings(), NAMES)
        first = await server.toss(name)
        seen = (await server.tables.get(name)).play.version
        await server.do(name, jarnac.Draw(seat=first))
        with pytest.raises(HallError) as refused:
            await server.do(name, jarnac.Pass(seat=first, version=seen))
        assert refused.value.code == "changed"

    run(scenario)


def doubtful() -> Lexicon:
    """Words whose entries are unknown, in an imported list of one's own."""
    words = [a + b + c for a in "ABCDE" for b in "AEIOU" for c in "RST"]
    return Lexicon.of(words, "maison")


async def contested(server: Server, mode: str) -> tuple[str, Seat, str]:
    """A word of an imported list, laid and contested: the arbiter is asked."""
    settings = jarnac.Settings(
        formula=jarnac.FORMULAS["competition"], letters=jarnac.parse_distribution("B40 A40 R40")
    )
    name = await server.tables.begin(mode, settings, NAMES)  # type: ignore[arg-type]
    if mode == "phones":
        await server.tables.sit(name, "Chloé")
    while True:
        first = await server.toss(name)
        state = await server.do(name, jarnac.Draw(seat=first))
        if not set("BAR") - set(state.play.mat(first).loose):
            break
        name = await server.tables.begin(mode, settings, NAMES)  # type: ignore[arg-type]
        if mode == "phones":
            await server.tables.sit(name, "Chloé")
    await server.do(name, jarnac.Lay(seat=first, word="BAR"))
    await server.do(name, jarnac.Contest(seat=jarnac.other(first)))
    return name, first, "BAR"


def test_players_who_disagree_are_asked_again_and_both_must_agree(
    run: Callable[..., None],
) -> None:
    async def scenario(server: Server) -> None:
        name, first, word = await contested(server, "phones")
        view = await server.tables.look(name)
        assert view.game.phase is Phase.RULING
        assert "conjuguée" in (view.game.question or "")
        assert "n’en donne pas l’entrée" in view.says
        await server.tables.do(name, jarnac.Answer(seat=first, valid=True))
        answer = jarnac.Answer(seat=jarnac.other(first), valid=False)
        view = await server.tables.do(name, answer)
        assert view.game.phase is Phase.RULING
        assert view.answers == {first: True, jarnac.other(first): False}
        view = await server.tables.do(name, jarnac.Answer(seat=first, valid=False))
        assert view.game.phase is Phase.BAG
        assert view.verdict
        assert (view.verdict.word, view.verdict.valid, view.verdict.by) == (word, False, "arbiter")
        assert view.game.due == 7, "the challenger, before his first six, draws seven"

    run(scenario, doubtful())


def test_on_one_screen_one_answer_is_enough(run: Callable[..., None]) -> None:
    async def scenario(server: Server) -> None:
        name, first, _ = await contested(server, "screen")
        view = await server.tables.do(name, jarnac.Answer(seat=first, valid=True))
        assert view.game.phase is Phase.LAID
        assert view.game.due == 2
        with pytest.raises(Refusal, match="aucune question"):
            await server.tables.do(name, jarnac.Answer(seat=first, valid=True))

    run(scenario, doubtful())


async def played_out(server: Server, settings: jarnac.Settings) -> tuple[str, TableState]:
    """A whole game against the computer, which plays at once."""
    name = await server.tables.begin(
        "computer", settings, NAMES, level="expert", pace=0, secret="seed/3"
    )
    person = Computer("A", jarnac.level("amateur"), server.services.lexicon, "person")
    while not (state := await server.tables.get(name)).is_over:
        command = person.command(state.play, state.play.now)
        if command is None or isinstance(command, jarnac.Toss):
            await asyncio.sleep(0.002)
            continue
        try:
            await server.do(name, command)
        except Refusal:
            await asyncio.sleep(0.002)
    return name, state


def test_the_computer_plays_a_whole_game_and_the_record_replays_it(
    run: Callable[..., None],
) -> None:
    async def scenario(server: Server) -> None:
        settings = jarnac.Settings(formula=jarnac.FORMULAS["competition"])
        name, state = await played_out(server, settings)
        assert jarnac.fold(jarnac.loads(jarnac.dumps(state.facts))) == state.play
        found = review(name, state, server.services.lexicon)
        assert len(found.steps) == len(state.facts)
        assert found.steps[-1].mats[0].points == state.play.points("A")
        missed = jarnac.missed_jarnacs(state.facts, server.services.lexicon)
        assert [one.step for one in found.missed] == [one.event for one in missed]
        assert missed, "an amateur misses some"
        for one in found.missed:
            assert found.steps[one.step].missed is not None
            best = one.plays[0]
            assert best.word in server.services.lexicon
            assert best.points == len(best.word) ** 2
        assert found.result.cause.endswith(")")

    run(scenario)


def test_a_play_left_turn_after_turn_is_lost_once() -> None:
    lexicon = wordlists.load()
    levels = (jarnac.LEVELS["amateur"], jarnac.LEVELS["confirme"])
    game = jarnac.play_out(jarnac.Settings(), lexicon, levels, 5)
    found = review("", reopened(game.events, NAMES), lexicon)
    assert any(one.until > one.number for one in found.left), "amateurs do not see it next time"
    for seat in jarnac.SEATS:
        own = [one for one in found.left if one.seat == seat]
        assert found.lost["AB".index(seat)] == sum(one.lost for one in own)
        for one, later in pairwise(own):
            assert one.number <= one.until < later.number
            same = (one.play.word, one.play.old) == (later.play.word, later.play.old)
            assert not same or later.number - one.until > 2


def test_nothing_shown_tells_what_the_bag_holds_next(run: Callable[..., None]) -> None:
    async def scenario(server: Server) -> None:
        secret = "secret-of-the-bag"
        name = await server.tables.begin(
            "computer", jarnac.Settings(), NAMES, level="debutant", pace=0, secret=secret
        )
        heard = server.services.hub.listen([f"jarnac:{name}"])
        first = await server.toss(name)
        if first == "A":
            await server.do(name, jarnac.Draw(seat="A"))
        shown = msgspec.json.encode(await server.tables.look(name)).decode()
        while not heard.queue.empty():
            shown += (heard.queue.get_nowait() or b"").decode()
        state = await server.tables.get(name)
        assert secret in state.opened.secret
        assert secret not in shown
        assert state.play.bag not in shown

    run(scenario)


def test_the_computer_contests_before_the_person_draws_and_the_draw_follows_by_itself(
    run: Callable[..., None],
) -> None:
    async def scenario(server: Server) -> None:
        settings = jarnac.Settings(letters=jarnac.parse_distribution("L30 A30 C30 S30"))
        name = await server.tables.begin(
            "computer", settings, NAMES, level="oeil-parfait", pace=20, secret="x1"
        )
        if await server.toss(name) == "B":
            pytest.fail("with this secret the person starts")
        state = await server.do(name, jarnac.Draw(seat="A"))
        loose = state.play.mat("A").loose
        word = next(w for w in ("LAC", "SAC", "LAS", "CAS") if not set(w) - set(loose))
        state = await server.do(name, jarnac.Lay(seat="A", word=word))
        assert state.play.phase is Phase.PLAY, "the good word is followed by its letter"
        assert kinds(state)[-2:] == [ev.WordLaid, ev.LettersDrawn]
        left = state.play.mat("A").loose
        bad = "".join(sorted(left)[:3])
        assert bad not in server.services.lexicon
        state = await server.do(name, jarnac.Lay(seat="A", word=bad))
        assert ev.Contested in kinds(state)
        assert state.play.turn == "B"
        view = await server.tables.look(name)
        assert view.verdict
        assert (view.verdict.valid, view.verdict.says) == (False, f"{bad} est absent de fr-libre")

    run(scenario)
