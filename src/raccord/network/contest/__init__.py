"""An event with centres: who takes part, which games in which slots, who may count.

Pure, with the same names as the games: commands may be refused, events are facts, the state is a
fold.
"""
