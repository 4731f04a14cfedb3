"""The open room, for whoever plays without a referee."""
