"""What a player types at the terminal, read into a command.

A word has three letters at least, so one or two letters are free to mean an action.
"""

from raccord.jarnac import (
    CallJarnac,
    Command,
    Contest,
    Decline,
    Draw,
    Lay,
    Mat,
    Pass,
    Phase,
    Play,
    Press,
    SayJarnac,
    Seat,
    State,
    Swap,
    impossible,
    offers,
    other,
)
from raccord.lexicon import fold

HELP = """\
  MOT ou MOT 3     pose un mot, ou rallonge celui de la ligne 3
  p                passe le sac (p! : en oubliant la pendule ; a : appuie ensuite)
  Entrée           pioche ; laisse passer un mot ou un Jarnac
  e ABC            échange trois lettres
  j MOT ou j MOT 2 Jarnac ! du reliquat adverse, ou de sa ligne 2
  j seul           dit Jarnac à temps, quand la partie s’achève ; nommez le mot ensuite
  c, cj            conteste ; conteste et dit Jarnac
  ?, q             cette aide ; quitte la partie"""


class Unclear(ValueError):  # noqa: N818
    """The line is no action; the message says what was expected."""


def read_command(text: str, state: State, seat: Seat, at: int) -> Command:
    """The command a line means in this state."""
    parts = text.split()
    action = parts[0].lower() if parts else ""
    if len(action) > 2 or (len(parts) > 1 and parts[0].isdigit()):
        play = read_play(parts, state.mat(seat))
        return Lay(at=at, seat=seat, word=play.word, line=play.line)
    if action == "j" and len(parts) == 1 and "say-jarnac" in offers(state, seat):
        return SayJarnac(at=at, seat=seat)
    if action == "j":
        play = read_play(parts[1:], state.mat(other(seat)))
        return CallJarnac(at=at, seat=seat, word=play.word, line=play.line)
    if action == "e":
        return Swap(at=at, seat=seat, letters=fold("".join(parts[1:])))
    simple: dict[str, Command] = {
        "": _default(state, seat, at),
        "p": Pass(at=at, seat=seat),
        "p!": Pass(at=at, seat=seat, pressed=False),
        "a": Press(at=at, seat=seat),
        "c": Contest(at=at, seat=seat),
        "cj": Contest(at=at, seat=seat, jarnac=True),
    }
    if action not in simple:
        raise Unclear("je ne comprends pas ; « ? » donne l’aide")
    return simple[action]


def _default(state: State, seat: Seat, at: int) -> Command:
    if state.phase == Phase.LAST:
        return Decline(at=at, seat=seat)
    return Draw(at=at, seat=seat)


def read_play(parts: list[str], mat: Mat) -> Play:
    """A word and perhaps its line, in either order; without a line, the only one possible."""
    numbers = [part for part in parts if part.isascii() and part.isdigit()]
    words = [part for part in parts if part not in numbers]
    if len(words) != 1 or len(numbers) > 1:
        raise Unclear("attendu : un mot, et le numéro de sa ligne si on la rallonge")
    word = fold(words[0])
    if numbers:
        return Play(word, int(numbers[0][:4]))
    found = [play for play in _ways(word, mat) if impossible(mat, play) is None]
    if len(found) > 1:
        lines = ", ".join(str(play.line or "nouvelle") for play in found)
        if found[0].line is not None:
            raise Unclear(f"précisez la ligne : {lines}")
    return found[0] if found else Play(word)


def _ways(word: str, mat: Mat) -> list[Play]:
    return [Play(word), *(Play(word, line) for line in range(1, len(mat.lines) + 1))]
