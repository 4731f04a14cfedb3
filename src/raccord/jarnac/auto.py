"""Computer against computer."""

from raccord.jarnac.computer import Computer
from raccord.jarnac.errors import JarnacError
from raccord.jarnac.game import JarnacGame
from raccord.jarnac.letters import SeededSource
from raccord.jarnac.levels import Level
from raccord.jarnac.settings import Settings, other
from raccord.lexicon import Lexicon


def play_out(
    settings: Settings, lexicon: Lexicon, levels: tuple[Level, Level], seed: int
) -> JarnacGame:
    """A whole game between two computers; the same seed gives the same game."""
    game = JarnacGame.open(settings, lexicon, SeededSource(seed))
    players = (
        Computer("A", levels[0], lexicon, seed),
        Computer("B", levels[1], lexicon, seed),
    )
    while not game.over:
        game = step(game, players)
    return game


def step(game: JarnacGame, players: tuple[Computer, Computer]) -> JarnacGame:
    """One more command: who does not hold the bag may contest first."""
    holder = players[0 if game.state.turn == "A" else 1]
    watcher = players[0 if other(game.state.turn) == "A" else 1]
    watched = watcher.command(game.state, game.state.now)
    if watched:
        return game.submit(watched)
    at = game.state.now + holder.thinking(game.state)
    ticked = game.tick(at)
    if ticked.state.version != game.state.version:
        return ticked
    command = holder.command(game.state, at)
    if command is None:
        raise JarnacError("la partie attend une réponse de l’arbitre")
    return game.submit(command)
