"""Where the draws of a prepared or replayed game come from: our records, or GCG."""

from raccord.board import BoardError, gcg, parse_rack
from raccord.duplicate import record as records
from raccord.duplicate.alone.state import SoloState, Step
from raccord.duplicate.errors import NotARecordError
from raccord.duplicate.evolve import fold

MAX_STEPS = 120


def read(text: str) -> tuple[Step, ...]:
    """The steps of a file: a game record in JSON, or a game in GCG."""
    steps = _of_record(text) if text.lstrip().startswith("{") else _of_gcg(text)
    if not steps or len(steps) > MAX_STEPS:
        raise NotARecordError(
            f"cette partie ne contient aucun coup à rejouer (ou plus de {MAX_STEPS})"
        )
    return steps


def of_game(state: SoloState) -> tuple[Step, ...]:
    """The steps of a game already played here."""
    return tuple(Step(turn.draw, str(turn.move)) for turn in state.play.turns)


def _of_record(text: str) -> tuple[Step, ...]:
    record = records.loads(text)
    try:
        turns = fold(record.events).turns
    except (ValueError, KeyError, IndexError, AttributeError) as error:
        raise NotARecordError(f"partie illisible : {error}") from error
    return tuple(Step(turn.draw, str(turn.move)) for turn in turns)


def _of_gcg(text: str) -> tuple[Step, ...]:
    try:
        turns = gcg.kept(gcg.loads(text))
        return tuple(Step(parse_rack(turn.rack), str(turn.move)) for turn in turns)
    except BoardError as error:
        raise NotARecordError(error.french) from error
