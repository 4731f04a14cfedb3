"""Hypothesis strategies for boards, moves and positions."""

from hypothesis import strategies as st

from raccord.board import ALPHABET, SIZE, Board, Direction, Move, Position, Reference

references = st.builds(
    Reference, st.integers(0, 14), st.integers(0, 14), st.sampled_from(Direction)
)
words = st.text(ALPHABET + ALPHABET.lower(), min_size=2, max_size=15)
moves = st.builds(Move, references, words)
racks = st.text(ALPHABET, min_size=1, max_size=13).flatmap(
    lambda letters: st.integers(0, 2).map(lambda jokers: letters + "?" * jokers)
)
boards = st.lists(
    st.sampled_from("." * 20 + ALPHABET + "aeiou"), min_size=SIZE * SIZE, max_size=SIZE * SIZE
).map(lambda cells: Board("".join(cells)))
names = st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=20).map(str.strip)
positions = st.builds(Position, names, boards, racks)
