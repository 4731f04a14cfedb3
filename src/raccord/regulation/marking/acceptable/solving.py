"""The acceptable solutions of a played word (2023 5.3), and the best of them for the player."""

from raccord.regulation.citation import article
from raccord.regulation.marking.acceptable.circling import Price, can_score, circlings, price
from raccord.regulation.marking.acceptable.hooks import Hook, hooks
from raccord.regulation.marking.acceptable.locating import Located, Way, legal, ways
from raccord.regulation.marking.findings import Findings, located, null, penalised
from raccord.regulation.marking.matters import BY_SCORE, PENALTY, SEVERAL_PLACES
from raccord.regulation.marking.places import Option, Place
from raccord.regulation.marking.situation import Situation
from raccord.regulation.marking.verdict import PENALTY_POINTS, SEVERITY, Verdict
from raccord.regulation.marking.writing import Written
from raccord.regulation.marking.wrong_places import code_for
from raccord.regulation.ruling import Sanction


@article("4.2", edition="2023")
def solve(situation: Situation, written: Written) -> Verdict | None:
    """The acceptable solution that gives most, on equal points the milder; None without any.

    Links that fit several places, and a false link, do not leave the player the best.
    """
    if not written.is_whole:
        return None
    found = ways(situation, written)
    paid = [_paid(situation, written, way) for way in found]
    named = any(_is_named(verdict, written) for verdict in paid)
    if not named and not any(_is_several(way) for way in found):
        by_score = _by_score(situation, written)
        if by_score and _is_false(by_score):
            return by_score
        paid += [by_score] if by_score else []
    return best(paid) if paid else None


def best(verdicts: list[Verdict]) -> Verdict:
    """The verdict that gives most, on equal points the milder."""
    return max(verdicts, key=lambda verdict: verdict.rank)


def lowest(verdicts: list[Verdict]) -> Verdict:
    """The verdict that gives least, on equal points the milder."""
    return min(verdicts, key=lambda v: (v.points, SEVERITY[v.sanction]))


def _is_named(verdict: Verdict, written: Written) -> bool:
    return verdict.option is not None and verdict.option.points == written.claimed


def _is_several(way: Way) -> bool:
    return way.by_links and len(way.places) + len(way.false) > 1


# By a right location ------------------------------------------------------------------------------


def _paid(situation: Situation, written: Written, way: Way) -> Verdict:
    """The place the claimed score picks, else the lowest; zero if a false link stands beside."""
    priced = [(at, price(situation, at.place, written)) for at in way.places]
    named = [_verdict(situation, way, at, paid) for at, paid in priced if paid.is_named]
    several = _several(situation, way, named=bool(named)) if _is_several(way) else ()
    if named:
        return best(named).plus(*several)
    if way.false:
        return _false_link(situation, way.false).plus(*several)
    others = [_verdict(situation, way, at, paid) for at, paid in priced]
    return lowest(others).plus(*several)


def _verdict(situation: Situation, way: Way, at: Located, paid: Price) -> Verdict:
    how = located(situation, paid.option, by_links=way.by_links)
    return Verdict(paid.option, (*how, *at.findings, *paid.findings))


@SEVERAL_PLACES.applied
def _several(situation: Situation, way: Way, *, named: bool) -> Findings:
    """Links that fit several places: a right place's score picks, else the lowest counts."""
    places = [str(at.place.reference) for at in way.places] + [str(h) for h in way.false]
    how = "le score désigne l'emplacement" if named else "le score le plus faible est retenu"
    reason = f"Raccord possible en {', '.join(places)} : {how}."
    return SEVERAL_PLACES.found(situation, "S12", Sanction.NONE, reason)


# By the score alone -------------------------------------------------------------------------------


@BY_SCORE.applied
def _by_score(situation: Situation, written: Written) -> Verdict | None:
    """The claimed score is the word's in the written direction: it counts, less five points."""
    places = [place for place in legal(situation, written) if _has(situation, place, written)]
    if not places:
        return None
    found = hooks(situation, written)
    if plausible := [hook for hook in found if hook.is_plausible]:
        return _false_link(situation, plausible)
    option = _claimed(situation, places[0], written)
    named = ", ".join(str(place.reference) for place in places)
    reason = f"Score existant en {named} ; localisation absente ou incorrecte."
    noted = BY_SCORE.found(situation, "S0", Sanction.NONE, reason) + _left_open(situation, found)
    if option.points < PENALTY_POINTS:
        return _nothing_left(situation, option).plus(*noted)
    reason = f"Emplacement mal indiqué ; le score désigne {option}, moins 5."
    return penalised(situation, code_for(situation, written), option, reason).plus(*noted)


def _has(situation: Situation, place: Place, written: Written) -> bool:
    return can_score(situation, place.reference, place.letters, written.claimed)


def _claimed(situation: Situation, place: Place, written: Written) -> Option:
    options = circlings(situation, place.reference, place.letters).values()
    return next(option for option in options if option.points == written.claimed)


@PENALTY.applied
def _nothing_left(situation: Situation, option: Option) -> Verdict:
    """Five points off four or fewer leave a zero."""
    reason = f"{option} ne vaut que {option.points} points : la pénalité laisse un zéro."
    return Verdict(None, PENALTY.found(situation, "S9", Sanction.NULLITY, reason))


FALSE_LINK = "S11"


@BY_SCORE.applied
def _false_link(situation: Situation, found: tuple[Hook, ...] | list[Hook]) -> Verdict:
    """A plausible side word that is not admitted makes the slip void."""
    named = ", ".join(dict.fromkeys(map(str, found)))
    reason = f"Raccordement fallacieux pour ce score : {named}."
    noted = BY_SCORE.found(situation, FALSE_LINK, Sanction.NULLITY, reason)
    return null(situation, FALSE_LINK, reason).plus(*noted)


def _is_false(verdict: Verdict) -> bool:
    return any(finding.code == FALSE_LINK for finding in verdict.findings)


def _left_open(situation: Situation, found: list[Hook]) -> Findings:
    """Hooks that only the referee may call plausible."""
    if not found:
        return ()
    named = ", ".join(dict.fromkeys(map(str, found)))
    reason = f"Raccordement non admis, jugé non plausible : {named}."
    return BY_SCORE.found(situation, "hook", Sanction.NONE, reason)
