"""Wrong or missing locations (S4, S9, S10, S11, S14): what each edition makes of them."""

from itertools import product

from raccord.regulation.citation import article
from raccord.regulation.marking.findings import located, null, penalised, pick, refuse, settle
from raccord.regulation.marking.forms import Completion
from raccord.regulation.marking.links import most_links, near_misses, physical_fits, shifted_places
from raccord.regulation.marking.matters import AMBIGUITY, NULLITY, WARNING
from raccord.regulation.marking.places import (
    Option,
    Place,
    false_extension,
    legal_places,
    moved,
    place_at,
)
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.verdict import Verdict
from raccord.regulation.marking.writing import Written
from raccord.regulation.ruling import Sanction


def spoiled_by_reference(situation: Situation, written: Written) -> str | None:
    """The word not admitted that the written square would make of a board word."""
    words = (false_extension(situation, r, written.letters) for r in written.readings)
    return next(filter(None, words), None)


def spoiled_by_links(situation: Situation, written: Written) -> str | None:
    """The same for the place the links point to."""
    if not written.is_linked:
        return None
    fits = physical_fits(situation, written, written.directions)
    words = (false_extension(situation, r, written.letters) for r, links in fits if links >= 2)
    return next(filter(None, words), None)


# The last letter missing (S4) -------------------------------------------------------------------


@NULLITY.applied
def last_letter_void(
    situation: Situation, written: Written, completions: list[Completion]
) -> Verdict:
    """undated: a word without its last letter is not written whole."""
    whole = completions[0].place.letters
    return null(situation, "S4", f"{written.letters} écrit pour {whole} : mot incomplet.")


@article("4.3", edition="2010")
def last_letter_forgotten(
    situation: Situation, written: Written, completions: list[Completion]
) -> Verdict:
    """2010: the last letter forgotten, if it is on the board, costs five points."""
    missing = [c.place for c in completions if c.is_missing]
    if not missing:
        return last_letter_void(situation, written, completions)
    _, option = pick(missing, written.claimed)
    return _last_letter_penalty(situation, option)


@article("5.3.1", edition="2017")
def last_letter_astray(
    situation: Situation, written: Written, completions: list[Completion]
) -> Verdict:
    """2017: the last letter missing or changed costs five points if the score is the word's."""
    _, option = pick([c.place for c in completions], written.claimed)
    if option.points != written.claimed:
        return last_letter_void(situation, written, completions)
    return _last_letter_penalty(situation, option)


def _last_letter_penalty(situation: Situation, option: Option) -> Verdict:
    reason = f"Dernière lettre absente ou modifiée, mais déjà sur la grille : {option}, moins 5."
    return penalised(situation, "S4", option, reason)


# A reference that is wrong (S9) or a location that is missing (S10) -------------------------------


def code_for(situation: Situation, written: Written) -> str:
    """The row of the table of slips: reference wrong, links wrong, or neither to be read."""
    if written.referenced:
        return "S9" if written.is_legible else "S10"
    return "S14" if most_links(situation, written) >= 2 else "S10"


def unplaced(situation: Situation, written: Written) -> Verdict:
    """A nullity for want of a place, worded by what is written."""
    code = code_for(situation, written)
    if code == "S10" and written.referenced:
        reason = "La référence est illisible."
    elif code == "S10":
        reason = "Ni référence ni raccord suffisant."
    elif code == "S14":
        reason = "Les lettres de raccord ne correspondent pas à la grille."
    elif any(_turned_legal(situation, written)):
        code, reason = "S8", "Référence et sens d'écriture sont tous deux inversés."
    else:
        reason = "La référence écrite ne correspond à aucun emplacement valable."
    return refuse(situation, written, code, reason)


def _turned_legal(situation: Situation, written: Written) -> list[Place]:
    turned = [r.turned for r in written.readings]
    places = [place_at(situation, r, written.letters, written.circles) for r in turned]
    return [place for place in places if place.is_legal]


@NULLITY.applied
def misplaced_void(situation: Situation, written: Written) -> Verdict:
    """undated: a word not correctly located scores nothing."""
    return unplaced(situation, written)


@article("4.3", edition="2010")
def reference_off_by_one(situation: Situation, written: Written) -> Verdict:
    """2010: one row and/or column off, the exact score claimed, costs five points."""
    if written.reference is None or not written.is_whole:
        return unplaced(situation, written)
    if spoiled := spoiled_by_reference(situation, written):
        return null(situation, "S9", f"La référence écrite prolongerait à tort : {spoiled}.")
    places = _neighbours(situation, written)
    if not places:
        return unplaced(situation, written)
    _, option = pick(places, written.claimed)
    reason = f"Référence décalée d'une case ; le score désigne {option}, moins 5."
    return penalised(situation, "S9", option, reason)


def _neighbours(situation: Situation, written: Written) -> list[Place]:
    """Valid places worth the claimed score around the written square, in the written direction."""
    found = []
    for reference in written.readings[-1:]:
        for along, aside in product((-1, 0, 1), repeat=2):
            near = moved(reference, along, aside)
            if near is None or near == reference:
                continue
            place = place_at(situation, near, written.letters, written.circles)
            scores = {option.points for option in place.options}
            if place.is_legal and written.claimed in scores:
                found.append(place)
    return found


@article("4.4", edition="2010")
@article("4.3", edition="2010")
def links_nearly_right(situation: Situation, written: Written) -> Verdict:
    """2010: one omission, change or swap costs a warning; one row or column off, five points."""
    if not written.is_whole:
        return unplaced(situation, written)
    if near := near_misses(situation, written):
        place, option = pick(near, written.claimed)
        reason = f"Raccord erroné d'une lettre ; le mot est bien situé : {option}."
        findings = WARNING.found(situation, "S14", Sanction.WARNING, reason)
        findings += settle(situation, place, option, written, written.circles)
        return Verdict(option, located(situation, option, by_links=True) + findings)
    if shifted := shifted_places(situation, written):
        _, option = pick(shifted, written.claimed)
        reason = f"Raccord décalé d'une case ; le score désigne {option}, moins 5."
        return penalised(situation, "S9", option, reason)
    return unplaced(situation, written)


def claimed_places(situation: Situation, written: Written) -> list[Place]:
    """Valid places in the written direction worth the claimed score."""
    if not written.is_whole or written.claimed is None:
        return []
    return [
        place
        for direction in written.directions
        for place in legal_places(situation, written.letters, direction, written.circles)
        if any(option.points == written.claimed for option in place.options)
    ]


@article("5.3.1", edition="2017")
@article("5.4", edition="2017")
def score_tells_place(situation: Situation, written: Written) -> Verdict:
    """2017: the claimed score locates the word for five points; two such places are ambiguous."""
    spoiled = spoiled_by_reference(situation, written) or spoiled_by_links(situation, written)
    if spoiled:
        return null(situation, "S11", f"L'emplacement écrit prolongerait à tort : {spoiled}.")
    places = claimed_places(situation, written)
    if not places:
        return unplaced(situation, written)
    _, option = pick(places, written.claimed)
    if len(places) > 1:
        return ambiguous(situation, places, option)
    reason = f"Emplacement mal indiqué ; le score désigne {option}, moins 5."
    return penalised(situation, code_for(situation, written), option, reason)


@AMBIGUITY.applied
def ambiguous(situation: Situation, places: list[Place], option: Option) -> Verdict:
    """2017: an ambiguous slip goes to the arbitration commission, and the player is told."""
    named = ", ".join(str(place.reference) for place in places)
    reason = f"Emplacements possibles : {named} ; soumis à la commission d'arbitrage."
    return Verdict(option, AMBIGUITY.found(situation, "S11", Sanction.COMMISSION, reason))


@AMBIGUITY.applied
def score_names_another_place(
    situation: Situation, written: Written, places: list[Place]
) -> Verdict | None:
    """2017: a valid reference whose score is that of another valid place is ambiguous."""
    if any(o.points == written.claimed for place in places for o in place.options):
        return None
    others = claimed_places(situation, written)
    if not others:
        return None
    _, option = pick(others, written.claimed)
    return ambiguous(situation, [*places, *others], option)
