"""The player's phone: coming in, handing in, one's own road sheet."""
