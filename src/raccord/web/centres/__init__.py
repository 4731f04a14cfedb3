"""Events with centres: the organiser's pages, the centre's one screen, the world ranking."""
