"""What belongs to a moment of the game is what the engine accepts then, and nothing else."""

import pytest

from raccord.duplicate import Refusal, decide, fold, is_timely, open_game
from raccord.duplicate import commands as cmd
from raccord.duplicate.rules import formulas
from raccord.lexicon import Lexicon
from raccord.regulation import EditionId
from tests.duplicate.helpers import SECRET, Hall

MOVES: dict[str, cmd.Command] = {
    "draw": cmd.DrawLetters(letters="RETINAS"),
    "draw-software": cmd.DrawBySoftware(secret=SECRET),
    "correct": cmd.CorrectDraw(letters="RETINAL", reason="mal lu"),
    "reject": cmd.RejectDraw(),
    "start": cmd.Start(),
    "end": cmd.EndTime(),
    "reopen": cmd.ReopenTime(),
    "retain": cmd.Retain(),
    "cancel": cmd.CancelTurn(reason="mal placé"),
    "interrupt": cmd.Interrupt(),
    "resume": cmd.Resume(),
    "stop": cmd.Stop(reason="panne"),
    "reveal": cmd.Reveal(secret=SECRET),
}
SITUATIONS: dict[str, tuple[str, set[str]]] = {
    "open": ("", {"draw", "draw-software", "interrupt", "stop"}),
    "drawn by hand": ("draw", {"correct", "start", "retain", "cancel", "interrupt", "stop"}),
    "drawn": ("draw-software", {"start", "retain", "cancel", "interrupt", "stop"}),
    "running": ("draw start", {"correct", "end", "cancel", "interrupt", "stop"}),
    "time up": ("draw start end", {"correct", "reopen", "retain", "cancel", "interrupt", "stop"}),
    "played": (
        "draw start end retain",
        {"draw", "draw-software", "cancel", "interrupt", "stop"},
    ),
    "interrupted": ("draw start interrupt", {"resume", "stop"}),
    "stopped": ("draw start end retain stop", {"reveal"}),
    "stopped while interrupted": ("draw interrupt stop", {"reveal"}),
    "told": ("stop reveal", set()),
}


def _accepts(hall: Hall, command: cmd.Command) -> bool:
    try:
        decide(hall.state, command, hall.lexicon, samples=0)
    except Refusal:
        return False
    return True


def test_a_draw_that_counts_on_a_joker_may_be_rejected_before_the_clock_starts(
    french: Lexicon,
) -> None:
    hall = Hall(french)
    hall.do(cmd.DrawLetters(letters="RTLSNA?"))
    assert is_timely(hall.state, cmd.RejectDraw)
    hall.do(cmd.Start())
    assert not is_timely(hall.state, cmd.RejectDraw)


@pytest.mark.parametrize("situation", SITUATIONS)
def test_what_is_timely_is_what_the_engine_accepts(situation: str, french: Lexicon) -> None:
    before, offered = SITUATIONS[situation]
    hall = Hall(french)
    hall.do(*(MOVES[name] for name in before.split()))
    assert {n for n, command in MOVES.items() if is_timely(hall.state, type(command))} == offered
    assert {n for n, command in MOVES.items() if _accepts(hall, command)} == offered


@pytest.mark.parametrize(("edition", "timely"), [("2017", True), ("undated", False)])
def test_that_a_draw_has_no_solution_is_seen_when_the_edition_says(
    edition: EditionId, timely: bool, french: Lexicon
) -> None:
    hall = Hall(french, edition)
    kind = cmd.DeclareNoSolution
    assert not is_timely(hall.state, kind)
    hall.do(cmd.DrawLetters(letters="RETINAS"))
    assert is_timely(hall.state, kind)
    hall.do(cmd.Start())
    assert is_timely(hall.state, kind) == timely


@pytest.mark.parametrize("command", [cmd.Stop(reason="x"), cmd.CancelTurn(reason="x"), cmd.Start()])
def test_of_a_game_stopped_while_interrupted_it_is_said_that_it_is_over(
    command: cmd.Command, french: Lexicon
) -> None:
    hall = Hall(french)
    hall.do(cmd.Interrupt(), cmd.Stop(reason="panne"))
    with pytest.raises(Refusal, match="terminée"):
        hall.do(command)


def test_a_game_drawn_by_hand_has_no_secret_to_publish(french: Lexicon) -> None:
    opening = open_game(cmd.Open(edition="2017", formula=formulas.parse("classic")), french)
    state = fold(opening)
    state = fold([*opening, *decide(state, cmd.Stop(reason="panne"), french)])
    assert not is_timely(state, cmd.Reveal)
    with pytest.raises(Refusal, match="rien tiré"):
        decide(state, cmd.Reveal(secret=SECRET), french)
