"""What may go wrong with a lexicon.

Messages are in French: they reach the screens as they are.

    LexiconError
    ├── NotAWordError         a word, rack or pattern that is not written in letters
    ├── NotAdmittedError      a question about a word that the lexicon does not have
    ├── UnreadableListError   bytes that are not a word list
    ├── UnknownLexiconError   a name that is neither a list nor a file
    └── DamagedListError      an image or a stored list that fails its checks
"""

from __future__ import annotations

from raccord.errors import RaccordError


class LexiconError(RaccordError):
    """Base of all; ``value`` keeps what was given."""

    def __init__(self, message: str, value: object = None) -> None:
        super().__init__(message)
        self.value = value


class NotAWordError(LexiconError):
    """Not written as a word, a rack or a pattern."""


class NotAdmittedError(LexiconError, KeyError):
    """The lexicon does not have this word."""

    __str__ = Exception.__str__  # KeyError would show the repr


class UnreadableListError(LexiconError):
    """Not a word list that we can read."""


class UnknownLexiconError(LexiconError):
    """No list and no file of this name."""


class DamagedListError(LexiconError):
    """A stored list or an image that fails its checks."""
