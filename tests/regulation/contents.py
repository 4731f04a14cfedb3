"""The numbers of the documents' tables of contents, and of the headings below them."""

_2023 = """
introduction | 1 | 1.1 | 1.2 | 1.2.1 | 1.2.2 | 1.2.3 | 1.3 | 2 | 2.1 | 2.2
3 | 3.1 | 3.2 | 3.3 | 3.4 | 3.5 | 3.6 | 3.7 | 3.8 | 3.8.1 | 3.8.2 | 3.8.3 | 3.8.4
4 | 4.1 | 4.2 | 4.3 | 4.3.1 | 4.3.2
5 | 5.1 | 5.2 | 5.2.1 | 5.2.2 | 5.2.3 | 5.3 | 5.3.1 | 5.3.2 | 5.3.3
5.4 | 5.4.1 | 5.4.1.a | 5.4.1.b | 5.4.1.c | 5.4.1.d | 5.4.2 | 5.4.2.a | 5.4.2.b
5.5 | 5.6 | 5.7 | 5.8 | 5.9
6 | 6.1 | 6.2 | 6.3 | 6.4 | 6.4.1 | 6.4.2 | 6.4.2.a | 6.4.2.b | 6.4.2.c
"""
_2017 = """
introduction | 1 | 1.1 | 1.2 | 1.2.1 | 1.2.2 | 1.2.3 | 2 | 2.1 | 2.2
3 | 3.1 | 3.2 | 3.3 | 3.4 | 3.5 | 3.6
4 | 4.1 | 4.2 | 4.2.1 | 4.2.2 | 4.3 | 4.3.1 | 4.3.2 | 4.3.3 | 4.4
5 | 5.1 | 5.2 | 5.3 | 5.3.1 | 5.3.2 | 5.4 | 5.5 | 5.6 | 5.7
6 | 6.1 | 6.2 | 6.3 | 6.4 | 6.4.1 | 6.4.2 | 6.4.2.a | 6.4.2.b | 6.4.2.c
7 | 7.1 | 7.2 | 7.3 | 7.4
"""
_2010 = """
introduction | 1 | 1.1 | 1.2
2 | 2.1 | 2.2 | 2.3 | 2.4 | 2.5 | 2.6 | 2.6.1 | 2.6.2 | 2.6.3 | 2.6.4 | 2.7
3 | 3.1 | 3.2 | 3.2.1 | 3.2.2 | 3.3 | 3.3.1 | 3.3.2 | 3.3.3 | 3.4
4 | 4.1 | 4.2 | 4.3 | 4.4 | 4.5 | 4.6 | 4.7
5 | 5.1 | 5.2 | 5.3
"""
_ANNEXES = """
annex | annex 1 | annex 2 | annex 3 | annex 4 | annex 5
"""
_JARNAC = """
MATÉRIEL | DICTIONNAIRE | TOSS | TOUR DE JEU | PASSAGE DU SAC | JARNAC | PIOCHER | CONTESTATION
SANS PENDULE | AVEC PENDULE | DÉBUT DE PARTIE | COURS DE PARTIE | ÉPUISEMENT DU TEMPS
FIN DE PARTIE | VAINQUEUR | FORMULE COMPÉTITION
"""


def _numbers(text: str) -> list[str]:
    return [number for line in text.split("\n") if line for number in line.split(" | ")]


CONTENTS = {
    "2023": _numbers(_2023),
    "2017": _numbers(_2017),
    "2010": _numbers(_2010),
    "undated": _numbers(_2010 + _ANNEXES),
    "jarnac": _numbers(_JARNAC),
}
