"""The formula of a game for one: what was chosen, or what a replayed game was played under."""

import msgspec

from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.formula import Formula

_REPLAY = "replay"


def replayed(told: Formula | None, wished: Formula, *, timed: bool) -> Formula:
    """The formula of a game played again: letters and bonuses are its own, whatever was chosen.

    A way of playing that was asked for (topping, several solutions) is added to it; ``timed``:
    so is the time.
    """
    base = told or wished
    changes: dict[str, object] = {"prepared": True}
    if wished.topping and not base.topping:
        own = {"topping": True, "ranking": "time", "original": True, "paces": wished.paces}
        changes |= own
    if wished.solutions > base.solutions:
        changes |= {"solutions": wished.solutions, "original": True}
    if timed:
        changes |= {"paces": wished.paces, "timed": wished.timed}
    name, label = _named(base, _REPLAY, formulas.PARTS[_REPLAY].label)
    return msgspec.structs.replace(base, name=name, label=label, **changes)


def afresh(formula: Formula) -> Formula:
    """The same formula on new draws."""
    body, mark, time = formula.name.partition("@")
    parts = [part for part in body.split("+") if part != _REPLAY]
    label = formula.label.replace(f" + {formulas.PARTS[_REPLAY].label}", "")
    name = "+".join(parts or ["classic"]) + mark + time
    return msgspec.structs.replace(formula, name=name, label=label, prepared=False)


def _named(formula: Formula, part: str, label: str) -> tuple[str, str]:
    body, mark, time = formula.name.partition("@")
    if part in body.split("+"):
        return formula.name, formula.label
    return f"{body}+{part}{mark}{time}", f"{formula.label} + {label}"
