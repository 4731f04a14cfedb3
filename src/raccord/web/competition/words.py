"""What the pages of competitions call things: ways of ranking, tie-breaks, presence."""

from raccord.tournament import By, TieRule, Trait
from raccord.tournament.events import Absence, Presence
from raccord.tournament.people import Shown

WAYS: dict[By, str] = {
    "points": "Total des points",
    "places": "Somme des places",
    "percentage": "Pourcentage des tops",
    "au-top": "Au top",
}
TIES: dict[TieRule, str] = {
    "last-game": "la dernière partie",
    "last-turn": "le dernier coup",
    "tops": "les tops trouvés",
    "tops-lost": "les tops perdus",
    "warnings": "les avertissements",
    "solos": "les solos",
}
SHOWN: dict[Shown, str] = {"name": "le nom", "initials": "les initiales", "number": "le numéro"}
PRESENCE: dict[Presence, str] = {"present": "présent", "late": "en retard", "absent": "absent"}
ABSENCES: dict[Absence, str] = {
    "absent": "absent",
    "referee": "dispensé (il arbitrait)",
    "late": "en retard",
    "withdrawn": "abandon",
}
GROUPS: dict[Trait, str] = {
    "series": "Série",
    "category": "Catégorie",
    "club": "Club",
    "federation": "Fédération",
}
