"""``import raccord`` is enough to play, and costs nothing until something is asked for."""

import subprocess
import sys

import pytest

import raccord
from raccord.duplicate import record


def test_everything_named_is_there_and_from_us() -> None:
    for name in raccord.__all__:
        assert getattr(raccord, name) is not None
    assert set(raccord.__all__) <= set(dir(raccord))
    with pytest.raises(AttributeError, match="nowhere"):
        raccord.nowhere  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import raccord", ("msgspec", "raccord.board", "raccord._core", "importlib.metadata")),
        ("import raccord; raccord.Game.open(seed=1).draw().play()", ("sqlalchemy", "litestar")),
        ("import raccord; raccord.tops(raccord.Board.empty(), 'AE', raccord.load())", ("sqlite3",)),
    ],
)
def test_nothing_is_imported_before_it_is_asked_for(code: str, absent: tuple[str, ...]) -> None:
    script = f"{code}\nimport sys\nassert not {set(absent)} & set(sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_game_is_a_value_played_from_its_opening_to_its_record() -> None:
    game = raccord.Game.open(seed=4, formula="7sur8")
    for number in range(1, 4):
        drawn = game.draw()
        assert game.rack == ""
        tops = drawn.tops()
        assert tops is not None
        game = drawn.play(tops.eligible[-1].move)
        assert len(game.turns) == number
    assert game.total == sum(turn.points for turn in game.turns)
    assert not game.is_over
    assert game.board != raccord.Board.empty()
    events = record.loads(game.record()).events
    again = raccord.Game.resume(events, secret=game.secret)
    assert again.state == game.state
    assert again.draw().rack == game.draw().rack


def test_letters_may_be_given_and_a_refusal_says_why() -> None:
    game = raccord.Game.open()
    with pytest.raises(raccord.Refusal, match="aucun tirage"):
        game.tops()
    with pytest.raises(raccord.Refusal, match="lettres"):
        game.draw("AB")
    assert game.draw("EEOPRRS").rack == "EEOPRRS"


def test_a_seed_gives_the_same_game_and_none_another() -> None:
    first, second = (raccord.Game.open(seed=7).draw().rack for _ in range(2))
    assert first == second
    assert raccord.Game.open().secret != raccord.Game.open().secret
