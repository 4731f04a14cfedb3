"""Every paragraph of the rules has at least one case, and every case holds."""

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from raccord.jarnac import (
    FORMULAS,
    GISTS,
    Agree,
    Answer,
    CallJarnac,
    Command,
    Contest,
    Decline,
    Draw,
    Event,
    FixedSource,
    JarnacGame,
    Lay,
    Mat,
    Pass,
    Phase,
    Press,
    Ref,
    Refusal,
    Resume,
    SayJarnac,
    Seat,
    Settings,
    State,
    Stop,
    Swap,
    Tick,
    Timing,
    Toss,
)
from raccord.jarnac.events import Judged
from raccord.jarnac.state import Side

FILE = Path(__file__).parents[2] / "cases" / "jarnac.toml"
TIMINGS = {"none": Timing(), "move": Timing.per_move(), "clock": Timing.clock()}


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class SideStart(Strict, frozen=True, forbid_unknown_fields=True):
    lines: tuple[str, ...] = ()
    loose: str = ""
    jarnacs: int = 0


class Start(Strict, frozen=True, forbid_unknown_fields=True):
    A: SideStart = SideStart()
    B: SideStart = SideStart()
    turn: Seat = "A"
    phase: Phase = Phase.PLAY
    running: Seat | None = None
    fallen: Seat | None = None


class Expect(Strict, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    refused: str | None = None
    article: Ref | None = None
    judged: bool | None = None
    lines_A: tuple[str, ...] | None = None  # noqa: N815
    lines_B: tuple[str, ...] | None = None  # noqa: N815
    loose_A: str | None = None  # noqa: N815
    loose_B: str | None = None  # noqa: N815
    points_A: int | None = None  # noqa: N815
    points_B: int | None = None  # noqa: N815
    bag: int | None = None
    turn: Seat | None = None
    phase: Phase | None = None
    running: Seat | None = None
    jarnacs: tuple[int, int] | None = None
    penalties: tuple[int, int] | None = None
    remaining: tuple[int, int] | None = None
    window: int | None = None
    held: bool | None = None
    said: bool | None = None
    fallen: tuple[bool, bool] | None = None
    cause: str | None = None
    winner: Seat | None = None
    basis: str | None = None


class Case(Strict, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    reference: Ref
    about: str
    words: tuple[str, ...]
    steps: tuple[str, ...]
    expect: Expect
    start: Start = Start()
    conjugated: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    entries: dict[str, tuple[str, ...]] = {}
    formula: str = "libre"
    timing: str = "none"
    checked: bool = False
    jarnacs: int = 1
    contest_time: int = 0
    bag: str | None = None
    draws: str = ""


def read_cases() -> list[Case]:
    document = tomllib.loads(FILE.read_text(encoding="utf-8"))
    assert set(document) == {"case"}
    return msgspec.convert(document["case"], list[Case])


CASES = read_cases()


class CaseWords:
    """The words of a case, with just the entries it gives."""

    def __init__(self, case: Case) -> None:
        self.name, self.digest, self._case = "cas", case.id, case

    def __contains__(self, word: object) -> bool:
        return word in self._case.words

    def is_only_conjugated(self, word: str) -> bool | None:
        return None if word in self._case.unknown else word in self._case.conjugated

    def same_entry(self, first: str, second: str) -> bool | None:
        if {first, second} & set(self._case.unknown):
            return None
        entries = self._case.entries
        return bool(set(entries.get(first, ())) & set(entries.get(second, ())))


def opened(case: Case) -> JarnacGame:
    settings = Settings(
        formula=FORMULAS[case.formula],
        timing=TIMINGS[case.timing],
        checked=case.checked,
        jarnacs=2 if case.jarnacs == 2 else 1,
        contest_time=case.contest_time,
    )
    game = JarnacGame.open(settings, CaseWords(case), FixedSource(case.draws))
    return replace(game, state=placed(game.state, case))


def placed(state: State, case: Case) -> State:
    """The state a case starts from."""
    if case.start.phase == Phase.TOSS:
        return state
    sides = []
    for seat, start in (("A", case.start.A), ("B", case.start.B)):
        fallen = case.start.fallen == seat
        sides.append(
            Side(
                mat=Mat(start.lines, start.loose),
                jarnacs=start.jarnacs,
                opened=True,
                remaining=0 if fallen else state.settings.timing.time,
                fallen=fallen,
            )
        )
    deadline = state.settings.timing.time if case.timing == "move" else None
    return replace(
        state,
        sides=(sides[0], sides[1]),
        phase=case.start.phase,
        turn=case.start.turn,
        running=case.start.running,
        deadline=deadline,
        jarnacs_left=case.jarnacs if case.start.phase == Phase.BAG else 0,
        bag=state.bag if case.bag is None else "".join(sorted(case.bag)),
    )


def command(step: str, now: int) -> Command:
    words = step.split()
    at = int(words.pop(0)[1:]) if words[0].startswith("@") else now
    if words[0] in ("A", "B"):
        return seated(words[0], words[1], words[2:], at)  # type: ignore[arg-type]
    general: dict[str, Command] = {
        "toss": Toss(at=at),
        "tick": Tick(at=at),
        "stop": Stop(at=at),
        "resume": Resume(at=at),
        "arbiter": Answer(at=at, valid=words[-1] == "yes"),
    }
    return general[words[0]]


def seated(seat: Seat, verb: str, rest: list[str], at: int) -> Command:
    who: dict[str, Any] = {"at": at, "seat": seat}
    if verb == "lay":
        return Lay(**who, word=rest[0])
    if verb == "lengthen":
        return Lay(**who, line=int(rest[0]), word=rest[1])
    if verb == "jarnac":
        return CallJarnac(**who, word=rest[0], line=int(rest[1]) if rest[1:] else None)
    if verb == "swap":
        return Swap(**who, letters=rest[0])
    if verb == "pass":
        return Pass(**who, pressed=rest != ["unpressed"])
    if verb == "contest":
        return Contest(**who, jarnac=rest == ["jarnac"])
    plain: dict[str, type[Draw | Decline | Press | Agree | SayJarnac]] = {
        "draw": Draw,
        "decline": Decline,
        "press": Press,
        "agree": Agree,
        "say": SayJarnac,
    }
    return plain[verb](**who)


def observed(game: JarnacGame, refusal: Refusal | None, last: Event) -> dict[str, Any]:
    state = game.state
    a, b = state.sides
    judged = [event.valid for event in game.events if isinstance(event, Judged)]
    ended = state.ended
    return {
        "article": refusal.article if refusal else last.article,
        "judged": judged[-1] if judged else None,
        "lines_A": a.mat.lines,
        "lines_B": b.mat.lines,
        "loose_A": a.mat.loose,
        "loose_B": b.mat.loose,
        "points_A": state.points("A"),
        "points_B": state.points("B"),
        "bag": len(state.bag),
        "turn": state.turn,
        "phase": state.phase,
        "running": state.running,
        "jarnacs": (a.jarnacs, b.jarnacs),
        "penalties": (a.penalties, b.penalties),
        "remaining": (a.remaining, b.remaining),
        "window": state.deadline_at(state.now),
        "held": state.held is not None,
        "said": state.said,
        "fallen": (a.fallen, b.fallen),
        "cause": ended.cause if ended else None,
        "winner": ended.winner if ended else None,
        "basis": ended.basis if ended else None,
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_case_holds(case: Case) -> None:
    game, left = opened(case), list(case.steps)
    refusal = None
    while left and refusal is None:
        try:
            game = game.submit(command(left.pop(0), game.state.now))
        except Refusal as error:
            refusal = error
    assert not left, refusal
    expected = {
        key: getattr(case.expect, key)
        for key in case.expect.__struct_fields__
        if getattr(case.expect, key) is not None and key != "refused"
    }
    seen = observed(game, refusal, game.events[-1])
    assert {key: seen[key] for key in expected} == expected
    assert (refusal is None) == (case.expect.refused is None), refusal
    if refusal and case.expect.refused:
        assert case.expect.refused in refusal.reason


def test_every_paragraph_of_the_document_has_a_case() -> None:
    assert {case.reference for case in CASES} == set(Ref)


def test_every_paragraph_is_told_in_our_words() -> None:
    assert set(GISTS) == set(Ref)


def test_no_two_cases_share_a_name() -> None:
    assert len({case.id for case in CASES}) == len(CASES)


def test_a_key_out_of_the_list_is_refused() -> None:
    raw = tomllib.loads(FILE.read_text(encoding="utf-8"))["case"][0]
    with pytest.raises(msgspec.ValidationError, match="surprise"):
        msgspec.convert(raw | {"surprise": 1}, Case)


def test_the_page_of_readings_names_cases_that_there_are() -> None:
    page = (FILE.parents[1] / "docs" / "readings.md").read_text(encoding="utf-8")
    rows = [
        line.split("|") for line in page.partition("## Jarnac")[2].splitlines() if "| `" in line
    ]
    named = {row[2].strip(" `"): row[1].strip() for row in rows}
    known = {case.id: case.reference for case in CASES}
    assert len(named) == len(rows) >= 11
    assert {case: known.get(case) for case in named} == named
