"""Arbitration cases as data: a board, a draw, a slip, and the ruling each edition must give.

The list of keys is closed. A case that cannot be is refused with its id and the reason. So is a
reference that is none: what nobody can read carries the flag ``illegible-reference``.
"""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from raccord.board import (
    CLASSIC,
    Board,
    BoardError,
    FaultKind,
    Move,
    PlayRules,
    Reference,
    faults,
    parse_rack,
    plain,
)
from raccord.decoding import in_french
from raccord.errors import RaccordError
from raccord.quoting import quoted
from raccord.regulation.citation import EDITION_IDS, EditionId
from raccord.regulation.marking.situation import Situation
from raccord.regulation.ruling import Ruling, Sanction
from raccord.regulation.slip import Flag, Slip


class CaseError(RaccordError, ValueError):
    """A case that is not one: its id (or rank) and the reason, in French."""

    def __init__(self, case: str, reason: str) -> None:
        self.case, self.reason = case, reason
        super().__init__(f"cas « {case} » : {reason}" if case else reason)


class CaseSlip(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The slip of a case, with the keys of ``Slip``."""

    word: str = ""
    direction: Literal["across", "down"] | None = None
    reference: str | None = None
    score: int | None = None
    grid: str | None = None
    solutions: tuple["CaseSlip", ...] = ()
    flags: tuple[Flag, ...] = ()

    def slip(self) -> Slip:
        """The slip to judge."""
        values = msgspec.structs.asdict(self)
        values["solutions"] = tuple(one.slip() for one in self.solutions)
        # TOML's multi-line strings end in a newline that is not on the slip.
        if self.grid is not None:
            values["grid"] = self.grid.removesuffix("\n")
        return Slip(**values)


class Expectation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an edition must rule; a key left out is not checked."""

    points: int | None = None
    sanction: Sanction | None = None
    article: str | None = None
    placement: str | None = None
    note: bool | None = None

    def faults(self, ruling: Ruling) -> list[str]:
        """How a ruling differs, in French."""
        pairs = (
            ("points", self.points, ruling.points),
            ("sanction", self.sanction, ruling.sanction),
            ("placement", self.placement, ruling.placement),
            ("billet", self.note, ruling.note_due),
        )
        found = [
            f"{name} {_told(got)} au lieu de {_told(wanted)}"
            for name, wanted, got in pairs
            if wanted is not None and got != wanted
        ]
        if self.article is not None and self.article not in ruling.articles:
            cited = ", ".join(ruling.articles) or "aucun"
            found.append(f"article {self.article} non cité (cités : {cited})")
        return found


def _told(value: object) -> str:
    return value.value if isinstance(value, Sanction) else str(value)


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cas d'arbitrage. ``cell`` names rows of the table of slips; ``unsettled`` two readings."""

    id: str
    turn: int
    draw: str
    words: tuple[str, ...]
    slip: CaseSlip
    about: str = ""
    placed: tuple[str, ...] = ()
    expect: dict[str, Expectation] = {}
    cell: tuple[str, ...] = ()
    unsettled: tuple[str, ...] = ()
    retained: str | None = None
    top: int | None = None
    playable: int = CLASSIC.playable
    bonuses: tuple[tuple[int, int], ...] = CLASSIC.bonuses

    def situation(self, edition: EditionId) -> Situation:
        """The turn the slip belongs to."""
        rules = CLASSIC
        if (self.playable, self.bonuses) != (CLASSIC.playable, CLASSIC.bonuses):
            size = max(self.playable, len(parse_rack(self.draw)), CLASSIC.rack_size)
            rules = PlayRules(rack_size=size, playable=self.playable, bonuses=self.bonuses)
        return Situation(
            board=board_of(self.placed),
            draw=parse_rack(self.draw),
            turn=self.turn,
            lexicon=frozenset(map(plain, self.words)),
            rules=rules,
            edition=edition,
            retained=Move.parse(self.retained) if self.retained else None,
            top=self.top,
        )


_IMPOSSIBLE = frozenset(
    {
        FaultKind.OFF_BOARD,
        FaultKind.COLLISION,
        FaultKind.NO_TILE,
        FaultKind.NOT_ON_CENTRE,
        FaultKind.NOT_CONNECTED,
    }
)
"""Faults of a placed move that no board can show; a case may show a word not admitted."""


def board_of(placed: tuple[str, ...]) -> Board:
    """The board after the moves placed; :class:`CaseError` where one cannot be."""
    board = Board.empty()
    for text in placed:
        try:
            move = Move.parse(text)
        except BoardError as error:
            raise CaseError(
                "", f"coup illisible : {quoted(text)} (attendu p. ex. H4 MAISON)"
            ) from error
        # No rack and no words: only what no board can show is looked at.
        for fault in faults(board, move, "", ()):
            if fault.kind in _IMPOSSIBLE:
                raise CaseError("", f"grille impossible : {text} : {fault.french}")
        board = board.place(move)
    return board


_KEYS: Mapping[str, tuple[str, ...]] = {
    "case": Case.__struct_fields__,
    "slip": CaseSlip.__struct_fields__,
    "expect": Expectation.__struct_fields__,
}
_WORD = re.compile(r"[A-Z]{2,15}")


def parse_cases(data: Mapping[str, Any]) -> list[Case]:
    """The cases of a file already decoded; :class:`CaseError` for the first that is refused."""
    if set(data) - {"case"}:
        raise CaseError("", f"clé inconnue : {min(set(data) - {'case'})} (attendu : [[case]])")
    listed = data.get("case")
    if not isinstance(listed, list) or not listed:
        raise CaseError("", "aucun cas (attendu : [[case]])")
    cases = [parse_case(entry, rank) for rank, entry in enumerate(listed, 1)]
    for name, times in Counter(case.id for case in cases).items():
        if times > 1:
            raise CaseError(name, f"cet id est donné à {times} cas")
    return cases


def parse_case(entry: object, rank: int = 1) -> Case:
    """One case; :class:`CaseError` with its id, or its rank when it has none."""
    if not isinstance(entry, dict):
        raise CaseError(f"n° {rank}", "une table est attendue")
    name = entry.get("id")
    label = name if isinstance(name, str) and name else f"n° {rank}"
    _check_keys(label, entry)
    try:
        case = msgspec.convert(entry, Case)
    except msgspec.ValidationError as error:
        raise CaseError(label, in_french(error)) from error
    _check_facts(label, case)
    return case


def _check_keys(label: str, entry: Mapping[str, Any]) -> None:
    _closed(label, "case", entry)
    slip = entry.get("slip")
    for table in [slip, *_listed(slip, "solutions")]:
        _closed(label, "slip", table)
    expect = entry.get("expect")
    for edition, table in expect.items() if isinstance(expect, dict) else ():
        if edition not in EDITION_IDS:
            raise CaseError(label, f"édition inconnue : {edition} ({', '.join(EDITION_IDS)})")
        _closed(label, "expect", table)


def _listed(table: object, key: str) -> list[object]:
    found = table.get(key, []) if isinstance(table, dict) else []
    return found if isinstance(found, list) else []


def _closed(label: str, kind: str, table: object) -> None:
    unknown = sorted(set(table) - set(_KEYS[kind])) if isinstance(table, dict) else []
    if unknown:
        known = ", ".join(_KEYS[kind])
        raise CaseError(label, f"clé inconnue dans {kind} : {unknown[0]} (connues : {known})")


def _check_facts(label: str, case: Case) -> None:
    if not case.id:
        raise CaseError(label, "id vide")
    if case.turn < 1:
        raise CaseError(label, "turn : 1 ou plus est attendu")
    if case.turn == 1 and case.placed:
        raise CaseError(label, "grille impossible : des mots sont posés avant le premier coup")
    for slip in (case.slip, *case.slip.solutions):
        _check_reference(label, slip)
    _check_words(label, case.words)
    try:
        if not parse_rack(case.draw):
            raise CaseError(label, "draw : tirage vide")
        # Any edition will do: it builds the board, where what cannot be is found.
        case.situation("2017")
    except CaseError as error:
        raise CaseError(label, error.reason) from error
    except BoardError as error:
        raise CaseError(label, f"valeur refusée : {quoted(error.value)}") from error
    except ValueError as error:
        raise CaseError(label, "playable ou bonuses : valeurs impossibles") from error


def _check_words(label: str, words: tuple[str, ...]) -> None:
    for word in words:
        if not _WORD.fullmatch(plain(word)):
            raise CaseError(label, f"words : {quoted(word)} n'est pas un mot de 2 à 15 lettres")


def _check_reference(label: str, slip: CaseSlip) -> None:
    if not (slip.reference or "").strip() or "illegible-reference" in slip.flags:
        return
    try:
        Reference.parse(slip.reference or "")
    except BoardError as error:
        raise CaseError(
            label,
            f"référence incorrecte : {quoted(slip.reference)} (attendu p. ex. H4 ou 4H ; "
            "illisible : flags = ['illegible-reference'])",
        ) from error
