"""A game of duplicate at the terminal: the software draws, a person answers, the top is kept."""

import time
from functools import reduce
from typing import Any

from rich.console import Console
from rich.text import Text

from raccord.board import new_squares
from raccord.cli.answers import plural
from raccord.cli.inputs import ask
from raccord.cli.views import board_text
from raccord.duplicate import Refusal, Turn, score_table
from raccord.duplicate.alone import TABLE, Answer, Begin, Next, SoloState, Stop, decide, evolve
from raccord.duplicate.rules.paces import french_pace
from raccord.lexicon import Lexicon
from raccord.regulation import Ruling

_HELP = """\
  H4 RET(I)NAS   votre coup : référence et mot, la lettre d'un joker entre parenthèses
  H4 MOT ; 8A OS vos coups, où la formule en demande plusieurs
  Entrée         passe et montre le top
  q              arrête la partie"""


class SoloGame:
    """Partie en solo: one person, the real clock, the engine of the games alone on the web."""

    def __init__(self, out: Console, lexicon: Lexicon, begin: Begin, samples: int) -> None:
        self.out = out
        self.state = SoloState()
        self._decide = decide(lexicon, samples)
        self._started = time.monotonic()
        self._do(begin)

    def run(self) -> SoloState:
        """Play until the end, or until the person leaves."""
        opened = self.state.play.opened
        self.out.print(f"[bold]{opened.formula.label}[/] · règlement {opened.edition}")
        self.out.print(f"Engagement des tirages : {opened.commitment}")
        self.out.print("Votre coup, par exemple H4 MAISON ; « ? » donne l'aide, « q » arrête.")
        while not self.state.is_over:
            self._show_draw()
            played = len(self.state.play.turns)
            while not self.state.is_over and len(self.state.play.turns) == played:
                self._answer()
            if len(self.state.play.turns) > played:
                self._show_result(self.state.play.turns[-1])
            if not self.state.is_over:
                self._do(Next(self._now()))
        return self.state

    def _now(self) -> int:
        return int((time.monotonic() - self._started) * 1000)

    def _do(self, wish: Any) -> None:
        known = self.state if self.state.game else None
        self.state = reduce(evolve, self._decide(known, wish), self.state)

    def _answer(self) -> None:
        turn = self.state.play.turn
        line = ask(self.out, f"coup {turn} › ")
        if line is None or line.lower() in ("q", "/q", "/quitter"):
            self._do(Stop(self._now()))
        elif line == "?":
            self.out.print(Text(_HELP))
        else:
            first, *more = (part.strip() for part in line.split(";"))
            try:
                self._do(Answer(turn, first or None, self._now(), tuple(filter(None, more))))
            except Refusal as refused:
                self.out.print(Text(f"Non : {refused.reason}.", style="red"))

    def _show_draw(self) -> None:
        game = self.state.play
        last = game.turns[-1] if game.turns else None
        fresh = [s.index for s, _ in new_squares(last.before.board, last.move)] if last else []
        self.out.print(board_text(game.position.board, fresh, self.out.width))
        again = " (nouveau tirage)" if game.rejected or game.discarded else ""
        draw = f"{game.leave}+{game.new}" if game.leave else game.new
        timed = f" · {french_pace(game.formula.pace(game.turn))}" if game.formula.timed else ""
        self.out.print(Text(f"Coup {game.turn} : {draw}{again}{timed}", style="bold"))

    def _show_result(self, turn: Turn) -> None:
        ruling = self.state.play.mark(turn.number, TABLE).ruling
        self.out.print(Text(_yours(ruling)))
        best = turn.best or ((str(turn.move), turn.points),)
        others = f" (et {plural(len(turn.ties) - 1, 'autre')})" if len(turn.ties) > 1 else ""
        moves = " ; ".join(move for move, _ in best) + ("" if turn.best else others)
        self.out.print(Text(f"Top : {plural(turn.reference, 'point')}, {moves}"))
        self.out.print(Text(standing(self.state), style="dim"))


def _yours(ruling: Ruling | None) -> str:
    if ruling is None:
        return "Votre coup : 0 point"
    reasons = f" : {' ; '.join(ruling.reasons)}" if ruling.reasons else ""
    return f"Votre coup : {plural(ruling.points, 'point')}{reasons}"


def standing(state: SoloState) -> str:
    """The total of the person against that of the tops."""
    if not state.play.turns:
        return "Aucun coup joué."
    score = score_table(state.play)[0]
    share = f"{score.percentage:.2f}".replace(".", ",")
    return f"Vous : {plural(score.total, 'point')} sur {score.top_total}, soit {share} %"
