"""What the software's draws come from: a secret committed to, and a public number told after it.

Nobody can have chosen the draws: the secret is fixed before the number is known, and the number
by people who do not know the secret.
"""

import msgspec

from raccord.duplicate import commands as cmd
from raccord.duplicate import events as ev
from raccord.duplicate.deciding.context import Context, Events
from raccord.duplicate.errors import Refusal
from raccord.duplicate.files import fair_draws
from raccord.duplicate.files.fair_draws import ALONE, MIXED
from raccord.duplicate.state import State
from raccord.quoting import one_line


def parameters(opened: ev.Opened) -> str:
    """The parameters of a game that its commitment covers."""
    found = (opened.edition, opened.formula.canonical(), opened.lexicon_digest)
    # The title comes last: it alone may hold anything.
    more = (opened.game, str(opened.at), opened.title) if opened.scheme == MIXED else ()
    return "\n".join(found + more)


def commitment_to(secret: str, opened: ev.Opened) -> str:
    """The hash that binds a game to a secret."""
    return fair_draws.commit(secret, parameters(opened), opened.scheme or ALONE)


def committed(opened: ev.Opened, command: cmd.Open) -> ev.Opened:
    """The opening with its commitment to the secret."""
    check_secret(command.secret)
    if command.needs_number and command.scheme != MIXED:
        raise Refusal("les tirages de cette partie ne viennent pas d'un nombre public")
    bound = msgspec.structs.replace(
        opened, scheme=command.scheme, game=command.game, needs_number=command.needs_number
    )
    commitment = commitment_to(command.secret, bound)
    return msgspec.structs.replace(bound, commitment=commitment)


def give_number(_: Context, command: cmd.GiveNumber) -> Events:
    """Take the public number that every draw comes from, once and before the first."""
    number = fair_draws.public_number(command.number)
    if not number:
        raise Refusal(
            "un nombre public a de 6 à 256 chiffres ou lettres sans accent, p. ex. 482 719"
        )
    source = one_line(command.source)
    return (ev.PublicNumberGiven(at=command.at, number=number, source=source),)


def check_secret(secret: str) -> None:
    """Refuse what cannot be a secret."""
    if not fair_draws.is_secret(secret):
        raise Refusal("le secret des tirages compte 64 chiffres hexadécimaux")


def check_committed(secret: str, opened: ev.Opened) -> None:
    """Refuse a secret that is not the one committed to."""
    check_secret(secret)
    if commitment_to(secret, opened) != opened.commitment:
        raise Refusal("ce secret n'est pas celui auquel la partie s'est engagée")


def software_letters(secret: str, state: State) -> str:
    """The letters the secret, and the public number, give for the next draw."""
    position = state.position
    key = draw_key(secret, state)
    return fair_draws.draw(key, state.draws, position.bag, position.needed(state.formula))


def draw_key(secret: str, state: State) -> str:
    """What the draws of a game come from."""
    if state.opened.scheme != MIXED:
        return secret
    number = state.number.number if state.number else ""
    return fair_draws.mix(secret, state.opened.commitment, number)
