"""The paragraphs of the rules of Jarnac, as the decisions of the engine cite them.

A paragraph is named by its heading and its rank under it; a letter is one branch of a paragraph
that offers several. ``GISTS`` says each in our own words, for a referee who shows it to a player.
"""

from enum import StrEnum

EDITION = "jarnac"


class Ref(StrEnum):
    """Référence: a paragraph of the document."""

    MATERIAL_1 = "MATÉRIEL 1"
    MATERIAL_2 = "MATÉRIEL 2"
    MATERIAL_3 = "MATÉRIEL 3"
    DICTIONARY_1 = "DICTIONNAIRE 1"
    DICTIONARY_2 = "DICTIONNAIRE 2"
    DICTIONARY_3 = "DICTIONNAIRE 3"
    TOSS_1 = "TOSS 1"
    TOSS_2 = "TOSS 2"
    TURN_1 = "TOUR DE JEU 1"
    TURN_2 = "TOUR DE JEU 2"
    TURN_3 = "TOUR DE JEU 3"
    TURN_4A = "TOUR DE JEU 4a"
    TURN_4B = "TOUR DE JEU 4b"
    TURN_4C = "TOUR DE JEU 4c"
    TURN_5 = "TOUR DE JEU 5"
    TURN_6 = "TOUR DE JEU 6"
    TURN_7 = "TOUR DE JEU 7"
    BAG_1 = "PASSAGE DU SAC 1"
    JARNAC_1 = "JARNAC 1"
    JARNAC_2 = "JARNAC 2"
    JARNAC_3 = "JARNAC 3"
    DRAW_1 = "PIOCHER 1"
    DRAW_2 = "PIOCHER 2"
    DRAW_3 = "PIOCHER 3"
    CONTEST_1 = "CONTESTATION 1"
    CONTEST_2 = "CONTESTATION 2"
    CONTEST_2A = "CONTESTATION 2a"
    CONTEST_2B = "CONTESTATION 2b"
    CONTEST_2C = "CONTESTATION 2c"
    CONTEST_3 = "CONTESTATION 3"
    TIME_1 = "SANS PENDULE 1"
    CLOCK_1 = "AVEC PENDULE 1"
    CLOCK_2 = "AVEC PENDULE 2"
    CLOCK_3 = "AVEC PENDULE 3"
    START_1 = "DÉBUT DE PARTIE 1"
    START_2 = "DÉBUT DE PARTIE 2"
    COURSE_1 = "COURS DE PARTIE 1"
    COURSE_2 = "COURS DE PARTIE 2"
    COURSE_3 = "COURS DE PARTIE 3"
    FLAG_1 = "ÉPUISEMENT DU TEMPS 1"
    FLAG_2 = "ÉPUISEMENT DU TEMPS 2"
    FLAG_3 = "ÉPUISEMENT DU TEMPS 3"
    FLAG_4A = "ÉPUISEMENT DU TEMPS 4a"
    FLAG_4B = "ÉPUISEMENT DU TEMPS 4b"
    FLAG_4C = "ÉPUISEMENT DU TEMPS 4c"
    END_1 = "FIN DE PARTIE 1"
    END_2 = "FIN DE PARTIE 2"
    WINNER_1 = "VAINQUEUR 1"
    WINNER_2 = "VAINQUEUR 2"
    WINNER_3_1 = "VAINQUEUR 3.1"
    WINNER_3_2A = "VAINQUEUR 3.2a"
    WINNER_3_2B = "VAINQUEUR 3.2b"
    FORMULA_1 = "FORMULE COMPÉTITION 1"
    FORMULA_2 = "FORMULE COMPÉTITION 2"
    FORMULA_3 = "FORMULE COMPÉTITION 3"


GISTS: dict[Ref, str] = {
    Ref.MATERIAL_1: "À chacun son tapis, de huit lignes.",
    Ref.MATERIAL_2: "Cent quarante-quatre lettres ; la répartition dépend de la boîte.",
    Ref.MATERIAL_3: "On forme des mots de trois à neuf lettres pour marquer plus que l’autre.",
    Ref.DICTIONARY_1: "Un seul ouvrage fait foi pour la partie.",
    Ref.DICTIONARY_2: "Les entrées de l’ouvrage et ce qui en dérive sont admis.",
    Ref.DICTIONARY_3: "Féminins, pluriels, participes ; et les conjugaisons selon la formule.",
    Ref.TOSS_1: "Chacun tire une lettre ; la plus proche de A donne la main.",
    Ref.TOSS_2: "Les lettres du toss retournent au sac ; à égalité, on recommence.",
    Ref.TURN_1: "Le premier joueur tire six lettres, posées à découvert.",
    Ref.TURN_2: "Il ouvre sa première ligne avec un mot de trois lettres au moins.",
    Ref.TURN_3: "Il tire ensuite une lettre de plus.",
    Ref.TURN_4A: "Il peut ouvrir la ligne suivante et continuer.",
    Ref.TURN_4B: "Il peut rallonger un de ses mots et continuer.",
    Ref.TURN_4C: "Il peut passer et remettre le sac.",
    Ref.TURN_5: "Le second joueur fait de même, ou dit d’abord Jarnac.",
    Ref.TURN_6: "Chaque mot réussi vaut une lettre de plus et la suite du tour.",
    Ref.TURN_7: "Un mot posé garde toutes ses lettres, et chacune reste sur sa ligne.",
    Ref.BAG_1: "Qui reçoit le sac dit Jarnac ou pioche.",
    Ref.JARNAC_1: "On dit Jarnac, à la passe, pour un mot que l’adversaire pouvait jouer.",
    Ref.JARNAC_2: "On nomme le mot, on le pose chez soi, puis on pioche.",
    Ref.JARNAC_3: "L’adversaire peut contester ce Jarnac.",
    Ref.DRAW_1: "On pioche une lettre, ou on en change trois.",
    Ref.DRAW_2: "La lettre piochée rejoint le reliquat.",
    Ref.DRAW_3: "On change exactement trois lettres, si le reliquat en compte au moins trois.",
    Ref.CONTEST_1: "On conteste, avec ou sans Jarnac, avant que l’auteur ne pioche.",
    Ref.CONTEST_2: "L’arbitre vérifie le mot.",
    Ref.CONTEST_2A: "Mot bon : son auteur continue et tire une lettre de plus.",
    Ref.CONTEST_2B: "Mot faux : le contestataire nomme son Jarnac s’il l’a dit, et prend la main.",
    Ref.CONTEST_2C: "Il tire une lettre de plus : deux, ou quatre s’il en échange trois.",
    Ref.CONTEST_3: "Un mot posé se conteste, un Jarnac aussi.",
    Ref.TIME_1: "Sans pendule : trente secondes par coup.",
    Ref.CLOCK_1: "Avec pendule : un temps par joueur, vingt minutes par défaut.",
    Ref.CLOCK_2: "Arrêter son horloge lance celle de l’autre ; le drapeau tombe à la fin.",
    Ref.CLOCK_3: "Un arrêt de jeu suspend les deux horloges.",
    Ref.START_1: "Les deux horloges sont réglées et arrêtées avant le départ.",
    Ref.START_2: "L’horloge du premier joueur part dès ses six lettres tirées.",
    Ref.COURSE_1: "Passer, c’est le dire et appuyer ; un oubli coûte son propre temps.",
    Ref.COURSE_2: "Chacun répartit son temps comme il l’entend.",
    Ref.COURSE_3: "Un litige arrête les horloges ; celle du joueur qui a la main repart.",
    Ref.FLAG_1: "Le drapeau tombe : le sac passe, cette fois sans Jarnac, et l’autre continue.",
    Ref.FLAG_2: "Hors temps, on ne fait que passer, contester, ou dire Jarnac sans prendre.",
    Ref.FLAG_3: "Hors temps, chaque appel erroné donne dix points à l’adversaire.",
    Ref.FLAG_4A: "Hors temps, une contestation ou un Jarnac juste termine la partie.",
    Ref.FLAG_4B: "Les deux drapeaux tombés, la partie est finie.",
    Ref.FLAG_4C: "La fin de partie ordinaire vaut aussi quand un joueur est hors temps.",
    Ref.END_1: "Huit lignes, plus rien à jouer, pas de Jarnac en dix secondes : c’est fini.",
    Ref.END_2: "Un Jarnac en huitième ligne rend la main pour une lettre, et expose à son tour.",
    Ref.WINNER_1: "Un mot vaut le carré de sa longueur.",
    Ref.WINNER_2: "À la fin on compte les mots de chaque tapis.",
    Ref.WINNER_3_1: "Plus de 70 points d’écart : les points décident.",
    Ref.WINNER_3_2A: "Jusqu’à 70 points d’écart, il faut plus de points et plus de Jarnacs.",
    Ref.WINNER_3_2B: "Sinon la partie est nulle.",
    Ref.FORMULA_1: "Sans conjugaisons : d’un verbe, l’infinitif et les participes seulement.",
    Ref.FORMULA_2: "Sans enchaînements : on ne rallonge pas un mot dans sa propre entrée.",
    Ref.FORMULA_3: "La formule compétition exclut conjugaisons et enchaînements.",
}
