"""The lexicon: which words are admitted, and what entries they belong to.

Words are 2 to 15 capital letters without accents. Nothing here reads a file:
``raccord.wordlists.load`` does.
"""

from raccord.lexicon.additions import Addition, unite
from raccord.lexicon.entries import Analysis, Entry, Kind, Tag
from raccord.lexicon.errors import (
    DamagedListError,
    LexiconError,
    NotAdmittedError,
    NotAWordError,
    UnknownLexiconError,
    UnreadableListError,
)
from raccord.lexicon.letters import fold, is_word
from raccord.lexicon.lexicon import Extensions, Lexicon, compile_image
from raccord.lexicon.lists import Reason, Rejection, WordList, parse

__all__ = [
    "Addition",
    "Analysis",
    "DamagedListError",
    "Entry",
    "Extensions",
    "Kind",
    "Lexicon",
    "LexiconError",
    "NotAWordError",
    "NotAdmittedError",
    "Reason",
    "Rejection",
    "Tag",
    "UnknownLexiconError",
    "UnreadableListError",
    "WordList",
    "compile_image",
    "fold",
    "is_word",
    "parse",
    "unite",
]
