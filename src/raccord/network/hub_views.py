"""What the organiser sees of every centre: one word, one colour, and what to do about it."""

from typing import Literal

import msgspec

from raccord.duplicate import State
from raccord.network.contest.state import Centre, Contest
from raccord.network.diary import Diary
from raccord.network.hub import Hub, Known
from raccord.network.rehearsal import CLOCK_MS
from raccord.network.union import Union

Standing = Literal[
    "expected", "joined", "rehearsed", "faulty", "playing", "silent", "over", "complete", "question"
]
WORDS: dict[Standing, str] = {
    "expected": "attendu",
    "joined": "rattaché",
    "rehearsed": "prêt",
    "faulty": "à revoir",
    "playing": "joue",
    "silent": "muet",
    "over": "terminé",
    "complete": "complet",
    "question": "question",
}
"""One word for each centre."""
COLOURS: dict[Standing, str] = {
    "expected": "idle",
    "joined": "idle",
    "rehearsed": "good",
    "faulty": "warn",
    "playing": "accent",
    "silent": "warn",
    "over": "accent",
    "complete": "good",
    "question": "bad",
}
ADVICE: dict[Standing, str] = {
    "expected": "Envoyez-lui sa convocation, ou appelez son contact.",
    "joined": "Demandez-lui de répéter avant l'épreuve.",
    "rehearsed": "",
    "faulty": "Voyez avec lui ce que la répétition a montré.",
    "playing": "",
    "silent": "Il joue sans doute hors liaison : appelez-le, et donnez-lui les codes au besoin.",
    "over": "Il doit publier son classement pour que tout soit prouvé.",
    "complete": "",
    "question": "Deux ordinateurs ont été ouverts pour ce centre : dites lequel compte.",
}
SILENT_MS = 180_000


class CentreLine(msgspec.Struct, frozen=True, kw_only=True):
    """Ligne d'un centre in the organiser's list."""

    centre: str
    name: str
    contact: str
    standing: Standing
    game: int = 0
    turn: int = 0
    heard: int = 0
    clock_ms: int = 0
    tables: int = 0
    complete: int = 0
    faults: tuple[str, ...] = ()
    telephoned: tuple[tuple[int, int], ...] = ()
    """Game and turn of each envelope opened without the hub."""
    told: tuple[int, int] = (0, 0)
    """Game and turn of the last code told to it."""
    installs: tuple[str, ...] = ()
    counted: str = ""
    in_question: tuple[str, ...] = ()
    astray: int = 0
    """The first turn on which it played something else; 0 where it did not."""
    latitude: float | None = None
    longitude: float | None = None

    @property
    def telephoned_runs(self) -> tuple[tuple[int, int, int], ...]:
        """The same as runs: game, first and last turn."""
        runs: list[tuple[int, int, int]] = []
        for game, turn in sorted(self.telephoned):
            if runs and runs[-1][0] == game and runs[-1][2] == turn - 1:
                runs[-1] = (game, runs[-1][1], turn)
            else:
                runs.append((game, turn, turn))
        return tuple(runs)

    @property
    def next_code(self) -> tuple[int, int]:
        """Game and turn of the code it would ask for now: after the last told, or heard of."""
        game, turn = self.told
        return max((self.game, self.turn), (game, turn + 1), (1, 1))

    @property
    def is_ahead(self) -> bool:
        """Whether it plays by telephone, further than it was heard of."""
        return self.told > (self.game, self.turn)

    @property
    def is_late(self) -> bool:
        """Whether somebody should look after it."""
        return self.standing in ("expected", "faulty", "silent", "question")


def centre_lines(hub: Hub, code: str) -> tuple[CentreLine, ...]:
    """Every centre of an event, those that need somebody first."""
    contest = hub.get(code)
    astray: dict[str, int] = {}
    for union in hub.unions(code):
        astray |= union.astray
    codes: dict[str, tuple[int, int]] = {}
    for told in contest.told:
        codes[told.centre] = max(codes.get(told.centre, (0, 0)), (told.game, told.turn))
    lines = [
        msgspec.structs.replace(
            _line(hub, code, contest, one, astray), told=codes.get(one.id, (0, 0))
        )
        for one in contest.centres.values()
    ]
    return tuple(sorted(lines, key=lambda line: (not line.is_late, line.name.casefold())))


def _line(
    hub: Hub, code: str, contest: Contest, centre: Centre, astray: dict[str, int]
) -> CentreLine:
    known = hub.known(code, centre.id, centre.counted) if centre.counted else Known(None, {})
    heard, clock = hub.heard.get((code, centre.counted), (0, 0))
    last = max(known.games, default=0)
    state = known.games[last][2] if last else None
    done = sum(known.is_complete(number) for number in contest.games)
    diary = known.diary
    standing = _standing(centre, known, state, done == len(contest.games) > 0)
    # Who has begun to listen only now knows of no silence yet.
    if standing == "playing" and hub.now_ms() - max(heard, hub.since) > SILENT_MS:
        standing = "silent"
    told = tuple((one.game, one.turn) for one in diary.telephoned) if diary else ()
    return CentreLine(
        centre=centre.id,
        name=centre.name,
        contact=centre.contact,
        standing=standing,
        game=last,
        turn=state.turn if state else 0,
        heard=heard,
        clock_ms=clock if abs(clock) > CLOCK_MS else 0,
        tables=len(state.entrants) if state else 0,
        complete=done,
        faults=diary.rehearsed.faults if diary and diary.rehearsed else (),
        telephoned=told,
        installs=tuple(centre.installs),
        counted=centre.counted,
        in_question=centre.in_question,
        astray=astray.get(centre.id, 0),
        latitude=centre.latitude,
        longitude=centre.longitude,
    )


def _standing(centre: Centre, known: Known, state: State | None, whole: bool) -> Standing:
    if centre.in_question:
        return "question"
    if not centre.installs:
        return "expected"
    if whole:
        return "complete"
    if state is not None:
        return "over" if state.end else "playing"
    return _before_play(known.diary)


def _before_play(diary: Diary | None) -> Standing:
    if diary is None or diary.rehearsed is None:
        return "joined"
    return "faulty" if diary.rehearsed.faults else "rehearsed"


class TurnLine(msgspec.Struct, frozen=True):
    """How far the centres are: « 212 centres sur 240 »."""

    game: int
    turn: int
    closed: int
    centres: int


def progress(unions: tuple[Union, ...]) -> tuple[TurnLine, ...]:
    """Of each game the last turn that any centre has closed."""
    found = []
    for union in unions:
        turn = max((section.closed for section in union.sections), default=0)
        if turn:
            found.append(TurnLine(union.game.game, turn, union.closed(turn), union.expected))
    return tuple(found)
