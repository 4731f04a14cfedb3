"""The rules of Jarnac to be tried one by one: each lesson is a position, judged by the rules."""

from typing import Literal

import msgspec

from raccord.jarnac import FORMULAS, Mat, Play, Seat
from raccord.jarnac.mat import impossible
from raccord.jarnac.outcome import BASES, winner
from raccord.jarnac.settings import SWAPPED
from raccord.jarnac.verdict import judge
from raccord.lexicon import Lexicon, fold

Kind = Literal["lay", "jarnac", "swap", "contest", "winner"]
Ask = Literal["", "lengthen", "shuffle", "new"]


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """Leçon: a rule told, and a position in which to use it. ``ask`` narrows what is wanted."""

    id: str
    title: str
    text: str
    task: str
    kind: Kind
    lines: tuple[str, ...] = ()
    loose: str = ""
    formula: str = "libre"
    ask: Ask = ""
    word: str = ""
    points: tuple[int, int] = (0, 0)
    jarnacs: tuple[int, int] = (0, 0)

    @property
    def mat(self) -> Mat:
        """The mat whose letters are used."""
        return Mat(self.lines, self.loose)


class Try(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An attempt: a word and its line, three letters, or a choice."""

    word: str = ""
    line: int | None = None
    choice: str = ""


class Answer(msgspec.Struct, frozen=True):
    """What the rules say of an attempt."""

    ok: bool
    text: str


LESSONS: tuple[Lesson, ...] = (
    Lesson(
        id="poser",
        title="Poser un mot",
        text="On tire six lettres. Un mot de trois à neuf lettres ouvre une ligne et vaut le carré "
        "de sa longueur : trois lettres 9 points, six lettres 36.",
        task="Posez un mot avec ces lettres.",
        kind="lay",
        loose="CHATES",
        ask="new",
    ),
    Lesson(
        id="rallonger",
        title="Rallonger un mot",
        text="On peut aussi ajouter une ou plusieurs lettres de son reliquat à un mot posé. Chaque "
        "mot posé ou rallongé donne une lettre de plus, et l'on continue.",
        task="Rallongez CHAT.",
        kind="lay",
        lines=("CHAT",),
        loose="SNOE",
        ask="lengthen",
    ),
    Lesson(
        id="melanger",
        title="Changer l'ordre",
        text="Les lettres d'un mot posé y restent toutes, mais dans l'ordre que l'on veut.",
        task="Faites de RAT un mot qui ne commence pas par RAT.",
        kind="lay",
        lines=("RAT",),
        loose="ECE",
        ask="shuffle",
    ),
    Lesson(
        id="jarnac",
        title="Le coup de Jarnac",
        text="Quand l'adversaire passe le sac, on regarde son tapis. S'il pouvait jouer un mot, on "
        "dit « Jarnac ! » et on le prend : il perd sa ligne, on la gagne.",
        task="Voici le tapis adverse : prenez-lui MER, rallongé.",
        kind="jarnac",
        lines=("MER",),
        loose="AEX",
        ask="lengthen",
    ),
    Lesson(
        id="reliquat",
        title="Jarnac dans le reliquat",
        text="Un mot fait des seules lettres libres de l'adversaire se prend aussi.",
        task="Prenez un mot dans le reliquat adverse.",
        kind="jarnac",
        lines=("WAGON",),
        loose="OSTRE",
        ask="new",
    ),
    Lesson(
        id="changer",
        title="Changer trois lettres",
        text="En recevant le sac on pioche une lettre, ou, si l'on en a trois au moins, on en "
        "change exactement trois. Jamais au premier tour.",
        task="Choisissez trois lettres à rendre.",
        kind="swap",
        loose="KWZEAR",
    ),
    Lesson(
        id="contester",
        title="Contester",
        text="Un mot douteux se conteste avant que son auteur ne pioche. S'il est mauvais, il est "
        "retiré et le sac passe avec une lettre de plus ; s'il est bon, c'est son auteur qui la "
        "gagne.",
        task="L'adversaire pose BATEAUS. Que faites-vous ?",
        kind="contest",
        word="BATEAUS",
    ),
    Lesson(
        id="competition",
        title="La formule de compétition",
        text="En compétition, ni forme conjuguée, ni rallonge qui reste dans la même entrée du "
        "dictionnaire : LAC ne devient pas LACS.",
        task="Rallongez LAC sans rester dans la même entrée.",
        kind="lay",
        lines=("LAC",),
        loose="SPE",
        formula="competition",
        ask="lengthen",
    ),
    Lesson(
        id="gagner",
        title="Qui gagne ?",
        text="La partie s'achève quand un joueur a sa huitième ligne et ne peut plus rien jouer. "
        "Plus de 70 points d'avance gagnent ; à 70 ou moins il faut plus de points et plus de "
        "Jarnacs, sinon la partie est nulle.",
        task="Anne a 310 points et 1 Jarnac, Bruno 260 points et 2 Jarnacs. Qui gagne ?",
        kind="winner",
        points=(310, 260),
        jarnacs=(1, 2),
    ),
)


def lesson(wanted: str) -> Lesson | None:
    """A lesson by its name."""
    return next((one for one in LESSONS if one.id == wanted), None)


def judged(given: Lesson, attempt: Try, lexicon: Lexicon) -> Answer:
    """What the rules say of an attempt."""
    if given.kind == "swap":
        return _swapped(given, fold(attempt.word))
    if given.kind == "contest":
        return _contested(given, attempt.choice == "contest", lexicon)
    if given.kind == "winner":
        return _won(given, attempt.choice)
    return _played(given, Play(fold(attempt.word), attempt.line), lexicon)


def _played(given: Lesson, play: Play, lexicon: Lexicon) -> Answer:
    mat = given.mat
    if refusal := impossible(mat, play):
        return Answer(False, f"Non : {refusal}.")
    old = mat.old(play)
    if given.ask == "lengthen" and not old:
        return Answer(False, "C'est un mot nouveau : on demande une rallonge.")
    if given.ask == "new" and old:
        return Answer(False, "C'est une rallonge : on demande un mot nouveau.")
    if given.ask == "shuffle" and (not old or play.word.startswith(old)):
        return Answer(False, f"Mélangez : le mot ne doit pas commencer par {mat.lines[0]}.")
    verdict = judge(lexicon, FORMULAS[given.formula], play.word, old)
    if verdict.valid is False:
        return Answer(False, f"Non : {verdict.reason} ({verdict.article}).")
    gain = len(play.word) ** 2 - (0 if given.kind == "jarnac" else len(old) ** 2)
    return Answer(True, f"Oui : {play.word}, {gain} points.")


def _swapped(given: Lesson, letters: str) -> Answer:
    left = list(given.loose)
    for letter in letters:
        if letter not in left:
            return Answer(False, f"Vous n'avez pas {letter}.")
        left.remove(letter)
    if len(letters) != SWAPPED:
        return Answer(False, "On change exactement trois lettres.")
    return Answer(True, f"Oui : {' '.join(letters)} retournent dans le sac, trois autres viennent.")


def _contested(given: Lesson, contested: bool, lexicon: Lexicon) -> Answer:
    good = given.word in lexicon
    if contested is not good:
        end = "il est retiré" if contested else "le contester aurait donné une lettre de plus"
        return Answer(True, f"Oui : {given.word} est {'bon' if good else 'mauvais'}, {end}.")
    return Answer(False, f"Non : {given.word} est {'bon' if good else 'mauvais'}.")


def _won(given: Lesson, choice: str) -> Answer:
    won, basis = winner(given.points, given.jarnacs)
    right: Seat | str = won or "draw"
    told = BASES[basis][1]
    return Answer(choice == right, f"{'Oui' if choice == right else 'Non'} : {told}.")
