"""Finding the placement: by reference, by link letters, by both."""

from dataclasses import replace

from raccord.board import Direction, Reference, score
from raccord.regulation.marking.findings import (
    Findings,
    direction_fault,
    located,
    pick,
    settle,
    two_links,
)
from raccord.regulation.marking.forms import (
    Completion,
    completions,
    cut_fits,
    linked_completions,
)
from raccord.regulation.marking.links import Fit, agrees, exact_fits
from raccord.regulation.marking.matters import BY_REFERENCE, SEVERAL_PLACES
from raccord.regulation.marking.places import Place, extends, legal_places, place_at
from raccord.regulation.marking.practice import Modes
from raccord.regulation.marking.practices import PRACTICES
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.verdict import Verdict
from raccord.regulation.marking.writing import Written
from raccord.regulation.marking.wrong_places import spoiled_by_links, spoiled_by_reference
from raccord.regulation.ruling import Sanction


def judge_written(situation: Situation, written: Written) -> Verdict:
    """One word as written: turn 1, extension, then the mode or modes used."""
    practice = PRACTICES[situation.edition]
    if situation.is_first:
        return practice.first_turn(situation, written)
    # Before the modes: an extension drops its reference, which is then never sanctioned (2017
    # 4.2.2).
    if written.referenced and is_extension(situation, written):
        return _ignoring_reference(situation, written)
    if written.referenced and written.is_linked:
        return by_both(situation, written)
    if written.referenced:
        return by_reference(situation, written)
    return by_links(situation, written)


def referenced_places(situation: Situation, written: Written) -> list[Place]:
    """The legal places the reference gives, in the direction it says or the one written."""
    places = (
        place_at(situation, reference, written.letters, written.circles)
        for reference in written.readings
    )
    return [place for place in places if place.is_legal]


# Extensions -------------------------------------------------------------------------------------


def is_extension(situation: Situation, written: Written) -> bool:
    """Whether the word extends a board word long enough for the reference to be ignored.

    Where it can also be played otherwise, the reference or else the score tells what is meant.
    """
    least = PRACTICES[situation.edition].shortest_extension
    at_reference = referenced_places(situation, written)
    if at_reference:
        return any(
            place.reference.direction in written.directions and extends(situation, place, least)
            for place in at_reference
        )
    # The reference fits nowhere: what the player meant is told by the score alone.
    legal = _legal(situation, written)
    extending = [place for place in legal if extends(situation, place, least)]
    others = [place for place in legal if place not in extending]
    if extending:
        return _is_claimed(extending, written) or not _is_claimed(others, written)
    return bool(_cuts(situation, written))


def _is_claimed(places: list[Place], written: Written) -> bool:
    return any(o.points == written.claimed for place in places for o in place.options)


def _legal(situation: Situation, written: Written) -> list[Place]:
    return [
        place
        for direction in written.directions
        for place in legal_places(situation, written.letters, direction, written.circles)
    ]


def _cuts(situation: Situation, written: Written) -> list[Fit]:
    """The extensions written in part; a word that can be played as written is one only by score."""
    each_end = PRACTICES[situation.edition].links_at_each_end
    fits = cut_fits(situation, written, each_end=each_end)
    whole = _legal(situation, written) if fits else []
    if not whole:
        return fits
    # The word stands by itself and its score says so: nothing was left unwritten.
    if _is_claimed(whole, written):
        return []
    return [fit for fit in fits if _is_claimed([fit.place], written)]


@BY_REFERENCE.applied
def _ignoring_reference(situation: Situation, written: Written) -> Verdict:
    """An extension is judged by its link letters; its reference is never sanctioned."""
    verdict = by_links(situation, written.without_reference())
    reason = "Prolongement d'un mot de la grille : la référence n'est pas prise en compte."
    return verdict.plus(*BY_REFERENCE.found(situation, "extension", Sanction.NONE, reason))


# By reference -----------------------------------------------------------------------------------


def by_reference(situation: Situation, written: Written) -> Verdict:
    """The word located by its reference alone."""
    practice = PRACTICES[situation.edition]
    places = referenced_places(situation, written)
    if places:
        look = practice.elsewhere
        return (look and look(situation, written, places)) or _at(situation, written, places)
    # One of the two inverted is S7; only where both are does S8's exception apply.
    turned = tuple(r.turned for r in written.readings) if not written.is_at_odds else ()
    rescued = _rescued(situation, [_plain_fit(situation, r, written) for r in turned])
    if practice.turned_tile_stands and rescued:
        return _turned(situation, written, rescued)
    found = completions(situation, written, written.readings)
    return _completed(situation, written, found, practice.wrong_reference(situation, written))


def _at(situation: Situation, written: Written, places: list[Place]) -> Verdict:
    place, option = pick(places, written.claimed)
    findings = located(situation, option, by_links=False)
    if written.is_at_odds:
        findings += direction_fault(situation, option)
    return Verdict(option, findings + settle(situation, place, option, written, written.circles))


def _completed(
    situation: Situation, written: Written, found: list[Completion], otherwise: Verdict
) -> Verdict:
    """The missing last letter, unless the word as written stands better elsewhere."""
    if not found:
        return otherwise
    verdict = PRACTICES[situation.edition].last_letter(situation, written, found)
    stands = verdict.option is not None and verdict.option.points == written.claimed
    if stands or otherwise.sanction is Sanction.NULLITY:
        return verdict
    return otherwise


def _plain_fit(situation: Situation, reference: Reference, written: Written) -> Fit:
    place = place_at(situation, reference, written.letters, written.circles)
    return Fit(place, 0, written.circles)


def _rescued(situation: Situation, fits: list[Fit]) -> list[Fit]:
    """Of transposed places, those where a single tile forms both words."""
    return [fit for fit in fits if fit.place.is_legal and _is_double(situation, fit.place)]


def _is_double(situation: Situation, place: Place) -> bool:
    counted = score(situation.board, place.options[0].move, situation.rules)
    # One tile that makes both words says nothing of the direction (undated, 2010 4.2).
    return len(counted.tiles) == 1 and len(counted.words) == 2


def _turned(situation: Situation, written: Written, fits: list[Fit]) -> Verdict:
    place, option = pick([fit.place for fit in fits], written.claimed)
    findings = direction_fault(situation, option)
    return Verdict(option, findings + settle(situation, place, option, written, written.circles))


# By link letters --------------------------------------------------------------------------------


def linked_fits(situation: Situation, written: Written) -> list[Fit]:
    """Every legal place the link letters agree with, whole words and extensions in part."""
    return [*exact_fits(situation, written), *_cuts(situation, written)]


def by_links(situation: Situation, written: Written) -> Verdict:
    """The word located by its link letters alone."""
    practice = PRACTICES[situation.edition]
    fits = linked_fits(situation, written)
    if fits:
        return _linked(situation, written, fits)
    ways = tuple(direction.other for direction in written.directions)
    # Without a direction both were tried already.
    if practice.turned_tile_stands and written.is_linked and len(ways) == 1:
        rescued = _rescued(situation, exact_fits(situation, written, ways))
        if rescued:
            return _turned(situation, written, rescued)
    found = linked_completions(situation, written)
    return _completed(situation, written, found, practice.wrong_links(situation, written))


def _linked(situation: Situation, written: Written, fits: list[Fit]) -> Verdict:
    place, option = pick([fit.place for fit in fits], written.claimed)
    fit = next(fit for fit in fits if fit.place is place)
    return Verdict(
        option,
        (
            *located(situation, option, by_links=True),
            *_several_places(situation, written, fits),
            *two_links(situation, fit.links),
            *settle(situation, place, option, written, fit.circles),
        ),
    )


@SEVERAL_PLACES.applied
def _several_places(situation: Situation, written: Written, fits: list[Fit]) -> Findings:
    """Links that fit several places: the claimed score picks, else the lowest counts."""
    places = {str(fit.place.reference): fit.place for fit in fits}
    if len(places) < 2:
        return ()
    named = any(o.points == written.claimed for p in places.values() for o in p.options)
    how = "le score désigne l'emplacement" if named else "le score le plus faible est retenu"
    reason = f"Raccord possible en {', '.join(places)} : {how}."
    return SEVERAL_PLACES.found(situation, "S12", Sanction.NONE, reason)


# By both ----------------------------------------------------------------------------------------


def by_both(situation: Situation, written: Written) -> Verdict:
    """Reference and link letters on one slip; a reference nobody can read is a wrong one."""
    practice = PRACTICES[situation.edition]
    places = referenced_places(situation, written)
    # Both directions: a slip whose modes agree on the place is at worst S7.
    fits = exact_fits(situation, written, tuple(Direction))
    common = [fit for fit in fits if fit.place in places]
    if common:
        return _agreeing(situation, written, common)
    if both := _agreeing_completions(situation, written):
        return practice.last_letter(situation, written, both)
    # From here on each mode is judged alone, in the direction written.
    fits = exact_fits(situation, written)
    linked = by_links(situation, written.without_reference())
    alone = written.without_links()
    referred = _at(situation, alone, places) if places else by_reference(situation, alone)
    modes = Modes(
        referred,
        linked,
        referred if places else linked,
        _spoiled(situation, written, places, fits),
        written.claimed,
    )
    if not written.is_legible:
        modes = replace(modes, discord="Référence illisible")
    if places and fits:
        return practice.modes_apart(situation, modes)
    if places or fits:
        return practice.one_mode_wrong(situation, modes)
    return practice.both_modes_wrong(situation, modes)


def _agreeing(situation: Situation, written: Written, common: list[Fit]) -> Verdict:
    place, option = pick([fit.place for fit in common], written.claimed)
    fit = next(fit for fit in common if fit.place is place)
    findings = located(situation, option, by_links=False)
    if written.is_at_odds:
        findings += direction_fault(situation, option)
    findings += two_links(situation, fit.links)
    return Verdict(option, findings + settle(situation, place, option, written, fit.circles))


def _agreeing_completions(situation: Situation, written: Written) -> list[Completion]:
    return [
        completion
        for completion in completions(situation, written, written.readings)
        if any(agrees(situation, completion.place.reference, d) for d in written.drawings)
    ]


def _spoiled(
    situation: Situation, written: Written, places: list[Place], fits: list[Fit]
) -> str | None:
    """The word a wrong mode would spoil."""
    by_place = None if places else spoiled_by_reference(situation, written)
    return by_place or (None if fits else spoiled_by_links(situation, written))
