"""``raccord replay`` on a game of Jarnac: told turn by turn, its words and its result verified."""

from collections.abc import Iterator
from typing import Any

from rich.console import Console

from raccord import jarnac
from raccord.jarnac import events as ev
from raccord.jarnac.contest import judged_in
from raccord.jarnac.mat import Play, impossible
from raccord.jarnac.outcome import end
from raccord.jarnac.record import SCHEMA
from raccord.lexicon import Lexicon


def is_jarnac(head: dict[str, Any]) -> bool:
    """Whether a JSON document is the record of a game of Jarnac."""
    return head.get("schema") == SCHEMA


def replayed(facts: tuple[jarnac.Event, ...], lexicon: Lexicon) -> dict[str, Any]:
    """The document of ``raccord replay --json``: what cannot be reproduced, and the result."""
    failures = list(_failures(facts, lexicon))
    game = jarnac.fold(facts)
    return {
        "ok": not failures,
        "game": "jarnac",
        "facts": len(facts),
        "points": [game.points("A"), game.points("B")],
        "winner": game.ended.winner if game.ended else None,
        "failures": failures,
    }


def _failures(facts: tuple[jarnac.Event, ...], lexicon: Lexicon) -> Iterator[str]:
    opened = facts[0]
    assert isinstance(opened, ev.Opened)
    game = jarnac.begin(opened)
    for number, fact in enumerate(facts[1:], start=2):
        if fault := _fault(game, fact, lexicon):
            yield f"fait n° {number} : {fault}"
        game = jarnac.evolve(game, fact)


def _fault(game: jarnac.State, fact: jarnac.Event, lexicon: Lexicon) -> str:
    if isinstance(fact, ev.WordLaid | ev.JarnacCalled):
        owner = fact.seat if isinstance(fact, ev.WordLaid) else jarnac.other(fact.seat)
        refusal = impossible(game.mat(owner), Play(fact.word, fact.line))
        return str(refusal) if refusal else ""
    if isinstance(fact, ev.Judged) and fact.by == "lexicon":
        verdict = judged_in(game, lexicon, fact.word, fact.old)
        differs = verdict.valid is not None and verdict.valid is not fact.valid
        return f"{lexicon.name} juge {fact.word} autrement" if differs else ""
    if isinstance(fact, ev.GameEnded):
        wanted = end(game, fact.cause, fact.at)
        same = (wanted.points, wanted.winner, wanted.basis) == (
            fact.points,
            fact.winner,
            fact.basis,
        )
        return "" if same else "le résultat n’est pas celui des tapis"
    return ""


def show(facts: tuple[jarnac.Event, ...], found: dict[str, Any], console: Console) -> None:
    """Tell the game, then what was found."""
    for fact in facts:
        console.print(jarnac.tell(fact), highlight=False)
    for failure in found["failures"]:
        console.print(f"[bold red]✗[/] {failure}")
    points = " à ".join(map(str, found["points"]))
    verdict = "partie reproduite" if found["ok"] else f"{len(found['failures'])} écart(s)"
    console.print(f"{found['facts']} faits, {points} : {verdict}.")
