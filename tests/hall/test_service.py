"""A live game through its service, the clock in the test's hand."""

import asyncio

import msgspec
import pytest

from raccord.duplicate import Phase, Refusal, record
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.slips.handing_in import Entered
from raccord.hall import Hall
from raccord.hall.clockwork import TICK_MS
from raccord.hall.companion import HallSettings
from raccord.hall.desk import NewGame
from raccord.hall.lines import command_of
from raccord.hall.marks import ruling_given, tables_entered
from raccord.regulation import Sanction
from tests.hall.conftest import Run, Time, enter_players, new_game, send
from tests.hall.logged import logged


def _form(turn: int, move: str, key: str = "") -> cmd.SendSlip:
    return cmd.SendSlip(turn=turn, entered=Entered(move=move), key=key)


async def _to_running(hall: Hall, code: str) -> str:
    """Draw and start; gives the top's move."""
    await hall.execute(code, cmd.Draw())
    game = await hall.get(code)
    study = await hall.study(game)
    assert study.tops is not None
    await hall.execute(code, cmd.Start())
    return study.tops.eligible[0].move


def test_a_turn_goes_from_the_draw_to_the_rulings(in_hall: Run, time: Time) -> None:
    async def play(hall: Hall) -> None:
        code = await new_game(hall)
        top = await _to_running(hall, code)
        receipt = await send(hall, code, 1, _form(1, top), hall.resources.now_ms())
        assert not receipt.late
        time.go(180)
        await hall.tick(code)
        assert (await hall.get(code)).state.phase is Phase.TIME_UP
        time.go(2)
        await hall.tick(code)
        ruling = (await hall.get(code)).state.mark(1, 1).ruling
        assert ruling is not None
        assert ruling.sanction is Sanction.NONE
        await hall.execute(code, cmd.Retain())
        state = (await hall.get(code)).state
        assert state.turns[0].points == ruling.points
        absent = state.mark(1, 2).ruling
        assert absent is not None
        assert (absent.points, absent.sanction) == (0, Sanction.NULLITY)

    in_hall(play)


def test_a_slip_sent_at_the_start_is_not_early_for_a_tick_of_the_kernel(in_hall: Run) -> None:
    """How long ago bytes came is told in ticks, so a stamp may be a tick too early."""

    async def play(hall: Hall) -> None:
        code = await new_game(hall)
        top = await _to_running(hall, code)
        begun = hall.resources.now_ms()
        assert (await send(hall, code, 1, _form(1, top), begun - TICK_MS)).at == begun
        with pytest.raises(Refusal, match="pas encore lancé"):
            await send(hall, code, 2, _form(1, top), begun - TICK_MS - 1)

    in_hall(play)


def test_the_clock_ends_the_turn_at_its_own_instant(in_hall: Run, time: Time) -> None:
    async def play(hall: Hall) -> None:
        code = await new_game(hall)
        await _to_running(hall, code)
        begun = hall.resources.now_ms()
        time.go(200)
        await hall.tick(code)
        assert (await hall.get(code)).state.ended == begun + 180_000

    in_hall(play)


def test_an_interruption_stops_the_clock_and_gives_its_time_back(in_hall: Run, time: Time) -> None:
    async def play(hall: Hall) -> None:
        code = await new_game(hall)
        await _to_running(hall, code)
        time.go(100)
        await hall.execute(code, cmd.Interrupt())
        time.go(300)
        await hall.tick(code)
        game = await hall.get(code)
        assert game.state.phase is Phase.RUNNING
        assert (await hall.public(game)).clock.left == 80_000
        await hall.execute(code, cmd.Resume())
        ends = (await hall.public(await hall.get(code))).clock.ends
        assert ends == hall.resources.now_ms() + 80_000
        time.go(79)
        await hall.tick(code)
        assert (await hall.get(code)).state.phase is Phase.RUNNING
        time.go(1)
        await hall.tick(code)
        assert (await hall.get(code)).state.phase is Phase.TIME_UP

    in_hall(play)


def test_after_a_restart_the_clock_goes_on_where_it_was(in_hall: Run, time: Time) -> None:
    codes: list[str] = []

    async def before(hall: Hall) -> None:
        codes.append(await new_game(hall))
        await _to_running(hall, codes[0])

    async def after(hall: Hall) -> None:
        game = await hall.get(codes[0])
        assert (await hall.public(game)).clock.ends == hall.resources.now_ms() + 120_000
        assert hall.clock.is_armed(codes[0])

    in_hall(before)
    time.go(60)
    in_hall(after)


def test_a_slip_sent_twice_with_one_key_counts_once(in_hall: Run, time: Time) -> None:
    async def play(hall: Hall) -> None:
        code = await new_game(hall)
        top = await _to_running(hall, code)
        now = hall.resources.now_ms()
        first = await send(hall, code, 1, _form(1, top, "k1"), now)
        again = await send(hall, code, 1, _form(1, top, "k1"), now + 5000)
        assert again.repeated
        assert again.at == first.at
        events = await logged(hall, code)
        assert sum(isinstance(e, ev.SlipHandedIn) for e in events) == 1

    in_hall(play)


def test_a_slip_can_be_replaced_until_time_and_not_after(in_hall: Run, time: Time) -> None:
    async def play(hall: Hall) -> None:
        code = await new_game(hall, grace_ms=0)
        top = await _to_running(hall, code)
        await send(hall, code, 1, _form(1, "H8 ZZ"), hall.resources.now_ms())
        await send(hall, code, 1, _form(1, top), hall.resources.now_ms())
        time.go(181)
        with pytest.raises(Refusal, match="le bulletin déjà remis compte"):
            await send(hall, code, 1, _form(1, "H8 ZZ"), hall.resources.now_ms())

    in_hall(play)


def test_a_turn_is_ruled_on_after_the_slips_that_came_in_time_were_served(
    in_hall: Run, time: Time
) -> None:
    async def work(hall: Hall) -> None:
        code = await new_game(hall, grace_ms=0)
        top = await _to_running(hall, code)
        await send(hall, code, 1, _form(1, top), hall.resources.now_ms())
        came = hall.resources.now_ms()
        time.go(200)
        # A second one of the table is here and queues; the clock finds itself due.
        with hall.resources.arrivals.serving(came):
            await hall.tick(code)
            collecting = asyncio.create_task(hall.tick(code))
            retaining = asyncio.create_task(hall.execute(code, cmd.Retain(move=top)))
            await asyncio.wait([collecting, retaining], timeout=0.2)
            assert (await send(hall, code, 1, _form(1, top, "second"), came)).late is False
        await asyncio.gather(collecting, retaining)
        assert [turn.number for turn in (await hall.get(code)).state.turns] == [1]

    in_hall(work)


def test_a_first_slip_that_comes_late_is_void_by_the_regulation(in_hall: Run, time: Time) -> None:
    async def play(hall: Hall) -> None:
        code = await new_game(hall, grace_ms=500)
        top = await _to_running(hall, code)
        time.go(180.4)
        in_grace = await send(hall, code, 2, _form(1, top), hall.resources.now_ms())
        assert not in_grace.late
        time.go(0.2)
        now = hall.resources.now_ms()
        sent = msgspec.structs.replace(_form(1, top), sent=now - 700)
        receipt = await send(hall, code, 1, sent, now)
        assert receipt.late
        ruling = (await hall.get(code)).state.mark(1, 1).ruling
        assert ruling is not None
        assert ruling.sanction is Sanction.NULLITY
        assert ruling.reasons == (
            "Bulletin arrivé 0,6 s après la fin du coup ; "
            "envoyé 0,1 s avant la fin du coup, d'après le téléphone.",
        )
        ahead = msgspec.structs.replace(_form(1, top), sent=now + 700)
        await send(hall, code, 3, ahead, now)
        ruling = (await hall.get(code)).state.mark(1, 3).ruling
        assert ruling is not None
        assert ruling.reasons == ("Bulletin arrivé 0,6 s après la fin du coup.",)

    in_hall(play)


def test_a_paper_game_leaves_missing_slips_to_the_markers(in_hall: Run, time: Time) -> None:
    async def play(hall: Hall) -> None:
        code = await new_game(hall, entry="paper")
        top = await _to_running(hall, code)
        with pytest.raises(Refusal, match="sur papier"):
            await send(hall, code, 1, _form(1, top), hall.resources.now_ms())
        await hall.execute(code, cmd.EndTime())
        await hall.execute(code, cmd.Retain())
        assert (await hall.get(code)).state.mark(1, 1).ruling is None
        await hall.execute(code, cmd.MarkMissing(tables=(2,)), "Paul")
        change = await hall.execute(code, cmd.MarkTop(rest=True), "Paul")
        assert tables_entered(change, "Paul") == (1, 3)
        state = (await hall.get(code)).state
        points = [state.mark(1, t).ruling.points for t in (1, 2, 3)]  # type: ignore[union-attr]
        assert points == [state.total, 0, state.total]

    in_hall(play)


def test_a_ruling_is_corrected_only_with_a_reason(in_hall: Run, time: Time) -> None:
    async def play(hall: Hall) -> None:
        code = await new_game(hall)
        await _to_running(hall, code)
        await hall.execute(code, cmd.EndTime())
        await hall.execute(code, cmd.Retain())
        blank = cmd.Correct(turn=1, table=2, points=2, sanction=Sanction.WARNING, reason=" ")
        found = msgspec.structs.replace(blank, reason="bulletin retrouvé")
        with pytest.raises(Refusal, match="motif"):
            await hall.execute(code, blank, "juge-arbitre")
        await hall.execute(code, found, "juge-arbitre")
        ruling = (await hall.get(code)).state.mark(1, 2).ruling
        assert ruling is not None
        assert (ruling.points, ruling.sanction) == (2, Sanction.WARNING)
        assert ruling.articles == ("5.2",)
        too_much = msgspec.structs.replace(found, points=999)
        with pytest.raises(Refusal, match="999 points quand"):
            await hall.execute(code, too_much, "juge-arbitre")
        upheld = msgspec.structs.replace(too_much, insist=True, appeal=True)
        after = ruling_given(await hall.execute(code, upheld, "juge-arbitre"), 1, 2)
        assert (after.points, after.articles) == (999, ("6.3",))
        assert len(await hall.marks.history(code, 1, 2)) == 3

    in_hall(play)


def test_a_cancelled_turn_is_drawn_again_with_other_letters(in_hall: Run) -> None:
    async def play(hall: Hall) -> None:
        code = await new_game(hall)
        await _to_running(hall, code)
        first = (await hall.get(code)).state.rack
        await hall.execute(code, cmd.CancelTurn(reason="erreur d'épellation"))
        await hall.execute(code, cmd.Draw())
        state = (await hall.get(code)).state
        assert state.turn == 1
        assert sorted(state.rack) != sorted(first)

    in_hall(play)


def test_the_secret_stays_hidden_until_it_is_published(in_hall: Run) -> None:
    async def play(hall: Hall) -> None:
        code = await new_game(hall)
        with pytest.raises(Refusal):
            await hall.execute(code, cmd.Reveal())
        await hall.execute(code, cmd.Stop(reason="fin de soirée"))
        assert not (await hall.public(await hall.get(code))).secret
        await hall.execute(code, cmd.Reveal())
        game = await hall.get(code)
        assert (await hall.public(game)).secret == game.companion.secret
        text = record.dumps(await logged(hall, code))
        assert record.verify(record.loads(text)) == ()

    in_hall(play)


def test_players_may_arrive_late(in_hall: Run) -> None:
    async def play(hall: Hall) -> None:
        code = await new_game(hall)
        await hall.execute(code, cmd.Draw())
        await hall.execute(code, cmd.Retain())
        await enter_players(hall, code, "Noé / Inès")
        entrant = (await hall.get(code)).state.entrants[4]
        assert (entrant.players, entrant.first_turn) == (("Noé", "Inès"), 2)

    in_hall(play)


def test_several_solutions_are_added_and_overlapping_ones_are_not(in_hall: Run) -> None:
    async def play(hall: Hall) -> None:
        settings = HallSettings(entry="paper", draw="hand")
        wish = NewGame(edition="undated", formula="multitops", settings=settings)
        code = await hall.desk.create(wish)
        await enter_players(hall, code, "1 Anne\n2 Luc")
        await hall.execute(code, cmd.Draw(letters="TRAINES"))
        await hall.execute(code, cmd.Start())
        await hall.execute(code, cmd.EndTime())
        lines = ("1 H8 TARIN 12 ; H8 RIEN 8", "2 H8 TARIN 12 ; H8 TARINS 14")
        for line in lines:
            await hall.execute(code, command_of((await hall.get(code)).state, line), "Paul")
        state = (await hall.get(code)).state
        both, one = (state.mark(1, table).ruling for table in (1, 2))
        assert both is not None
        assert one is not None
        assert both.points > one.points > 0
        assert [f for f in one.findings if f.code == "multitops"]

    in_hall(play)


def test_a_line_adds_a_disciplinary_warning_to_the_top_to_no_slip_and_to_any_ruling(
    in_hall: Run,
) -> None:
    async def play(hall: Hall) -> None:
        code = await new_game(hall, entry="paper")
        await _to_running(hall, code)
        await hall.execute(code, cmd.EndTime())
        for line in ("1 = !conduite", "2 - !conduite", "3 =", "3 + !conduite"):
            game = await hall.get(code)
            seen = await hall.lines.preview(game, line)
            assert seen.ruling.disciplinary is ("conduite" in line)
            await hall.execute(code, command_of(game.state, line), "Paul")
        state = (await hall.get(code)).state
        top, none, added = (state.mark(1, table).ruling for table in (1, 2, 3))
        assert top is not None
        assert none is not None
        assert top == added
        assert (top.warnings, none.warnings) == (1, 1)
        assert (top.points > 0, none.points) == (True, 0)
        with pytest.raises(Refusal, match="déjà un avertissement"):
            await hall.execute(code, command_of(state, "3 + !conduite"), "Paul")

    in_hall(play)
