"""The end of a game: who won, and the words for it."""

from raccord.jarnac.articles import Ref
from raccord.jarnac.events import Basis, Cause, GameEnded
from raccord.jarnac.settings import Seat
from raccord.jarnac.state import State

MARGIN = 70
STALE_EMPTY, STALE = 2, 20
"""Turns in a row without effect that end a game: with an empty bag, and with mere swaps."""

CAUSES: dict[Cause, tuple[Ref, str]] = {
    "line-8": (Ref.END_1, "huitième ligne posée, plus rien à jouer, aucun Jarnac valable"),
    "valid-contest": (Ref.FLAG_4A, "contestation juste d’un joueur hors temps"),
    "valid-jarnac": (Ref.FLAG_4A, "Jarnac juste d’un joueur hors temps"),
    "both-flags": (Ref.FLAG_4B, "les deux drapeaux sont tombés"),
    # The document does not foresee an empty bag; a game that cannot move any more is over.
    "bag-empty": (Ref.END_1, "sac vide et un tour de chacun sans rien jouer"),
    "stalemate": (Ref.END_1, "dix tours de chacun sans rien jouer ni tirer"),
}
BASES: dict[Basis, tuple[Ref, str]] = {
    "points": (Ref.WINNER_3_1, f"plus de {MARGIN} points d’écart"),
    "points-and-jarnacs": (
        Ref.WINNER_3_2A,
        f"{MARGIN} points d’écart au plus, mais plus de points et plus de Jarnacs",
    ),
    "draw": (Ref.WINNER_3_2B, f"{MARGIN} points d’écart au plus, sans avoir plus de Jarnacs"),
}


def winner(points: tuple[int, int], jarnacs: tuple[int, int]) -> tuple[Seat | None, Basis]:
    """VAINQUEUR 3: points alone beyond seventy, else points and Jarnacs together."""
    lead, more = points[0] - points[1], jarnacs[0] - jarnacs[1]
    # Seventy exactly is not more than seventy: Jarnacs count there too.
    if abs(lead) > MARGIN:
        return ("A" if lead > 0 else "B"), "points"
    # Of one sign: more points and more Jarnacs are on the same side, neither nought.
    if lead * more > 0:
        return ("A" if lead > 0 else "B"), "points-and-jarnacs"
    return None, "draw"


def end(state: State, cause: Cause, at: int) -> GameEnded:
    """The fact that a game is over."""
    points = (state.points("A"), state.points("B"))
    won, basis = winner(points, (state.side("A").jarnacs, state.side("B").jarnacs))
    article = CAUSES[cause][0]
    return GameEnded(at=at, article=article, cause=cause, points=points, winner=won, basis=basis)


def stale(state: State) -> Cause | None:
    """Why a game that goes nowhere is over, if it is."""
    if not state.bag and state.idle >= STALE_EMPTY:
        return "bag-empty"
    return "stalemate" if state.idle >= STALE else None


def explain(ended: GameEnded) -> str:
    """The reason of the end and of the result, in French."""
    result = "match nul" if ended.winner is None else f"victoire de {ended.winner}"
    ref, basis = BASES[ended.basis]
    if ended.points[0] == ended.points[1]:
        basis = "égalité de points"
    return f"{CAUSES[ended.cause][1]} ({ended.article}) ; {result} : {basis} ({ref})"
