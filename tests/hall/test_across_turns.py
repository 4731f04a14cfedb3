"""What outlives a turn: averages, several solutions, recourse, sudden death."""

import pytest

from raccord.board import Board, Direction, Move, Reference
from raccord.board import score as count
from raccord.duplicate import commands as cmd
from raccord.duplicate import eliminated, score_table
from raccord.duplicate.slips.handing_in import Entered, slip_of
from raccord.duplicate.slips.refused import is_average
from raccord.duplicate.slips.situation import marked_turn
from raccord.hall import Hall
from raccord.hall.companion import HallSettings
from raccord.hall.desk import NewGame
from raccord.hall.marks import ruling_given
from raccord.regulation import EditionId, Ruling, Sanction, Slip
from tests.hall.conftest import Run, Time, Work, enter_players, send

LETTERS = "AEINRST"


async def opened(hall: Hall, players: int, wish: NewGame) -> str:
    code = await hall.desk.create(wish)
    names = "\n".join(f"{table} Joueur{table}" for table in range(1, players + 1))
    await enter_players(hall, code, names)
    return code


async def paper_game(hall: Hall, edition: EditionId = "2017", players: int = 3) -> str:
    settings = HallSettings(entry="paper", draw="hand")
    return await opened(hall, players, NewGame(edition=edition, settings=settings))


async def to_time_up(hall: Hall, code: str, letters: str = LETTERS) -> None:
    await hall.execute(code, cmd.Draw(letters=letters))
    await hall.execute(code, cmd.Start())
    await hall.execute(code, cmd.EndTime())


async def enter(hall: Hall, code: str, table: int, slip: Slip, turn: int | None = None) -> Ruling:
    marked = marked_turn((await hall.get(code)).state, turn)
    change = await hall.execute(code, cmd.Mark(table=table, slip=slip, turn=marked), "Paul")
    return ruling_given(change, marked, table)


def refused_across(board: Board) -> tuple[Slip, int]:
    """NRT, which is no word, down through an R of the only word on the board."""
    row, column = divmod(board.cells.index("R"), 15)
    move = Move(Reference(row - 1, column, Direction.DOWN), "NRT")
    points = count(board, move).total
    return slip_of(move, points), points


async def refused_then_again(hall: Hall, code: str, between: Work | None = None) -> int:
    """Table 1 plays NRT on turns 1 and 2, table 2 the tops; gives what NRT claims on turn 2."""
    await to_time_up(hall, code)
    first = await enter(hall, code, 1, Slip(word="NRT", direction="across", score=6))
    assert first.sanction is Sanction.NULLITY
    await hall.execute(code, cmd.MarkTop(tables=(2,)), "Paul")
    await hall.execute(code, cmd.Retain())
    if between:
        await between(hall)
    await to_time_up(hall, code)
    slip, points = refused_across((await hall.get(code)).state.position.board)
    await enter(hall, code, 1, slip)
    await hall.execute(code, cmd.MarkTop(tables=(2,)), "Paul")
    await hall.execute(code, cmd.MarkMissing(tables=(3,)), "Paul")
    await hall.execute(code, cmd.Retain())
    return points


async def ruling(hall: Hall, code: str, turn: int, table: int) -> Ruling:
    found = (await hall.get(code)).state.mark(turn, table).ruling
    assert found is not None
    return found


async def correct(hall: Hall, code: str, turn: int, table: int, points: int) -> None:
    wish = cmd.Correct(turn=turn, table=table, points=points, reason="recours")
    await hall.execute(code, wish, "juge")


@pytest.mark.parametrize(
    ("edition", "article"), [("2017", "5.7"), ("2010", "4.7"), ("undated", "4.6")]
)
def test_a_refused_word_played_again_untold_earns_the_average(
    in_hall: Run, edition: EditionId, article: str
) -> None:
    async def play(hall: Hall) -> None:
        code = await paper_game(hall, edition)
        claimed = await refused_then_again(hall, code)
        given = await ruling(hall, code, 2, 1)
        assert (given.points, given.sanction, given.articles) == (
            claimed,
            Sanction.NONE,
            (article,),
        )
        assert given.note_due
        assert not is_average(await ruling(hall, code, 1, 1))

    in_hall(play)


def test_the_average_follows_the_points_it_rests_on(in_hall: Run) -> None:
    async def play(hall: Hall) -> None:
        code = await paper_game(hall)
        await refused_then_again(hall, code)
        await correct(hall, code, 2, 2, points=3)
        assert (await ruling(hall, code, 2, 1)).points == 2
        told = await hall.marks.history(code, 2, 1)
        assert [event.at for event in told] == sorted(event.at for event in told)
        assert all(getattr(event, "reason", "x") for event in told[2:])

    in_hall(play)


def test_a_word_admitted_on_recourse_takes_the_later_average_back(in_hall: Run) -> None:
    async def play(hall: Hall) -> None:
        code = await paper_game(hall)
        await refused_then_again(hall, code)
        await correct(hall, code, 1, 1, points=6)
        back = await ruling(hall, code, 2, 1)
        assert (back.points, back.sanction) == (0, Sanction.NULLITY)

    in_hall(play)


def test_a_decision_on_recourse_is_not_averaged_away(in_hall: Run) -> None:
    async def play(hall: Hall) -> None:
        code = await paper_game(hall)
        await refused_then_again(hall, code)
        await correct(hall, code, 2, 1, points=0)
        await correct(hall, code, 2, 2, points=8)
        assert (await ruling(hall, code, 2, 1)).points == 0

    in_hall(play)


async def deliver_note(hall: Hall, code: str) -> None:
    game, now = await hall.get(code), hall.resources.now_ms()
    await hall.marks.deliver_note(game, 1, 1, by="Paul", at=now)


def test_a_table_that_got_its_note_before_the_turn_gets_no_average(
    in_hall: Run, time: Time
) -> None:
    async def play(hall: Hall) -> None:
        code = await paper_game(hall)

        async def deliver(hall: Hall) -> None:
            time.go(5)
            await deliver_note(hall, code)
            time.go(5)

        await refused_then_again(hall, code, deliver)
        assert (await ruling(hall, code, 2, 1)).sanction is Sanction.NULLITY

    in_hall(play)


def test_a_note_delivered_after_the_turn_leaves_the_average(in_hall: Run, time: Time) -> None:
    async def play(hall: Hall) -> None:
        code = await paper_game(hall)
        await refused_then_again(hall, code)
        time.go(5)
        await deliver_note(hall, code)
        await correct(hall, code, 2, 2, points=2)
        assert is_average(await ruling(hall, code, 2, 1))

    in_hall(play)


def test_the_mean_is_that_of_the_same_markers_tables(in_hall: Run) -> None:
    async def play(hall: Hall) -> None:
        code = await paper_game(hall)
        await hall.desk.invite(code, "marker", "Paul", tables=(1, 3))
        await hall.desk.invite(code, "marker", "Line", tables=(2,))
        await refused_then_again(hall, code)
        given = await ruling(hall, code, 2, 1)
        assert is_average(given)
        assert given.points == 0, "table 3, the only colleague, has nothing"

    in_hall(play)


def test_a_slip_entered_after_the_turn_enters_the_mean(in_hall: Run) -> None:
    async def play(hall: Hall) -> None:
        code = await paper_game(hall, players=4)
        await refused_then_again(hall, code)
        await correct(hall, code, 2, 2, points=1)
        await hall.execute(code, cmd.MarkMissing(tables=(4,), turn=2), "Paul")
        assert (await ruling(hall, code, 2, 1)).points == 0

    in_hall(play)


def test_a_phone_shows_every_ruling_so_its_table_is_told(in_hall: Run, time: Time) -> None:
    async def play(hall: Hall) -> None:
        wish = NewGame(settings=HallSettings(entry="strict", draw="hand"))
        code = await opened(hall, 3, wish)
        for turn in (1, 2):
            await hall.execute(code, cmd.Draw(letters=LETTERS))
            await hall.execute(code, cmd.Start())
            slip = Slip(word="NRT", direction="across", score=6)
            if turn == 2:
                slip, _ = refused_across((await hall.get(code)).state.position.board)
            entered = Entered(
                word=slip.word, direction=slip.direction, reference=slip.reference, score=slip.score
            )
            form = cmd.SendSlip(turn=turn, entered=entered)
            await send(hall, code, 1, form, hall.resources.now_ms())
            time.go(200)
            await hall.execute(code, cmd.EndTime())
            await hall.execute(code, cmd.Retain())
        assert (await ruling(hall, code, 2, 1)).sanction is Sanction.NULLITY

    in_hall(play)


def test_recourse_changes_totals_and_solos(in_hall: Run) -> None:
    async def play(hall: Hall) -> None:
        code = await paper_game(hall, players=16)
        await to_time_up(hall, code)
        await hall.execute(code, cmd.MarkTop(tables=(2,)), "Paul")
        await hall.execute(code, cmd.MarkMissing(rest=True), "Paul")
        await hall.execute(code, cmd.Retain())
        state = (await hall.get(code)).state
        assert [s.solos for s in score_table(state)[:3]] == [0, 1, 0]
        await correct(hall, code, 1, 3, points=state.turns[0].points)
        state = (await hall.get(code)).state
        assert [s.solos for s in score_table(state)[:3]] == [0, 0, 0]
        assert score_table(state)[2].total == state.total
        stand = await hall.standing(await hall.get(code))
        assert stand.places[2] == stand.places[3] == 1

    in_hall(play)


def test_in_sudden_death_a_recourse_brings_a_table_back(in_hall: Run) -> None:
    async def play(hall: Hall) -> None:
        settings = HallSettings(entry="paper", draw="hand")
        code = await opened(hall, 3, NewGame(formula="mort-subite", settings=settings))
        await to_time_up(hall, code)
        await hall.execute(code, cmd.MarkTop(tables=(1, 2)), "Paul")
        await hall.execute(code, cmd.MarkMissing(tables=(3,)), "Paul")
        await hall.execute(code, cmd.Retain())
        state = (await hall.get(code)).state
        assert eliminated(state) == {3: 1}
        await correct(hall, code, 1, 3, points=state.turns[0].points)
        assert eliminated((await hall.get(code)).state) == {}

    in_hall(play)


async def multitops(hall: Hall, entry: str, letters: str) -> str:
    settings = HallSettings(entry=entry, draw="hand")  # type: ignore[arg-type]
    code = await opened(hall, 2, NewGame(formula="multitops", edition="undated", settings=settings))
    await hall.execute(code, cmd.Draw(letters=letters))
    await hall.execute(code, cmd.Start())
    return code


def test_in_multitops_a_phone_hands_in_two_solutions_and_both_count(
    in_hall: Run, time: Time
) -> None:
    async def play(hall: Hall) -> None:
        code = await multitops(hall, "assisted", "AEMORTU")
        pair = Entered(move="H8 MOT", others=(Entered(move="H8 RAT"),))
        form = cmd.SendSlip(turn=1, entered=pair)
        await send(hall, code, 1, form, hall.resources.now_ms())
        same = Entered(move="H8 MOT", others=(Entered(move="H7 MOT"),))
        await send(hall, code, 2, cmd.SendSlip(turn=1, entered=same), hall.resources.now_ms())
        await hall.execute(code, cmd.EndTime())
        await hall.execute(code, cmd.Retain())
        board = Board.empty()
        mot, rat = (count(board, Move.parse(t)).total for t in ("H8 MOT", "H8 RAT"))
        both, one = await ruling(hall, code, 1, 1), await ruling(hall, code, 1, 2)
        assert (both.points, both.sanction) == (mot + rat, Sanction.NONE)
        assert one.points == mot
        assert "annex 4" in one.articles

    in_hall(play)


def test_in_multitops_the_top_of_a_marker_is_the_best_set(in_hall: Run) -> None:
    async def play(hall: Hall) -> None:
        code = await multitops(hall, "paper", LETTERS)
        await hall.execute(code, cmd.EndTime())
        await hall.execute(code, cmd.MarkTop(tables=(1,)), "Paul")
        await hall.execute(code, cmd.Retain())
        await hall.execute(code, cmd.MarkTop(tables=(2,)), "Paul")
        state = (await hall.get(code)).state
        points = [(await ruling(hall, code, 1, table)).points for table in (1, 2)]
        assert points == [state.turns[0].reference] * 2

    in_hall(play)


def test_a_note_is_due_by_the_top_that_is_retained_not_by_the_default_one(in_hall: Run) -> None:
    async def play(hall: Hall) -> None:
        code = await paper_game(hall)
        await to_time_up(hall, code)
        tops = (await hall.study(await hall.get(code))).tops
        assert tops is not None
        words = {tie.move: Move.parse(tie.move) for tie in tops.eligible}
        default = tops.eligible[0].move
        other = next(m for m in words if words[m].word != words[default].word)
        for table, move in ((1, default), (2, other)):
            wrong = slip_of(words[move], tops.points - 1)
            assert (await enter(hall, code, table, wrong)).sanction is Sanction.WARNING
        await hall.execute(code, cmd.MarkMissing(tables=(3,)), "Paul")
        before = [(await ruling(hall, code, 1, table)).note_due for table in (1, 2)]
        await hall.execute(code, cmd.Retain(move=other))
        after = [(await ruling(hall, code, 1, table)).note_due for table in (1, 2)]
        assert (before, after) == ([False, True], [True, False])
        assert (await ruling(hall, code, 1, 1)).points == tops.points
        assert len(await hall.marks.history(code, 1, 3)) == 1

    in_hall(play)
