"""The words documents share."""

import pytest

from raccord.documents.heading import sanction_text
from raccord.regulation import Citation, Finding, Ruling, Sanction
from raccord.regulation.marking import disciplined

SAID = {
    Sanction.NONE: "avertissement disciplinaire",
    Sanction.WARNING: "avertissement, avertissement disciplinaire",
    Sanction.PENALTY: "pénalité de 5 points, avertissement disciplinaire",
    Sanction.NULLITY: "nullité, avertissement disciplinaire",
}


@pytest.mark.parametrize(("sanction", "said"), SAID.items(), ids=map(str, SAID))
def test_a_disciplinary_warning_is_named_once_beside_the_sanction(
    sanction: Sanction, said: str
) -> None:
    found = (Finding("S", Citation("2017", "5"), sanction, "Un motif."),)
    ruling = Ruling(edition="2017", points=0, base=0, sanction=sanction, findings=found)
    assert sanction_text(disciplined(ruling, "2017")) == said
