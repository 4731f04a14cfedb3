"""Questions a screen asks of a game under way."""

from raccord.duplicate.errors import Refusal
from raccord.duplicate.rules.ends import Frame
from raccord.duplicate.rules.tops import SAMPLES, Survey, Tops, find_tops, survey
from raccord.duplicate.state import State
from raccord.lexicon import Lexicon


def frame_of(state: State, lexicon: Lexicon) -> Frame:
    """What questions about tiles need beside the position."""
    return Frame(lexicon, state.edition, state.formula)


def tops_of(state: State, lexicon: Lexicon, samples: int = SAMPLES) -> Tops | None:
    """The tops of the draw on the table, ranked; None where it has no solution."""
    _require_draw(state)
    frame = frame_of(state, lexicon)
    return find_tops(state.position, state.rack, state.turn, frame, samples)


def survey_of(state: State, lexicon: Lexicon, sub_tops: int = 10) -> Survey:
    """Scrabbles available, second best and sub-tops of the draw on the table."""
    _require_draw(state)
    return survey(state.position, state.rack, frame_of(state, lexicon), sub_tops)


def _require_draw(state: State) -> None:
    if not state.rack:
        raise Refusal("aucun tirage n'est en jeu")
