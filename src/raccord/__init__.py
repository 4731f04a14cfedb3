"""Competition duplicate Scrabble in French, and Jarnac, by the book.

>>> import raccord
>>> board = raccord.Board.empty().place(raccord.Move.parse("H4 MAISON"))
>>> raccord.tops(board, "EEOPRRS", raccord.load()).best
75

What is named here is imported when it is first asked for, so that ``import raccord`` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__all__ = [
    "EDITION_IDS",
    "Board",
    "Computer",
    "Direction",
    "Fault",
    "Formula",
    "Game",
    "JarnacGame",
    "Layout",
    "Lexicon",
    "Move",
    "PlayRules",
    "RaccordError",
    "Reference",
    "Refusal",
    "Ruling",
    "Sanction",
    "Score",
    "Situation",
    "Slip",
    "Solution",
    "Solutions",
    "Tops",
    "Turn",
    "__version__",
    "announce_draw",
    "announce_top",
    "autoplay",
    "faults",
    "is_legal",
    "judge",
    "load",
    "moves",
    "score",
    "tops",
]

if TYPE_CHECKING:
    from raccord.board import (
        Board,
        Direction,
        Fault,
        Layout,
        Move,
        PlayRules,
        Reference,
        Score,
        Solution,
        Solutions,
        faults,
        is_legal,
        moves,
        score,
        tops,
    )
    from raccord.duplicate import Formula, Tops, Turn, autoplay
    from raccord.duplicate.announce import announce_draw, announce_top
    from raccord.errors import RaccordError
    from raccord.game import Game
    from raccord.jarnac import Computer, JarnacGame
    from raccord.lexicon import Lexicon
    from raccord.refusal import Refusal
    from raccord.regulation import EDITION_IDS, Ruling, Sanction, Slip
    from raccord.regulation.marking import Situation
    from raccord.regulation.marking.judge import judge
    from raccord.wordlists import load

    __version__: str
else:
    _HOMES = {
        "board": "Board Direction Fault Layout Move PlayRules Reference Score Solution Solutions "
        "faults is_legal moves score tops",
        "duplicate": "Formula Tops Turn autoplay",
        "duplicate.announce": "announce_draw announce_top",
        "errors": "RaccordError",
        "game": "Game",
        "jarnac": "Computer JarnacGame",
        "lexicon": "Lexicon",
        "refusal": "Refusal",
        "regulation": "EDITION_IDS Ruling Sanction Slip",
        "regulation.marking": "Situation judge",
        "wordlists": "load",
    }
    _HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

    def __getattr__(name: str) -> object:
        if name == "__version__":
            found = import_module("importlib.metadata").version("raccord")
        elif name in _HOME_OF:
            found = getattr(import_module(f"raccord.{_HOME_OF[name]}"), name)
        else:
            raise AttributeError(f"module 'raccord' has no attribute {name!r}")
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
