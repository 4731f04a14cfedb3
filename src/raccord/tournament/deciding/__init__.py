"""What each command of an organiser leads to, kind by kind."""
