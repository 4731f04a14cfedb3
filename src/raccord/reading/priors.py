"""How often players err: the odds against which the cells are weighed.

Round numbers for evenings on which a quarter of the slips is faulty, chosen with the hands that the
temperature is fitted on; a reading hardly depends on them where the writing is clear.
"""

from math import log

RIGHT_REFERENCE, MISSING_REFERENCE = log(0.94), log(0.012)
TURNED_REFERENCE = log(0.012)
NEAR_REFERENCE = {1: log(0.03 / 4), 2: log(0.002 / 4)}
"""Off by one: in its row or its column, or, seldom, in both."""
OTHER_REFERENCE, NO_REFERENCE_AT_ALL = log(0.018 / 450), log(0.0005)
UNASKED_REFERENCE = log(0.3)
"""Left out on the first turn, where none is asked."""

RIGHT_SCORE, MISSING_SCORE = log(0.885), log(0.015)
NEAR, NEAR_SCORE = 20, log(0.09 / 3.4)
"""Wrong by so many points at most; over 4 and the points it is wrong by, whose sum is 3.4."""
OTHER_SCORE, ANY_SCORE = log(0.01 / 1000), log(0.05 / 40)

CIRCLED, UNCIRCLED = log(0.95), log(0.05)
NO_CIRCLE = log(0.995)

OTHER_WAY = log(0.02)
"""Written across though the reference says down, or the reverse."""
NON_WORD, UNPLAYABLE = -6.0, -5.0
"""Beside a word that can be played; more where it cannot lie where it is said to."""
NOT_HELD = log(0.05)
"""Each letter of it that is not in the draw."""
FOREIGN = log(0.1)
"""Each letter of it that is neither in the draw nor on the board."""
STRAY_LETTER = log(0.02 / 26)
"""A letter beside the word that is no link of it."""
DOUBT, STRANGE_CELL = -6.0, -2.0
"""The chance of something not thought of here, written just as the cells read; and of each cell
that then reads otherwise."""
STRANGE_WORD = 0.9
"""The most that is claimed for a word that cannot be played, however plain its cells: of all the
others that nobody can play, only the nearest were weighed."""
STRUCK, ONLY_SEEMS = 0.8, 0.005
"""How likely a letter must be struck out to count for nothing, and how often it then was not."""
