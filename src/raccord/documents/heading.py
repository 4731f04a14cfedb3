"""What every document says first, and the words they share."""

from typing import Any, TypeVar

import msgspec

from raccord.documents.values import Document, Heading, Reason, Written
from raccord.duplicate import Phase, State
from raccord.duplicate.slips.publication import is_published, missing_slips
from raccord.regulation import Citation, Flag, Ruling, Sanction, Slip

Sealable = TypeVar("Sealable", bound=Document | list[Any] | tuple[Any, ...])
SANCTIONS = {
    Sanction.NONE: "",
    Sanction.WARNING: "avertissement",
    Sanction.PENALTY: "pénalité de 5 points",
    Sanction.NULLITY: "nullité",
    Sanction.COMMISSION: "en commission",
}


FLAGS = {
    Flag.NONE: "pas de bulletin",
    Flag.BLANK: "vierge",
    Flag.SEVERAL: "plusieurs bulletins",
    Flag.LATE: "après la fin",
    Flag.EXCHANGED: "échangé",
    Flag.ILLEGIBLE_WORD: "mot illisible",
    Flag.ILLEGIBLE_REFERENCE: "référence illisible",
    Flag.HARD_TO_READ: "peu lisible",
    Flag.MISCONDUCT: "conduite",
    Flag.GRAVE_MISCONDUCT: "conduite grave",
}


def heading(state: State) -> Heading:
    """The heading of every document of a game."""
    opened = state.opened
    return Heading(
        title=opened.title,
        edition=opened.edition,
        formula=opened.formula.label,
        lexicon=opened.lexicon,
        at=opened.at,
        tables=len(state.entrants),
        turns=len(state.turns),
        top_total=state.total,
        is_over=state.phase is Phase.OVER,
        is_void=bool(state.end and state.end.void),
        provisional=not is_published(state),
        missing=missing_slips(state),
        published=is_published(state),
    )


def cited(citation: Citation | None, edition: str) -> str:
    """« art. 5.2 », the edition named only where it is another."""
    if citation is None:
        return ""
    other = f" ({citation.edition})" if citation.edition != edition else ""
    return f"art. {citation.article}{other}"


def sanction_text(ruling: Ruling | None) -> str:
    """The sanction in words; a disciplinary warning is named beside it."""
    if ruling is None:
        return ""
    told = SANCTIONS[ruling.ordinary]
    if not ruling.disciplinary:
        return told
    return f"{told}, avertissement disciplinaire" if told else "avertissement disciplinaire"


def reasons(ruling: Ruling | None, edition: str) -> tuple[Reason, ...]:
    """Every reason once, with its article."""
    if ruling is None:
        return ()
    found = (
        Reason(text=f.reason, article=cited(f.citation, edition), sanction=f.sanction.value)
        for f in ruling.findings
    )
    return tuple(dict.fromkeys(found))


def written(slip: Slip | None) -> Written | None:
    """The slip as written; of several solutions all are told."""
    if slip is None:
        return None
    parts = slip.solutions or (slip,)
    words = " / ".join(part.word for part in parts if part.word)
    places = " / ".join(part.reference for part in parts if part.reference)
    if not words and not places and slip.score is None:
        return None
    return Written(word=words, reference=places, score=slip.score)


def sealed(made: Sealable, seal: str) -> Sealable:
    """A document, or several of a kind, that bear the seal of the log they were made from."""
    if isinstance(made, list | tuple):
        return type(made)(sealed(one, seal) for one in made)
    head: Heading = made.heading  # type: ignore[attr-defined]
    return msgspec.structs.replace(made, heading=msgspec.structs.replace(head, seal=seal))
