"""Documents of games and competitions: rankings, sheets, notes, as values and files.

The values are pure functions of the game's state; ``to_csv``, ``to_pdf`` and ``to_json`` write
them, templates show them.
"""

from collections.abc import Sequence

import msgspec

from raccord.documents.certificates import Certificate, Certificates, certificates
from raccord.documents.competition import EventRanking, SeasonTable
from raccord.documents.game import game_sheet, turn_pictures
from raccord.documents.heading import sealed
from raccord.documents.marking import MarkingLine, MarkingSheet, marking_sheet, second_sheet
from raccord.documents.minutes import Dossier, Minutes, dossier, minutes
from raccord.documents.pdf import to_pdf
from raccord.documents.proof import proof, proof_sheet
from raccord.documents.ranking import ranking
from raccord.documents.road import notes, road_sheet, road_sheets
from raccord.documents.road_forms import RoadForm, RoadForms, road_forms
from raccord.documents.sheets import to_csv
from raccord.documents.slip_forms import SlipBox, SlipForm, SlipForms, SlipMark, slip_forms
from raccord.documents.table_codes import TableCode, TableCodes
from raccord.documents.values import (
    Document,
    GameLine,
    GameSheet,
    Heading,
    Note,
    Notes,
    Proof,
    ProofSheet,
    Ranking,
    RoadLine,
    RoadSheet,
    TieLine,
    TurnPicture,
)

__all__ = [
    "Certificate",
    "Certificates",
    "Document",
    "Dossier",
    "EventRanking",
    "GameLine",
    "GameSheet",
    "Heading",
    "MarkingLine",
    "MarkingSheet",
    "Minutes",
    "Note",
    "Notes",
    "Proof",
    "ProofSheet",
    "Ranking",
    "RoadForm",
    "RoadForms",
    "RoadLine",
    "RoadSheet",
    "SeasonTable",
    "SlipBox",
    "SlipForm",
    "SlipForms",
    "SlipMark",
    "TableCode",
    "TableCodes",
    "TieLine",
    "TurnPicture",
    "certificates",
    "dossier",
    "game_sheet",
    "marking_sheet",
    "minutes",
    "notes",
    "proof",
    "proof_sheet",
    "ranking",
    "road_forms",
    "road_sheet",
    "road_sheets",
    "sealed",
    "second_sheet",
    "slip_forms",
    "to_csv",
    "to_json",
    "to_pdf",
    "turn_pictures",
]


def to_json(document: Document | Sequence[Document]) -> bytes:
    """A document, or several, as JSON."""
    return msgspec.json.encode(document)
