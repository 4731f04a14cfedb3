"""The rules of one game: draws, tops, ends, formulas, paces, the clock of a turn."""
