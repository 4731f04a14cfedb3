"""The bag: the toss, drawing, and changing three letters."""

from raccord.jarnac import commands as cmd
from raccord.jarnac import events as ev
from raccord.jarnac.articles import Ref
from raccord.jarnac.contest import no_contest
from raccord.jarnac.errors import Refusal, refuse
from raccord.jarnac.facts import Facts
from raccord.jarnac.letters import Source, missing
from raccord.jarnac.settings import SWAPPED, Seat, other
from raccord.jarnac.state import Phase, State
from raccord.jarnac.table import Table

TAKING = (Phase.BAG, Phase.TAKEN)


def not_holding(state: State, seat: Seat) -> Refusal | None:
    """Why a player may not act as the one who holds the bag, if he may not."""
    if state.turn != seat:
        return Refusal("ce n’est pas à vous de jouer", Ref.TURN_5)
    if state.side(seat).fallen:
        return Refusal(
            "votre temps est épuisé : passez, contestez, ou dites Jarnac quand l’autre passe",
            Ref.FLAG_2,
        )
    if state.phase == Phase.LAST:
        return Refusal("la partie s’achève : dites Jarnac, ou laissez", Ref.END_1)
    return None


def toss(facts: Facts, command: cmd.Toss, table: Table) -> None:
    """TOSS: a letter each, nearest to A starts; to be asked again on a tie."""
    state = facts.state
    if state.phase != Phase.TOSS:
        raise Refusal("le toss est fait", Ref.TOSS_1)
    # The letters go back (TOSS): the fact tells them, the bag is left as it is.
    a, b = tuple(table.source.draw(state.bag, 2, state.version))
    first: Seat | None = None if a == b else "A" if a < b else "B"
    article = Ref.TOSS_2 if first is None else Ref.TOSS_1
    facts.add(ev.Tossed(at=command.at, article=article, letters=(a, b), first=first))


def draw(facts: Facts, command: cmd.Draw, table: Table) -> None:
    """PIOCHER 2: the letters due; they close the last word to contests."""
    state = facts.state
    refuse(not_holding(state, command.seat))
    if state.phase == Phase.PLAY:
        raise Refusal("vous avez déjà pioché : posez un mot ou passez", Ref.TURN_6)
    if not _hold(facts, command.seat, "", command.at):
        _draw(facts, command.seat, command.at, table.source)


def _hold(facts: Facts, seat: Seat, returned: str, at: int) -> bool:
    """CONTESTATION 1 is no race: while the word may be contested, its author's draw waits."""
    closes = facts.state.contest_closes
    if closes is None or at >= closes:
        return False
    if facts.state.held:
        raise Refusal("l’autre joueur peut encore contester", Ref.CONTEST_1)
    facts.add(ev.DrawHeld(at=at, article=Ref.CONTEST_1, seat=seat, returned=returned))
    return True


def agree(facts: Facts, command: cmd.Agree, table: Table) -> None:
    """« D'accord »: nothing will be contested, and a draw that waited is made."""
    refuse(no_contest(facts.state, command.seat))
    facts.add(ev.Agreed(at=command.at, article=Ref.CONTEST_1, seat=command.seat))
    if facts.state.held:
        release(facts, command.at, table.source)


def release(facts: Facts, at: int, source: Source) -> None:
    """The draw that waited for the opponent."""
    state = facts.state
    if state.held and state.held.returned:
        _swap(facts, state.turn, state.held.returned, at, source)
    else:
        _draw(facts, state.turn, at, source)


def _draw(facts: Facts, seat: Seat, at: int, source: Source) -> None:
    state = facts.state
    letters = source.draw(state.bag, state.due(seat), state.version)
    article = _draw_article(state, seat)
    facts.add(ev.LettersDrawn(at=at, article=article, seat=seat, letters=letters))


def _draw_article(state: State, seat: Seat) -> Ref:
    if state.extra:
        return Ref.CONTEST_2C if state.phase == Phase.BAG else Ref.CONTEST_2A
    if not state.side(seat).opened:
        return Ref.TURN_5 if state.side(other(seat)).opened else Ref.TURN_1
    if state.phase == Phase.LAID:
        # The draw after one's first word has an article of its own.
        opening = len(state.mat(seat).lines) == 1 and state.claim and not state.claim.old
        return Ref.TURN_3 if opening else Ref.TURN_6
    return Ref.END_2 if state.phase == Phase.TAKEN and state.mat(seat).full else Ref.DRAW_2


def swap(facts: Facts, command: cmd.Swap, table: Table) -> None:
    """PIOCHER 3: exactly three letters, set aside before others are drawn."""
    state, seat = facts.state, command.seat
    refuse(not_holding(state, seat) or cannot_swap(state, seat))
    if len(command.letters) != SWAPPED:
        raise Refusal(f"on change exactement {SWAPPED} lettres", Ref.DRAW_3)
    if lacking := missing(command.letters, state.mat(seat).loose):
        raise Refusal(f"votre reliquat n’a pas {' '.join(lacking)}", Ref.DRAW_3)
    if not _hold(facts, seat, command.letters, command.at):
        _swap(facts, seat, command.letters, command.at, table.source)


def _swap(facts: Facts, seat: Seat, returned: str, at: int, source: Source) -> None:
    state = facts.state
    letters = source.draw(state.bag, SWAPPED + state.swap_extra, state.version)
    facts.add(
        ev.LettersSwapped(
            at=at,
            article=Ref.CONTEST_2C if state.swap_extra else Ref.DRAW_3,
            seat=seat,
            returned=returned,
            letters=letters,
        )
    )


def cannot_swap(state: State, seat: Seat) -> Refusal | None:
    """Why a player may not change three letters now, if he may not."""
    mat = state.mat(seat)
    if state.phase not in TAKING or not state.side(seat).opened:
        return Refusal("on ne change des lettres qu’en recevant le sac", Ref.DRAW_1)
    if state.phase == Phase.TAKEN and mat.full:
        return Refusal("après un Jarnac en huitième ligne on tire une lettre", Ref.END_2)
    if len(mat.loose) < SWAPPED:
        return Refusal(f"il faut au moins {SWAPPED} lettres au reliquat", Ref.DRAW_3)
    if len(state.bag) < SWAPPED:
        return Refusal(f"le sac n’a plus {SWAPPED} lettres à donner", Ref.DRAW_3)
    return None
