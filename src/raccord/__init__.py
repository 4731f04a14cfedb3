"""Competition duplicate Scrabble in French, and Jarnac, by the book."""
