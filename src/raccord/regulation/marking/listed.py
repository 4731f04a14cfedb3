"""The solutions a slip lists."""

import msgspec

from raccord.regulation.slip import Slip


def is_written(slip: Slip) -> bool:
    """Whether a word or a letter stands on it."""
    return bool(slip.word.strip() or any(c.isalpha() for c in slip.grid or ""))


def solutions_of(slip: Slip) -> tuple[Slip, ...]:
    """The solutions on the slip; what one leaves blank is read from the slip itself."""
    if not slip.solutions:
        return (slip,)
    own = msgspec.structs.replace(slip, solutions=())
    listed = [_inheriting(one, slip) for one in slip.solutions]
    everything = [own, *listed] if is_written(own) else listed
    written = [one for one in everything if is_written(one)]
    return tuple(dict.fromkeys(written)) or (own,)


def _inheriting(solution: Slip, slip: Slip) -> Slip:
    return msgspec.structs.replace(
        solution,
        direction=solution.direction or slip.direction,
        reference=solution.reference if solution.reference is not None else slip.reference,
        score=solution.score if solution.score is not None else slip.score,
        flags=tuple(dict.fromkeys((*solution.flags, *slip.flags))),
        solutions=(),
    )
