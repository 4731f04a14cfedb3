"""A game of Jarnac at the terminal: a person against the computer."""

import time
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from raccord.cli.inputs import ask
from raccord.cli.jarnac_input import HELP, Unclear, read_command
from raccord.cli.jarnac_screen import clock, show_end, show_mats
from raccord.jarnac import (
    Answer,
    Command,
    Computer,
    Draw,
    JarnacGame,
    Level,
    Phase,
    Refusal,
    Seat,
    SeededSource,
    Settings,
    Toss,
    tell,
    unusual,
)
from raccord.jarnac.narrative import Names
from raccord.lexicon import Lexicon

HUMAN: Seat = "A"
# Subjects of verbs in the third person: « Vous » would not agree.
NAMES: Names = {"A": "Joueur", "B": "l’ordinateur"}


class Quit(Exception):  # noqa: N818
    """The person leaves."""


@dataclass
class Terminal:
    """The table: one game, one person, one computer, one real clock."""

    console: Console
    game: JarnacGame
    computer: Computer
    lexicon: Lexicon
    started: float
    shown: int = 0

    @classmethod
    def open(
        cls, console: Console, settings: Settings, lexicon: Lexicon, level: Level, seed: int
    ) -> "Terminal":
        """Sit down."""
        game = JarnacGame.open(settings, lexicon, SeededSource(seed))
        return cls(console, game, Computer("B", level, lexicon, seed), lexicon, time.monotonic())

    def run(self) -> JarnacGame:
        """Play until the end, or until the person leaves."""
        label = self.computer.level.label
        self._say(f"Jarnac contre l’ordinateur ({label}). « ? » donne l’aide, « q » quitte.")
        self._warn()
        try:
            while not self.game.over:
                self._step()
        except (Quit, KeyboardInterrupt):
            self._say("Partie interrompue.")
            return self.game
        show_end(self.console, self.game, self.lexicon, NAMES)
        return self.game

    def _warn(self) -> None:
        if note := unusual(self.game.state.settings.letters):
            self._say(f"{note}.", "yellow")
        formula = self.game.state.settings.formula
        unknown = len(self.lexicon) - self.lexicon.known_count
        if unknown and not (formula.conjugations and formula.chains):
            self._say(
                f"{unknown} mots de {self.lexicon.name} sont d’entrée inconnue : "
                "vous en serez l’arbitre, et l’ordinateur ne les joue pas.",
                "yellow",
            )

    def _now(self) -> int:
        return max(self.game.state.now, int((time.monotonic() - self.started) * 1000))

    def _step(self) -> None:
        state = self.game.state
        if state.phase == Phase.TOSS:
            self._submit(Toss(at=self._now()))
        elif state.phase == Phase.RULING:
            self._arbitrate()
        elif state.phase == Phase.LAID and state.turn == HUMAN:
            self._computer_first(Draw(at=self._now(), seat=HUMAN))
        elif state.turn == HUMAN or "contest" in self.game.offers(HUMAN):
            self._computer_first(None)
        else:
            self._computer_only()

    def _computer_first(self, otherwise: Command | None) -> None:
        """The computer may contest before the person goes on."""
        command = None
        if self.game.state.turn == HUMAN:
            command = self.computer.command(self.game.state, self._now())
        if command or otherwise:
            self._submit(command or otherwise)
        else:
            self._ask()

    def _computer_only(self) -> None:
        command = self.computer.command(self.game.state, self._now())
        if command is None:
            raise Quit
        self._submit(command)

    def _ask(self) -> None:
        """One line from the person; anything at all may be typed."""
        watching = self.game.state.turn != HUMAN
        if not watching and self.shown != self.game.state.version:
            self.shown = self.game.state.version
            show_mats(self.console, self.game.view(self._now()), NAMES)
        text = self._line(self._prompt(watching=watching))
        if not text and watching:
            self._computer_only()
            return
        try:
            self._submit(read_command(text, self.game.state, HUMAN, self._now()))
        except Unclear as unclear:
            self._say(f"Non : {unclear}.", "red")

    def _line(self, prompt: str) -> str:
        while True:
            text = ask(self.console, prompt)
            if text is None or text.lower() in {"q", "quit", "quitter"}:
                raise Quit
            if text != "?":
                return text
            self.console.print(Text(HELP))

    def _prompt(self, *, watching: bool) -> str:
        if watching:
            return "Entrée pour laisser, c pour contester, cj pour contester et dire Jarnac > "
        window = self.game.state.deadline_at(self._now())
        left = f"[{clock(window)}] " if window is not None else ""
        phase = self.game.state.phase
        if phase in _HOLDING:
            able = self.game.offers(HUMAN)
            offered = ", ".join(text for action, text in _ACTIONS.items() if action in able)
            return f"{left}{_HOLDING[phase]} : {offered} > "
        return left + _CHOICES.get(phase, "> ")

    def _arbitrate(self) -> None:
        question = self.game.view().question or "le mot est-il admis ?"
        text = self._line(f"Arbitre : {question}. Admis ? (o/n) ").lower()
        if text not in {"o", "oui", "n", "non"}:
            self._say("Non : répondez o ou n.", "red")
            return
        self._submit(Answer(at=self._now(), valid=text.startswith("o")))

    def _submit(self, command: Command | None) -> None:
        before = len(self.game.events)
        self.game = self.game.tick(self._now())
        if command and len(self.game.events) == before:
            try:
                self.game = self.game.submit(command)
            except Refusal as refusal:
                self._say(f"Refusé : {refusal}.", "red")
        for event in self.game.events[before:]:
            told = tell(event, NAMES)
            self._say(told[0].upper() + told[1:])

    def _say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style))


_HOLDING = {Phase.BAG: "Vous avez le sac", Phase.TAKEN: "Jarnac posé"}
# Only what the rules offer now: there is nothing to change before the first six letters.
_ACTIONS = {
    "draw": "Entrée pioche",
    "swap": "e ABC échange",
    "call-jarnac": "j MOT Jarnac",
    "pass": "p passe",
}
_CHOICES = {
    Phase.PLAY: "À vous : un mot, ou p pour passer > ",
    Phase.LAST: "Dernière chance : j MOT (ou j, puis le mot), Entrée laisse finir > ",
}
