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
from raccord.lexicon.patterns import Pattern
from raccord.lexicon.profile import Hooks, Profile, hooks, profile
from raccord.lexicon.quiz import Marked, Question, Quiz, QuizKind, mark, quiz
from raccord.lexicon.study_lists import STUDY_LISTS, StudyList, lists_of, study_list

__all__ = [
    "STUDY_LISTS",
    "Addition",
    "Analysis",
    "DamagedListError",
    "Entry",
    "Extensions",
    "Hooks",
    "Kind",
    "Lexicon",
    "LexiconError",
    "Marked",
    "NotAWordError",
    "NotAdmittedError",
    "Pattern",
    "Profile",
    "Question",
    "Quiz",
    "QuizKind",
    "Reason",
    "Rejection",
    "StudyList",
    "Tag",
    "UnknownLexiconError",
    "UnreadableListError",
    "WordList",
    "compile_image",
    "fold",
    "hooks",
    "is_word",
    "lists_of",
    "mark",
    "parse",
    "profile",
    "quiz",
    "study_list",
    "unite",
]
