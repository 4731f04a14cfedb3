"""Telling a player of a slip that came too late: when it was sent, when it came, no reproach."""

from raccord.regulation.slip import Arrival

WRITTEN_LATE = "Bulletin écrit après la fin du coup."
"""What a marker saw on paper."""
_SECOND = 1000
_MINUTE = 60 * _SECOND


def late_reason(arrival: Arrival | None) -> str:
    """Why a late slip is void: as the marker saw it, or as the clocks of phone and server say."""
    if arrival is None:
        return WRITTEN_LATE
    came = f"Bulletin arrivé {_told(arrival.received)}"
    if arrival.sent is None:
        return f"{came}."
    return f"{came} ; envoyé {_told(arrival.sent)}, d'après le téléphone."


def _told(instant: int) -> str:
    side = "avant" if instant < 0 else "après"
    return f"{_lasting(abs(instant))} {side} la fin du coup"


def _lasting(milliseconds: int) -> str:
    """« 3,4 s », from a minute on « 4 min 05 s »."""
    if milliseconds < _MINUTE:
        # Rounded down: a player is never told more delay than there was.
        tenths = milliseconds * 10 // _SECOND
        return f"{tenths // 10},{tenths % 10} s"
    minutes, rest = divmod(milliseconds // _SECOND, 60)
    return f"{minutes} min {rest:02} s"
