"""The head referee: creation of a game, its desk, players, codes and decisions."""
