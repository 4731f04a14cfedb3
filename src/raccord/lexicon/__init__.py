"""The lexicon: which words are admitted, and what entries they belong to.

Words are 2 to 15 capital letters without accents. Nothing here reads a file:
``raccord.store.lexicons`` does.
"""

from raccord.lexicon.entries import Analysis, Entry, Kind, Tag
from raccord.lexicon.errors import (
    DamagedList,
    LexiconError,
    NotAdmitted,
    NotAWord,
    UnknownLexicon,
    UnreadableList,
)
from raccord.lexicon.letters import fold, is_word
from raccord.lexicon.lexicon import Extensions, Lexicon, compile_image
from raccord.lexicon.lists import Reason, Rejection, WordList, parse

__all__ = [
    "Analysis",
    "DamagedList",
    "Entry",
    "Extensions",
    "Kind",
    "Lexicon",
    "LexiconError",
    "NotAWord",
    "NotAdmitted",
    "Reason",
    "Rejection",
    "Tag",
    "UnknownLexicon",
    "UnreadableList",
    "WordList",
    "compile_image",
    "fold",
    "is_word",
    "parse",
]
