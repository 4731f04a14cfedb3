"""Games prepared beforehand: from records, and from what clubs publish."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from raccord import wordlists
from raccord.duplicate import DuplicateError, Refusal, autoplay, fold, record
from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.files import report, table
from raccord.duplicate.files.fair_draws import secret_of_seed
from raccord.duplicate.rules import formulas
from raccord.hall import Hall
from raccord.hall.companion import HallSettings
from raccord.hall.desk import NewGame
from tests.hall.conftest import Run, new_game
from tests.hall.logged import logged


def test_a_prepared_game_draws_and_keeps_what_was_recorded(in_hall: Run) -> None:
    async def play(hall: Hall) -> None:
        first = await new_game(hall)
        for _ in range(2):
            await hall.execute(first, cmd.Draw())
            await hall.execute(first, cmd.Retain())
        await hall.execute(first, cmd.Stop(reason="assez"))
        played = (await hall.get(first)).state.turns
        text = record.dumps(await logged(hall, first))
        again = await hall.desk.create(NewGame(settings=HallSettings(draw="prepared"), record=text))
        for _ in range(2):
            await hall.execute(again, cmd.Draw())
            await hall.execute(again, cmd.Retain())
        turns = (await hall.get(again)).state.turns
        assert [(t.draw, t.move) for t in turns] == [(t.draw, t.move) for t in played]
        with pytest.raises(Refusal, match="préparée"):
            await hall.execute(again, cmd.Draw())

    in_hall(play)


def test_a_prepared_game_is_played_to_its_end_though_its_last_draw_takes_no_letter(
    in_hall: Run,
) -> None:
    lexicon = wordlists.load("fr-libre")
    games = (list(autoplay(lexicon, secret_of_seed(seed), samples=8)) for seed in range(60))
    events = next(
        game for game in games if any(isinstance(e, ev.Drawn) and not e.new for e in game)
    )

    async def play(hall: Hall) -> None:
        wish = NewGame(settings=HallSettings(draw="prepared"), record=record.dumps(events))
        code = await hall.desk.create(wish)
        for _ in fold(events).turns:
            await hall.execute(code, cmd.Draw())
            await hall.execute(code, cmd.Retain())
        state = (await hall.get(code)).state
        assert [turn.move for turn in state.turns] == [turn.move for turn in fold(events).turns]
        assert state.end is not None

    in_hall(play)


def _summary(events: list[ev.Event]) -> str:
    found = report.summary(events)
    return json.dumps({key: found[key] for key in ("edition", "formula", "turns")})


@pytest.mark.parametrize("write", [table.dumps, _summary], ids=["table", "summary"])
def test_a_game_is_also_prepared_from_what_clubs_publish(
    in_hall: Run, write: Callable[[Any], str]
) -> None:
    events = list(autoplay(wordlists.load("fr-libre"), secret_of_seed(2), edition="2010"))
    told = fold(events).turns

    async def play(hall: Hall) -> None:
        settings = HallSettings(draw="prepared")
        code = await hall.desk.create(NewGame(settings=settings, record=write(events)))
        for _ in told:
            await hall.execute(code, cmd.Draw())
            await hall.execute(code, cmd.Retain())
        state = (await hall.get(code)).state
        assert state.opened.edition == "2010"
        assert [(sorted(t.draw), t.move) for t in state.turns] == [
            (sorted(t.draw), t.move) for t in told
        ]

    in_hall(play)


def test_a_bare_table_shows_its_formula_and_is_played_as_far_as_it_goes(in_hall: Run) -> None:
    formula = formulas.parse("joker")
    game = autoplay(wordlists.load("fr-libre"), secret_of_seed(2), formula=formula)
    rows = [row for row in table.dumps(list(game)).splitlines() if not row.startswith("#")]
    bare = "\n".join([*rows[:3], rows[3].rpartition("|")[0] + "|?", "suite page 2"])
    bare = bare.replace("(", "").replace(")", "")

    async def play(hall: Hall) -> None:
        settings = HallSettings(draw="prepared")
        code = await hall.desk.create(NewGame(settings=settings, record=bare))
        for _ in range(3):
            await hall.execute(code, cmd.Draw())
            await hall.execute(code, cmd.Retain())
        state = (await hall.get(code)).state
        assert state.formula.joker
        assert state.total == int(rows[2].rpartition("|")[2])
        with pytest.raises(Refusal, match="préparée"):
            await hall.execute(code, cmd.Draw())

    in_hall(play)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "ce fichier est vide"),
        ("1|AEINRST|ZZZZ|H4|12|12", "^coup 1 : "),
        ("1|AEINRST|ARISENT|H4|1|1", "^coup 1 : 1 points annoncés"),
        ("1|AEINRST|RATE|H5|8|8", r"n'est pas un top \(\d+ points\) ; .* ou jouez-la seul"),
        ("1|AEINRST", "aucun|manque"),
        ('{"turns": [{}]}', "il manque"),
        ("[1]", "objet JSON"),
        ("{", "ce n'est pas du JSON : ligne 1, colonne 2"),
        ("[" * 100_000, "ce n'est pas du JSON : trop d'imbrications"),
    ],
)
def test_a_sheet_that_cannot_be_played_again_is_refused_with_its_reason(
    in_hall: Run, text: str, why: str
) -> None:
    async def play(hall: Hall) -> None:
        with pytest.raises(DuplicateError, match=why):
            await hall.desk.create(NewGame(settings=HallSettings(draw="prepared"), record=text))

    in_hall(play)
