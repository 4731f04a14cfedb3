"""Where everybody sits: by number, by series or by lot; people of one team or club apart.

Lots are drawn by whoever asks; here they are only read, so that the same lots give the same places.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from raccord.tournament.people import Entry
from raccord.tournament.plan import Seating
from raccord.tournament.rankings import natural
from raccord.tournament.state import State
from raccord.tournament.tables import belonging, order_of


def places(state: State, numbers: Sequence[int], lots: Sequence[int]) -> dict[int, int]:
    """The entry at each table; ``lots`` are the entries in the order they were drawn."""
    seating = state.terms.seating
    order = [state.entries[number] for number in sorted(numbers)]
    if seating.by == "number" and not seating.redraw and seating.apart is None:
        return {entry.number: entry.number for entry in order}
    found = apart(_ordered(state, order, lots), _kin(seating))
    return {table: entry.number for table, entry in enumerate(found, 1)}


def _ordered(state: State, entries: Sequence[Entry], lots: Sequence[int]) -> list[Entry]:
    seating, lot = state.terms.seating, {number: place for place, number in enumerate(lots)}
    series = order_of(state.terms.grades, "series")

    def chance(entry: Entry) -> int:
        return lot.get(entry.number, len(lot))

    def level(entry: Entry) -> tuple[object, ...]:
        told = belonging(entry, "series", state.terms.grades)
        return series.index(told) if told in series else len(series), natural(told)

    if seating.by == "series":
        return sorted(entries, key=lambda entry: (level(entry), chance(entry), entry.number))
    if seating.by == "draw" or seating.redraw:
        return sorted(entries, key=lambda entry: (chance(entry), entry.number))
    return sorted(entries, key=lambda entry: entry.number)


def _kin(seating: Seating) -> Callable[[Entry], str]:
    trait = seating.apart
    return lambda entry: entry.trait(trait) if trait else ""


def apart(entries: Sequence[Entry], kin: Callable[[Entry], str]) -> list[Entry]:
    """The entries in nearly that order, no two of one kin beside each other if that can be.

    The next is the first in order who is no kin of the one before, unless a kin so large is left
    that it must begin at once to be spread at all.
    """
    left, found = list(entries), list[Entry]()
    counts = Counter(kin(entry) for entry in left if kin(entry))
    while left:
        before = kin(found[-1]) if found else ""
        name, most = max(counts.items(), key=lambda one: one[1], default=("", 0))
        pressing = name if most * 2 > len(left) and name != before else ""
        wanted = [e for e in left if kin(e) == pressing] if pressing else left
        chosen = next((e for e in wanted if not before or kin(e) != before), left[0])
        left.remove(chosen)
        counts[kin(chosen)] -= 1
        found.append(chosen)
    return found
