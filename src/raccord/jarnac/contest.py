"""Contests and the arbiter: what a good or a bad word leads to."""

from raccord.jarnac import commands as cmd
from raccord.jarnac import events as ev
from raccord.jarnac.articles import Ref
from raccord.jarnac.errors import Refusal, refuse
from raccord.jarnac.facts import Facts
from raccord.jarnac.settings import PENALTY, Seat, other
from raccord.jarnac.state import Phase, Question, State
from raccord.jarnac.table import Table
from raccord.jarnac.verdict import Verdict, Words, judge


def judged_in(state: State, words: Words, word: str, old: str) -> Verdict:
    """The verdict of the dictionary, or what the arbiter already answered in this game."""
    verdict = judge(words, state.settings.formula, word, old)
    if verdict.valid is None:
        for ruling in state.rulings:
            # With its old word: a lengthening may be refused where the same word laid new is good.
            if (ruling.word, ruling.old) == (word, old):
                return Verdict(ruling.valid, _said(word, valid=ruling.valid), verdict.article)
    return verdict


def no_contest(state: State, seat: Seat) -> Refusal | None:
    """Why a player may not contest now, if he may not."""
    claim = state.claim
    if not claim or claim.author == seat or state.phase == Phase.RULING:
        return Refusal("aucun mot de l’adversaire à contester", Ref.CONTEST_1)
    if claim.ruled:
        return Refusal("ce mot a déjà été vérifié", Ref.CONTEST_2)
    if claim.agreed:
        return Refusal("vous avez dit d’accord", Ref.CONTEST_1)
    return None


def contest(facts: Facts, command: cmd.Contest, table: Table) -> None:
    """CONTESTATION 1: before the author draws, with or without Jarnac."""
    state, seat = facts.state, command.seat
    refuse(no_contest(state, seat))
    if command.jarnac and state.side(seat).fallen:
        raise Refusal("hors temps, on conteste sans dire Jarnac", Ref.FLAG_2)
    if command.jarnac and state.side(other(seat)).fallen:
        raise Refusal("pas de Jarnac sur le sac que donne un drapeau qui tombe", Ref.FLAG_1)
    # A Jarnac is contested under an article of its own.
    article = Ref.CONTEST_3 if state.claim and state.claim.jarnac else Ref.CONTEST_1
    fact = ev.Contested(at=command.at, article=article, seat=seat, jarnac=command.jarnac)
    facts.add(fact)
    settle(facts, table.words, command.at)


def settle(facts: Facts, words: Words, at: int) -> None:
    """CONTESTATION 2: the dictionary answers the question pending, or the arbiter is asked."""
    question = facts.state.question
    if not question:
        return
    verdict = judged_in(facts.state, words, question.word, question.old)
    if verdict.valid is None:
        facts.add(
            ev.ArbiterAsked(
                at=at,
                article=verdict.article,
                word=question.word,
                old=question.old,
                reason=verdict.reason,
            )
        )
        return
    fact = ev.Judged(
        at=at,
        article=verdict.article,
        word=question.word,
        old=question.old,
        valid=verdict.valid,
        by="lexicon",
        reason=verdict.reason,
    )
    _conclude(facts, question, fact)


def answer(facts: Facts, command: cmd.Answer, _: Table) -> None:
    """The arbiter settles the question pending."""
    question = facts.state.question
    if not question:
        raise Refusal("aucune question n’est posée à l’arbitre", Ref.CONTEST_2)
    fact = ev.Judged(
        at=command.at,
        article=Ref.CONTEST_2,
        word=question.word,
        old=question.old,
        valid=command.valid,
        by="arbiter",
        reason=_said(question.word, valid=command.valid),
    )
    _conclude(facts, question, fact)


def _said(word: str, *, valid: bool) -> str:
    return f"{word} est {'admis' if valid else 'refusé'} par l’arbitre"


def _conclude(facts: Facts, question: Question, fact: ev.Judged) -> None:
    # Asked before the fact: once judged, the word and its phase are gone from the state.
    last = _was_last(facts.state, question)
    facts.add(fact)
    if question.kind == "contest":
        _after_contest(facts, question, fact, last=last)
    elif question.kind == "untaken":
        _after_untaken(facts, question, fact, last=last)


def _was_last(state: State, question: Question) -> bool:
    """Whether the word judged is a Jarnac said in the last ten seconds of a game."""
    if question.kind == "untaken":
        return question.phase == Phase.LAST
    return state.claim is not None and state.claim.phase == Phase.LAST


def _after_contest(facts: Facts, question: Question, fact: ev.Judged, *, last: bool) -> None:
    out_of_time = facts.state.side(question.seat).fallen
    if fact.valid and out_of_time:
        _penalise(facts, question.seat, fact.at)
    elif not fact.valid and out_of_time:
        facts.end("valid-contest", fact.at)
    # The Jarnac that would have prolonged the game was bad: it ends as it would have
    # (FIN DE PARTIE 1).
    elif not fact.valid and last:
        facts.end("line-8", fact.at)
    elif not fact.valid:
        facts.end_if_stale(fact.at)


def _after_untaken(facts: Facts, question: Question, fact: ev.Judged, *, last: bool) -> None:
    seat, at = question.seat, fact.at
    if fact.valid:
        facts.end("valid-jarnac", at)
        return
    _after_wrong_call(facts, seat, at, last=last)


def unnamed(facts: Facts, seat: Seat, at: int) -> None:
    """« Jarnac ! » said out of time and no word after it: a wrong call."""
    _after_wrong_call(facts, seat, at, last=facts.state.phase == Phase.LAST)


def _after_wrong_call(facts: Facts, seat: Seat, at: int, *, last: bool) -> None:
    _penalise(facts, seat, at)
    if last:
        facts.end("line-8", at)
        return
    # Reading: the opponent draws two instead of one, beside the ten points.
    facts.add(ev.BagPassed(at=at, article=Ref.FLAG_3, seat=seat, forced="out", extra=1))
    facts.end_if_stale(at)


def _penalise(facts: Facts, seat: Seat, at: int) -> None:
    facts.add(ev.PenaltyGiven(at=at, article=Ref.FLAG_3, seat=seat, points=PENALTY))
