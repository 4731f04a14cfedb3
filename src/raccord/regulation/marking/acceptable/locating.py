"""Right locations (2023 5.3): by reference, by link letters, by both.

A place is right where the word and its side words are admitted. A reference tolerates one
inversion, link letters none. Where a word extends a board word of three letters the reference is
ignored, so it picks no place either.
"""

from dataclasses import dataclass

from raccord.regulation.marking.acceptable.hooks import Hook, hooks
from raccord.regulation.marking.acceptable.linking import (
    FEWEST,
    Fit,
    everywhere,
    fit_at,
    fits,
    is_enough,
)
from raccord.regulation.marking.findings import Findings
from raccord.regulation.marking.matters import BOTH_MODES, WARNING
from raccord.regulation.marking.places import Place, extends, legal_places, place_at
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.writing import Written
from raccord.regulation.ruling import Sanction

LONG_EXTENSION = 3
"""Letters a board word needs for its extension to void the reference."""


@dataclass(frozen=True, slots=True)
class Located:
    """Localisation correcte: a right place, and the faults of the way it is located."""

    place: Place
    findings: Findings


@dataclass(frozen=True, slots=True)
class Way:
    """Mode de localisation: the right places it gives, among which the claimed score picks.

    ``false`` are the false links that link letters fit as well.
    """

    by_links: bool
    places: tuple[Located, ...]
    false: tuple[Hook, ...] = ()


def ways(situation: Situation, written: Written) -> list[Way]:
    """The reference and the links each with their right places, or both where they agree."""
    referred = _referred(situation, written)
    if referred and not written.is_linked:
        return [_by_reference(situation, written, referred)]
    linked = fits(situation, written, legal(situation, written))
    if not referred:
        return [_by_links(situation, written, linked)] if linked else []
    beside = {fit.reference for fit in linked if fit.outside}
    agreeing = [place for place in referred if place.reference in beside]
    found = [_by_reference(situation, written, agreeing or referred)]
    if beside and not agreeing:
        found.append(_by_links(situation, written, [f for f in linked if f.outside]))
    return found


def legal(situation: Situation, written: Written) -> list[Place]:
    """The valid places in the written direction."""
    return [
        place
        for direction in written.directions
        for place in legal_places(situation, written.letters, direction, frozenset())
    ]


def _at(situation: Situation, written: Written, fit: Fit) -> Place:
    return place_at(situation, fit.reference, written.letters, frozenset())


def _is_long_extension(situation: Situation, written: Written, place: Place) -> bool:
    turned = place.reference.direction not in written.directions
    return not turned and extends(situation, place, LONG_EXTENSION)


def _referred(situation: Situation, written: Written) -> list[Place]:
    places = (place_at(situation, r, written.letters, frozenset()) for r in written.readings)
    return [p for p in places if p.is_legal and not _is_long_extension(situation, written, p)]


@BOTH_MODES.applied
def _by_reference(situation: Situation, written: Written, places: list[Place]) -> Way:
    """An inversion costs a warning, and so do wrong links beside the reference."""
    return Way(
        by_links=False,
        places=tuple(
            Located(
                place,
                (
                    *_inversion(situation, written, place),
                    *_links_beside(situation, written, fit_at(situation, written, place)),
                ),
            )
            for place in places
        ),
    )


def _inversion(situation: Situation, written: Written, place: Place) -> Findings:
    if not written.is_at_odds:
        return ()
    reason = f"Référence ou sens d'écriture inversé ; le mot est lu en {place.reference}."
    return _warned(situation, "S7", reason)


def _links_beside(situation: Situation, written: Written, fit: Fit) -> Findings:
    if not written.is_linked or is_enough(situation, fit):
        return ()
    return _short(situation, fit) or _warned(
        situation, "S15", "Référence juste, raccord incorrect : le mode correct est retenu."
    )


def _by_links(situation: Situation, written: Written, linked: list[Fit]) -> Way:
    """Two links cost a warning, and so does a wrong reference beside them."""
    found = []
    for fit in linked:
        place = _at(situation, written, fit)
        findings = () if is_enough(situation, fit) else _short(situation, fit)
        found.append(Located(place, findings + _reference_beside(situation, written, place)))
    return Way(True, tuple(found), _false(situation, written, linked))


def _short(situation: Situation, fit: Fit) -> Findings:
    if fit.links < FEWEST:
        return ()
    reason = f"Raccord de {fit.links} lettres au lieu de trois."
    return WARNING.found(situation, "S13", Sanction.WARNING, reason)


@BOTH_MODES.applied
def _reference_beside(situation: Situation, written: Written, place: Place) -> Findings:
    """A wrong reference costs a warning, unless a long board word is extended."""
    if not written.referenced:
        return ()
    if _is_long_extension(situation, written, place):
        reason = "Prolongement d'un mot de la grille : la référence n'est pas prise en compte."
        return BOTH_MODES.found(situation, "extension", Sanction.NONE, reason)
    told = "Référence incorrecte" if written.is_legible else "Référence illisible"
    return _warned(situation, "S15", f"{told}, raccord juste : le mode correct est retenu.")


def _warned(situation: Situation, code: str, reason: str) -> Findings:
    return (
        *BOTH_MODES.found(situation, code, Sanction.WARNING, reason),
        *WARNING.found(situation, code, Sanction.WARNING, reason),
    )


def _false(situation: Situation, written: Written, linked: list[Fit]) -> tuple[Hook, ...]:
    """The false links that the link letters fit no worse than the right places."""
    plausible = [hook for hook in hooks(situation, written) if hook.is_plausible]
    if not plausible:
        return ()
    fitting = {fit.reference for fit in fits(situation, written, everywhere(situation, written))}
    right = {fit.reference for fit in linked}
    return tuple(h for h in plausible if h.reference in fitting - right)
