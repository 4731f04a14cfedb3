"""What the pages of competitions call things: ways of ranking, tie-breaks, presence."""

from raccord.tournament import By, TieRule, Trait
from raccord.tournament.events import Absence, Presence
from raccord.tournament.people import Shown
from raccord.tournament.teams import Count

WAYS: dict[By, str] = {
    "points": "Total des points",
    "places": "Somme des places",
    "percentage": "Pourcentage des tops",
    "au-top": "Au top",
    "negative": "Points sous les tops",
    "time": "Temps (topping)",
    "survival": "Coups tenus (mort subite)",
}
TIES: dict[TieRule, str] = {
    "last-game": "la dernière partie",
    "last-turn": "le dernier coup",
    "tops": "les tops trouvés",
    "tops-lost": "les tops perdus",
    "warnings": "les avertissements",
    "solos": "les solos",
    "sudden-death": "une mort subite",
}
SHOWN: dict[Shown, str] = {"name": "le nom", "initials": "les initiales", "number": "le numéro"}
PRESENCE: dict[Presence, str] = {"present": "présent", "late": "en retard", "absent": "absent"}
ABSENCES: dict[Absence, str] = {
    "absent": "absent",
    "referee": "dispensé (il arbitrait)",
    "late": "en retard",
    "withdrawn": "abandon",
}
SEATINGS: dict[str, str] = {
    "number": "à la table de leur numéro",
    "series": "par séries",
    "draw": "au sort",
}
TEAM_COUNTS: dict[Count, str] = {
    "sum": "la somme de ses joueurs",
    "best": "celui de ses meilleurs joueurs",
    "index": "sa valeur d'indice",
}
GROUPS: dict[Trait, str] = {
    "series": "Série",
    "category": "Catégorie",
    "club": "Club",
    "federation": "Fédération",
    "team": "Équipe",
    "centre": "Centre",
}
