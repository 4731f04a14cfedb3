"""``decide`` turns a command into facts, or refuses it with a reason in French.

Readings, where the document is silent:

- An uncontested word stands, good or not; ``Settings.checked`` looks every word up instead.
- Thirty seconds spent before drawing: the letters are drawn for the player; after: he passes.
- The bag that a falling flag passes comes without a Jarnac; that player’s later ones may bring one.
- What is won by contests does not add up: two letters instead of one, four instead of three.
- « Jarnac ! » said within the ten seconds stops them; the word is named within thirty.
- Said out of time and followed by no word, it is a wrong call.
- On screens a draw waits, so that contesting is no race (``Settings.contest_time``).
- A player out of time has ten seconds for his Jarnac when the opponent passes; it is always judged.
- A word laid just before its author's flag fell may be contested until the receiver draws.
- A player whose own eight lines are filled has no line for a Jarnac.
- Eight lines and a pass mean that the player found nothing more: ``Phase.LAST`` begins.
- An empty bag: one draws what is left, even nothing; three letters can be changed only for three.
"""

from collections.abc import Callable
from typing import Any

from raccord.jarnac import commands as cmd
from raccord.jarnac import events as ev
from raccord.jarnac.articles import Ref
from raccord.jarnac.contest import answer, contest, judged_in, settle, unnamed
from raccord.jarnac.drawing import agree, draw, not_holding, swap, toss
from raccord.jarnac.errors import Refusal, refuse
from raccord.jarnac.facts import Facts
from raccord.jarnac.mat import Play, impossible
from raccord.jarnac.settings import Seat, Settings, other
from raccord.jarnac.state import Phase, State
from raccord.jarnac.table import Table
from raccord.jarnac.timing import elapse
from raccord.jarnac.verdict import Words


def open_game(settings: Settings, words: Words, at: int = 0) -> ev.Opened:
    """The first fact of a game."""
    return ev.Opened(
        at=at,
        article=Ref.MATERIAL_2,
        settings=settings,
        lexicon=words.name,
        digest=words.digest,
    )


def decide(state: State, command: cmd.Command, table: Table) -> tuple[ev.Event, ...]:
    """The facts a command brings, time passed included; ``Refusal`` says why there are none."""
    if command.at < state.now:
        raise Refusal("cette action est datée d’avant la précédente", Ref.COURSE_2)
    facts = Facts(state)
    # First what time alone brought about: a command may find its turn gone.
    elapse(facts, command.at, table.source)
    if not isinstance(command, cmd.Tick):
        refuse(_closed(facts.state, command))
        _DECIDE[type(command)](facts, command, table)
    return tuple(facts.events)


def _closed(state: State, command: cmd.Command) -> Refusal | None:
    if state.phase == Phase.OVER:
        return Refusal("la partie est finie", Ref.END_1)
    if state.stopped and not isinstance(command, cmd.Resume):
        return Refusal("le jeu est arrêté", Ref.CLOCK_3)
    if state.phase == Phase.RULING and not isinstance(command, cmd.Answer | cmd.Stop | cmd.Resume):
        return Refusal("l’arbitre doit d’abord répondre", Ref.CONTEST_2)
    if state.phase == Phase.TOSS and not isinstance(command, cmd.Toss | cmd.Stop | cmd.Resume):
        return Refusal("le toss n’a pas désigné qui commence", Ref.TOSS_1)
    return None


def _lay(facts: Facts, command: cmd.Lay, table: Table) -> None:
    state, seat, play = facts.state, command.seat, Play(command.word, command.line)
    refuse(not_holding(state, seat))
    if state.phase != Phase.PLAY:
        raise Refusal("piochez d’abord", Ref.TURN_6)
    mat = state.mat(seat)
    refuse(impossible(mat, play))
    # Lines count from 1, so a line given is true.
    article = Ref.TURN_4B if play.line else Ref.TURN_4A if mat.lines else Ref.TURN_2
    laid = ev.WordLaid(at=command.at, article=article, seat=seat, word=play.word, line=play.line)
    _lay_checked(facts, laid, mat.old(play), table.words)


def _lay_checked(facts: Facts, fact: ev.WordLaid | ev.JarnacCalled, old: str, words: Words) -> None:
    """Lay or take a word; a game whose words are checked refuses a bad one, or asks."""
    if not facts.state.settings.checked:
        facts.add(fact)
        return
    verdict = judged_in(facts.state, words, fact.word, old)
    if verdict.valid is False:
        raise Refusal(verdict.reason, verdict.article)
    facts.add(fact)
    if verdict.valid is None:
        facts.add(
            ev.ArbiterAsked(
                at=fact.at, article=verdict.article, word=fact.word, old=old, reason=verdict.reason
            )
        )


def _pass(facts: Facts, command: cmd.Pass, _: Table) -> None:
    state, seat = facts.state, command.seat
    if state.turn == seat and state.phase == Phase.BAG and state.side(seat).fallen:
        if state.said:
            unnamed(facts, seat, command.at)
            return
        fact = ev.BagPassed(at=command.at, article=Ref.FLAG_2, seat=seat, forced="out")
    else:
        refuse(not_holding(state, seat))
        if state.phase != Phase.PLAY:
            raise Refusal("piochez avant de passer", Ref.BAG_1)
        article = Ref.TURN_4C if command.pressed else Ref.COURSE_1
        fact = ev.BagPassed(at=command.at, article=article, seat=seat, pressed=command.pressed)
    facts.add(fact)
    facts.end_if_stale(command.at)


def _call(facts: Facts, command: cmd.CallJarnac, table: Table) -> None:
    state, seat, play = facts.state, command.seat, Play(command.word, command.line)
    victim = state.mat(other(seat))
    refuse(no_jarnac(state, seat) or impossible(victim, play))
    # Out of time one says Jarnac without taking the word, which is then judged at once.
    taken = not state.side(seat).fallen
    fact = ev.JarnacCalled(
        at=command.at,
        article=Ref.JARNAC_2 if taken else Ref.FLAG_2,
        seat=seat,
        word=play.word,
        line=play.line,
        taken=taken,
    )
    if taken:
        _lay_checked(facts, fact, victim.old(play), table.words)
        return
    facts.add(fact)
    settle(facts, table.words, command.at)


def _say(facts: Facts, command: cmd.SayJarnac, _: Table) -> None:
    refuse(cannot_say(facts.state, command.seat))
    article = Ref.END_1 if facts.state.phase == Phase.LAST else Ref.FLAG_2
    facts.add(ev.JarnacSaid(at=command.at, article=article, seat=command.seat))


def cannot_say(state: State, seat: Seat) -> Refusal | None:
    """Why a player may not say Jarnac without its word now, if he may not."""
    if refusal := no_jarnac(state, seat):
        return refusal
    if state.said:
        return Refusal("Jarnac est dit : nommez le mot", Ref.JARNAC_2)
    # Anywhere else no ten seconds run, and the word is said at once.
    if state.phase != Phase.LAST and not state.side(seat).fallen:
        return Refusal("nommez le mot : vous en avez le temps", Ref.JARNAC_2)
    return None


def no_jarnac(state: State, seat: Seat) -> Refusal | None:
    """Why a player may not say Jarnac now, if he may not."""
    if state.turn != seat or state.phase not in (Phase.BAG, Phase.LAST, Phase.TAKEN):
        return Refusal("on ne dit Jarnac qu’en recevant le sac, avant de piocher", Ref.JARNAC_1)
    if not state.jarnacs_left:
        return _jarnac_spent(state, seat)
    # A player out of time takes nothing, so he needs no free line.
    if state.mat(seat).full and not state.side(seat).fallen:
        return Refusal("vous n’avez plus de ligne libre où poser un Jarnac", Ref.JARNAC_2)
    return None


def _jarnac_spent(state: State, seat: Seat) -> Refusal:
    if state.phase == Phase.TAKEN:
        return Refusal("un seul Jarnac par passage du sac", Ref.JARNAC_2)
    if state.side(other(seat)).fallen:
        return Refusal("pas de Jarnac sur le sac que donne un drapeau qui tombe", Ref.FLAG_1)
    # The first bag of the game comes from nobody.
    if not any(side.opened for side in state.sides):
        return Refusal("aucun mot n’est encore manqué", Ref.JARNAC_1)
    return Refusal("il fallait dire Jarnac en contestant", Ref.CONTEST_1)


def _decline(facts: Facts, command: cmd.Decline, _: Table) -> None:
    if facts.state.phase != Phase.LAST or facts.state.turn != command.seat:
        raise Refusal("rien à laisser passer", Ref.END_1)
    if facts.state.said and facts.state.side(command.seat).fallen:
        unnamed(facts, command.seat, command.at)
    else:
        facts.end("line-8", command.at)


def _press(facts: Facts, command: cmd.Press, _: Table) -> None:
    state = facts.state
    if state.settings.timing.kind != "clock":
        raise Refusal("cette partie se joue sans pendule", Ref.TIME_1)
    if state.running != command.seat or state.turn == command.seat:
        raise Refusal("on n’appuie qu’après avoir passé le sac", Ref.COURSE_1)
    facts.add(ev.ClockPressed(at=command.at, article=Ref.COURSE_1, seat=command.seat))


def _stop(facts: Facts, command: cmd.Stop, _: Table) -> None:
    facts.add(ev.PlayStopped(at=command.at, article=Ref.CLOCK_3))


def _resume(facts: Facts, command: cmd.Resume, _: Table) -> None:
    if not facts.state.stopped:
        raise Refusal("le jeu n’est pas arrêté", Ref.CLOCK_3)
    facts.add(ev.PlayResumed(at=command.at, article=Ref.COURSE_3))


_DECIDE: dict[type[cmd.Command], Callable[[Facts, Any, Table], None]] = {
    cmd.Toss: toss,
    cmd.Draw: draw,
    cmd.Swap: swap,
    cmd.Lay: _lay,
    cmd.Pass: _pass,
    cmd.CallJarnac: _call,
    cmd.SayJarnac: _say,
    cmd.Contest: contest,
    cmd.Agree: agree,
    cmd.Decline: _decline,
    cmd.Press: _press,
    cmd.Answer: answer,
    cmd.Stop: _stop,
    cmd.Resume: _resume,
}
