"""Formulas: one description each; combining is composing.

A formula is a name such as ``7et8+joker`` or ``blitz+7sur8@1:30``: parts joined by ``+``, and a
time of one's own after ``@``. A part sets what it must and suggests what is usual (eight-letter
games are usually played in two minutes), so that ``blitz+7sur8`` is played in one. A custom
formula is a mapping with the same keys.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from raccord.board import FRENCH, STANDARD, Layout, PlayRules, TileSet
from raccord.duplicate.errors import NotAFormulaError
from raccord.quoting import quoted
from raccord.regulation import Citation, article

Ranking = Literal["points", "au-top", "time", "survival"]
BLITZ_SECONDS = 60


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Temps de jeu: so many seconds, the last of them announced, for a number of turns or all."""

    seconds: Annotated[int, msgspec.Meta(ge=1, le=3600)]
    last: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 30
    turns: Annotated[int, msgspec.Meta(ge=1)] | None = None


class Formula(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Formule: what a game varies. ``sources`` names, by edition, the article of each part."""

    name: str = "classic"
    label: str = "Partie classique"
    rack_size: Annotated[int, msgspec.Meta(ge=2, le=15)] = 7
    playable: Annotated[int, msgspec.Meta(ge=1, le=15)] = 7
    bonuses: tuple[tuple[int, int], ...] = ((7, 50),)
    tiles: TileSet = FRENCH
    layout: Layout = STANDARD
    joker: bool = False
    """Each draw comes with a joker, which serves again while its letter is in the bag."""
    paces: tuple[Pace, ...] = (Pace(180),)
    timed: bool = True
    blitz: bool = False
    original: bool = False
    solutions: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    """Different solutions asked for each turn (multitops)."""
    knockout: bool = False
    topping: bool = False
    topping_penalty: int = 20
    prepared: bool = False
    """The draws and retained moves come from a game already played."""
    ranking: Ranking = "points"
    sources: tuple[tuple[tuple[str, str], ...], ...] = ()

    def __post_init__(self) -> None:
        if self.playable > self.rack_size:
            raise ValueError("on ne peut pas jouer plus de lettres que le tirage n'en compte")
        if self.joker and not self.tiles.jokers:
            raise ValueError("la formule joker demande un jeu de lettres avec joker")
        if not self.paces:
            raise ValueError("une formule a au moins un temps de jeu")

    @property
    def rules(self) -> PlayRules:
        """The parameters of play for the board."""
        key = (self.rack_size, self.playable, self.bonuses, self.tiles, self.layout)
        # Kept: a PlayRules carries the core's tables, and is asked for at every question about a
        # board.
        if key not in _RULES:
            _RULES[key] = PlayRules(*key)
        return _RULES[key]

    @property
    @article("3.3", edition="2023")
    @article("3.3", edition="2017")
    @article("2.3", edition="2010")
    def is_blitz(self) -> bool:
        """One minute a turn is blitz, however it was chosen; topping has its own clock."""
        # Reading of 2017 3.3: the time makes the blitz, not the name under which it was chosen.
        one_minute = all(step.seconds <= BLITZ_SECONDS for step in self.paces)
        return self.blitz or (self.timed and not self.topping and one_minute)

    @property
    def kinds(self) -> frozenset[str]:
        """What the warnings' scale and the interruption rule ask: blitz, original, neither."""
        marks = {"blitz": self.is_blitz, "original": self.original}
        return frozenset(kind for kind, holds in marks.items() if holds)

    def canonical(self) -> str:
        """One text for equal formulas: what differs from the classic one, in sorted JSON.

        A field added later changes no text written before.
        """
        usual = Formula()
        values = {name: getattr(self, name) for name in self.__struct_fields__}
        differing = {n: v for n, v in values.items() if v != getattr(usual, n)}
        return msgspec.json.encode(differing, order="sorted").decode()

    def pace(self, turn: int) -> Pace:
        """The time of a turn; a ladder's last step stays."""
        for step in self.paces:
            if step.turns is None or turn <= step.turns:
                return step
            turn -= step.turns
        return self.paces[-1]

    def citations(self, edition: str) -> tuple[Citation, ...]:
        """The articles that describe the formula's parts, for that edition."""
        return tuple(_source(dict(part), edition) for part in self.sources)

    def cite(self, edition: str) -> Citation | None:
        """The first article that describes the formula, if any does."""
        cited = self.citations(edition)
        return cited[0] if cited else None


_RULES: dict[tuple[Any, ...], PlayRules] = {}

# An edition silent about a formula plays it as the earlier text does, else as the later one.
_FALLBACKS = {
    "2023": ("2023", "2017", "undated", "2010"),
    "2017": ("2017", "undated", "2010", "2023"),
    "2010": ("2010", "undated", "2017", "2023"),
    "undated": ("undated", "2010", "2017", "2023"),
}


def _source(articles: Mapping[str, str], edition: str) -> Citation:
    for name in _FALLBACKS[edition]:
        if name in articles:
            return Citation(name, articles[name])
    raise NotAFormulaError(
        f"aucun règlement ne décrit cette formule : {quoted(', '.join(articles))}"
    )
