"""Records: what is written is what is read, and a damaged one is refused."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from raccord.jarnac import (
    LEVELS,
    JarnacGame,
    NotARecordError,
    Opened,
    SeededSource,
    Settings,
    Timing,
    dumps,
    fold,
    loads,
    play_out,
    summary,
    tell,
)
from raccord.jarnac.former import as_before
from raccord.jarnac.settings import FORMULAS
from raccord.lexicon import Lexicon

BEFORE = Path(__file__).parents[1] / "data" / "before" / "jarnac.json"
"""A record of version 1, written by the program that wrote those."""


@pytest.fixture(scope="module")
def game(lexicon: Lexicon) -> JarnacGame:
    pair = (LEVELS["amateur"], LEVELS["expert"])
    return play_out(Settings(timing=Timing.clock(90_000)), lexicon, pair, 3)


def test_a_record_names_its_schema_and_version(game: JarnacGame) -> None:
    document = json.loads(dumps(game.events))
    assert (document["schema"], document["version"]) == ("raccord/jarnac", 2)
    assert document["events"][0]["event"] == "opened"
    assert document["events"][0]["lexicon"] == "fr-libre"


def test_a_record_replays_to_the_same_state(game: JarnacGame, lexicon: Lexicon) -> None:
    events = loads(dumps(game.events))
    assert events == game.events
    assert fold(events) == game.state
    assert JarnacGame.resume(events, lexicon, SeededSource(3)).view() == game.view()


def test_a_game_resumed_in_its_middle_goes_on_the_same(game: JarnacGame, lexicon: Lexicon) -> None:
    half = game.events[: len(game.events) // 2]
    assert fold(loads(dumps(half))).version == len(half)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "ce n’est pas une partie"),
        ("[]", "ce n’est pas une partie"),
        ("{}", "ce n’est pas une partie"),
        ("\xff", "ce n’est pas une partie"),
        ('{"schema":"raccord/jarnac","version":1,"events":[]}', "commence par son ouverture"),
        ('{"schema":"raccord/jarnac","version":9,"events":[]}', "autre format"),
        ('{"schema":"raccord/jarnac","version":1,"events":[],"x":1}', "ce n’est pas une partie"),
    ],
)
def test_what_is_not_a_record_is_refused(text: str, said: str) -> None:
    with pytest.raises(NotARecordError, match=said):
        loads(text.encode("latin-1"))


def test_a_record_written_before_still_opens() -> None:
    document = BEFORE.read_bytes()
    facts = loads(document)
    assert isinstance(facts[0], Opened)
    assert len(facts) == len(json.loads(document)["events"]) == 40
    assert json.loads(dumps(facts))["version"] == 2
    assert loads(dumps(facts)) == facts
    assert [as_before(fact) for fact in facts] == json.loads(document)["events"]


def test_a_letter_made_up_is_noticed(game: JarnacGame) -> None:
    document = json.loads(dumps(game.events))
    drawn = next(e for e in document["events"] if e["event"] == "letters-drawn")
    drawn["letters"] = "ZZZ" + drawn["letters"][3:]
    with pytest.raises(NotARecordError, match="compte des lettres"):
        loads(json.dumps(document))


def test_time_does_not_run_backwards(game: JarnacGame) -> None:
    document = json.loads(dumps(game.events))
    document["events"][-1]["at"] = 0
    with pytest.raises(NotARecordError, match="daté d’avant"):
        loads(json.dumps(document))


def test_a_game_is_opened_once(game: JarnacGame) -> None:
    document = json.loads(dumps(game.events))
    document["events"].insert(1, document["events"][0])
    with pytest.raises(NotARecordError, match="déjà ouverte"):
        loads(json.dumps(document))


def test_the_summary_has_exactly_its_keys(game: JarnacGame) -> None:
    document: dict[str, Any] = summary(game, 3)
    assert list(document) == [
        "formula",
        "seed",
        "events",
        "mats",
        "loose",
        "points",
        "jarnacs",
        "time_penalties",
        "winner",
        "reason",
    ]
    assert json.loads(json.dumps(document)) == document
    assert document["events"][0]["type"] == "game-opened", "what programs read stays as it was"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("libre", "libre"),
        ("sans-conjugaisons", "sans conjugaisons"),
        ("sans-enchainements", "sans enchaînements"),
        ("competition", "compétition"),
    ],
)
def test_the_formula_is_told_as_people_write_it(game: JarnacGame, name: str, told: str) -> None:
    opened = msgspec.structs.replace(game.events[0], settings=Settings(formula=FORMULAS[name]))
    assert tell(opened) == f"Partie ouverte : formule {told}, lexique fr-libre."


def test_every_fact_is_told_in_french(game: JarnacGame) -> None:
    for event in game.events:
        assert tell(event).endswith(".")
