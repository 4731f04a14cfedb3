"""The treatment of slips in each edition. A new edition is one more entry here."""

from raccord.regulation.citation import EditionId
from raccord.regulation.marking.acceptable.order import BY_SOLUTIONS
from raccord.regulation.marking.by_faults import BY_FAULTS
from raccord.regulation.marking.treatment import Treatment

TREATMENTS: dict[EditionId, Treatment] = {
    "undated": BY_FAULTS,
    "2010": BY_FAULTS,
    "2017": BY_FAULTS,
    "2023": BY_SOLUTIONS,
}
