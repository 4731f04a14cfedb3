"""The articles of the five documents, one a line: number | mark | title | why not done.

``+`` done, ``~`` procedural, ``>`` coming, ``-`` left out, ``=`` a heading without a rule of its
own. The chapters of the rules of Jarnac have no numbers: they go by their headings.
"""

_SLIP = "Le bulletin imprimé est celui du club ; l'écran en reprend les cases."
_KIT = "Le matériel de chaque joueur est vérifié en salle."
_DESK = "Le logiciel tient lieu de sac, de minuteur et de tableau ; l'arbitre garde les siens."
_OUTSIDE = "La fédération désigne elle-même ses membres."
_LOST = "Texte perdu dans les deux copies : lu comme dans les autres éditions, jamais cité."

_2023 = f"""
introduction | + | Principe du duplicate, classement par points
1 | = | Règles de base
1.1 | + | Former et placer un mot
1.2 | + | Compter les points
1.2.1 | + | Cases de couleur
1.2.2 | + | Plusieurs mots formés d'un coup
1.2.3 | + | Prime de 50 points pour sept lettres posées
1.3 | + | Temps de jeu : trois minutes, ou moins
2 | = | Matériel
2.1 | ~ | Ce dont dispose le joueur, et ce qui lui est interdit | {_KIT}
2.2 | ~ | Ce dont dispose le juge-arbitre, logiciel compris | {_DESK}
3 | + | Type de partie annoncé au préalable
3.1 | + | Tirer et annoncer les lettres ; vingt secondes entre deux coups
3.2 | + | Tirage valable, rejet
3.3 | + | Déclenchement du temps et signaux
3.4 | + | Top retenu et son annonce
3.5 | + | Solos
3.6 | + | Coup sans solution, coup annulé
3.7 | + | Fins de partie
3.8 | + | Formules originales : combinaisons
3.8.1 | + | Partie joker
3.8.2 | + | Tirages de huit et neuf lettres
3.8.3 | + | Mort subite
3.8.4 | + | Topping
4 | = | Rédaction du bulletin
4.1 | + | Ce que porte le bulletin, et jusqu'à quand on écrit
4.2 | + | Le mot proposé, en entier
4.3 | = | Localisation du mot
4.3.1 | + | Référence
4.3.2 | + | Lettres de raccord
5 | = | Correction des bulletins
5.1 | + | Mots admis
5.2 | = | Mots joués, lettres parasites, mots formés en raccord
5.2.1 | + | Ce qu'est un mot joué
5.2.2 | + | Lettres parasites
5.2.3 | + | Ce qu'est un mot formé en raccord
5.3 | + | Solutions acceptables ; deux modes ; prolongement
5.3.1 | + | Localisation correcte, score exact ou existant
5.3.2 | + | Localisation correcte, score absent ou erroné
5.3.3 | + | Score existant, mal localisé ; raccordement fallacieux
5.4 | = | Ordre de traitement
5.4.1 | + | Zéros immédiats
5.4.1.a | + | Aucune solution acceptable
5.4.1.b | + | Autre mot joué sans solution acceptable
5.4.1.c | + | Erreur de grille
5.4.1.d | + | Erreur de lettre
5.4.2 | = | Autres cas
5.4.2.a | + | Premier coup
5.4.2.b | + | Plusieurs solutions : la meilleure, et ses exceptions
5.5 | + | Avertissements
5.6 | + | Pénalité de cinq points
5.7 | + | Nullités
5.8 | + | Plusieurs manquements sur un bulletin
5.9 | + | Notification, coût des avertissements, moyenne
6 | = | Décisions arbitrales
6.1 | + | Tricherie
6.2 | + | Retard
6.3 | + | Recours : qui, contre quoi, jusqu'à quand
6.4 | = | Commissions
6.4.1 | + | Commission d'arbitrage de l'épreuve, ou de chaque centre
6.4.2 | = | Commission de recours de la fédération internationale
6.4.2.a | + | Recours contre une décision de la commission d'arbitrage
6.4.2.b | ~ | Ses cinq membres | {_OUTSIDE}
6.4.2.c | + | Dossier complet, transmis ; deux semaines pour les pièces manquantes
"""

_2017 = f"""
introduction | + | Principe du duplicate, classement par points, jeu en solitaire
1 | = | Règles de base
1.1 | + | Former et placer un mot
1.2 | + | Compter les points
1.2.1 | + | Cases de couleur
1.2.2 | + | Plusieurs mots formés d'un coup
1.2.3 | + | Prime de 50 points pour sept lettres posées
2 | = | Matériel
2.1 | ~ | Ce dont dispose le joueur | {_KIT}
2.2 | ~ | Ce dont dispose le juge-arbitre | {_DESK}
3 | + | Type de partie annoncé au préalable
3.1 | + | Tirer et annoncer les lettres
3.2 | + | Tirage valable, rejet
3.3 | + | Temps de réflexion et signaux
3.4 | + | Top retenu et son annonce
3.5 | + | Solos
3.6 | + | Fins de partie
4 | ~ | Présentation du bulletin | {_SLIP}
4.1 | + | Ce que porte le bulletin, et jusqu'à quand on écrit
4.2 | = | Situer le mot par une référence
4.2.1 | + | Forme de la référence
4.2.2 | + | Mot entier avec sa référence ; prolongement
4.3 | = | Situer le mot par des lettres de raccord
4.3.1 | + | Ce qu'est une lettre de raccord
4.3.2 | + | Mot entier avec son raccord ; prolongement
4.3.3 | + | Raccord qui convient à plusieurs places
4.4 | + | Référence et raccord ensemble
5 | = | Correction des bulletins
5.1 | + | Mots admis
5.2 | + | Avertissements
5.3 | = | Pénalités de cinq points
5.3.1 | + | Emplacement retrouvé par le score ; dernière lettre
5.3.2 | + | Bulletin ambigu, soumis à la commission
5.4 | + | Nullités
5.5 | + | Plusieurs manquements sur un bulletin
5.6 | + | Plusieurs solutions ; place du joker
5.7 | + | Notification, coût des avertissements, moyenne
6 | = | Décisions arbitrales
6.1 | + | Retard
6.2 | + | Coup sans solution, coup annulé
6.3 | + | Recours : qui, contre quoi, jusqu'à quand
6.4 | = | Commissions
6.4.1 | + | Commission d'arbitrage de l'épreuve, ou de chaque centre
6.4.2 | = | Commission de recours de la fédération internationale
6.4.2.a | + | Recours contre une décision de la commission d'arbitrage
6.4.2.b | ~ | Ses cinq membres | {_OUTSIDE}
6.4.2.c | + | Dossier complet, transmis ; deux semaines pour les pièces manquantes
7 | + | Formules originales : combinaisons, classement aux points ou aux places
7.1 | + | Partie joker
7.2 | + | Tirages de huit et neuf lettres
7.3 | + | Mort subite
7.4 | + | Topping
"""

_2010 = f"""
introduction | + | Principe du duplicate, classement par points, jeu en solitaire
1 | = | Matériel
1.1 | ~ | Ce dont dispose le joueur | {_KIT}
1.2 | ~ | Ce dont dispose le juge-arbitre | {_DESK}
2 | + | Type de partie annoncé au préalable
2.1 | + | Tirer et annoncer les lettres
2.2 | + | Tirage valable, rejet
2.3 | + | Temps de réflexion et signaux
2.4 | + | Top retenu et son annonce
2.5 | + | Former et placer un mot
2.6 | + | Compter les points
2.6.1 | + | Cases de couleur
2.6.2 | + | Plusieurs mots formés d'un coup
2.6.3 | + | Prime de 50 points pour sept lettres posées
2.6.4 | + | Solos
2.7 | + | Fins de partie
3 | - | Présentation du bulletin | {_LOST}
3.1 | - | Ce que porte le bulletin | {_LOST}
3.2 | = | Situer le mot par une référence
3.2.1 | + | Forme de la référence
3.2.2 | + | Mot entier avec sa référence ; prolongement
3.3 | = | Situer le mot par des lettres de raccord
3.3.1 | + | Ce qu'est une lettre de raccord
3.3.2 | + | Mot entier avec son raccord ; prolongement
3.3.3 | + | Raccord qui convient à plusieurs places
3.4 | + | Référence et raccord ensemble
4 | = | Correction des bulletins
4.1 | + | Mots admis
4.2 | + | Nullités
4.3 | + | Pénalités de cinq points
4.4 | + | Avertissements et leur coût
4.5 | + | Plusieurs manquements sur un bulletin
4.6 | + | Plusieurs solutions ; place du joker
4.7 | + | Notification, moyenne
5 | = | Décisions arbitrales
5.1 | + | Retard
5.2 | + | Coup sans solution, coup annulé
5.3 | + | Recours contre une décision
"""

_UNDATED = f"""
introduction | + | Principe du duplicate, classement aux points ou au pourcentage, jeu en solitaire
1 | = | Matériel
1.1 | ~ | Ce dont dispose le joueur | {_KIT}
1.2 | ~ | Ce dont dispose le juge-arbitre | {_DESK}
2 | = | Procédures de jeu
2.1 | + | Tirer et annoncer les lettres
2.2 | + | Tirage valable, rejet
2.3 | + | Temps de réflexion et signaux
2.4 | + | Top retenu et son annonce
2.5 | + | Former et placer un mot
2.6 | + | Compter les points
2.6.1 | + | Cases de couleur
2.6.2 | + | Plusieurs mots formés d'un coup
2.6.3 | + | Prime de 50 points pour sept lettres posées
2.6.4 | + | Solos
2.7 | + | Fins de partie
3 | ~ | Présentation du bulletin | {_SLIP}
3.1 | + | Ce que porte le bulletin, et jusqu'à quand on écrit
3.2 | = | Situer le mot par une référence
3.2.1 | + | Forme de la référence
3.2.2 | + | Mot entier avec sa référence ; prolongement
3.3 | = | Situer le mot par des lettres de raccord
3.3.1 | + | Ce qu'est une lettre de raccord
3.3.2 | + | Mot entier avec son raccord ; prolongement
3.3.3 | + | Raccord qui convient à plusieurs places
3.4 | + | Référence et raccord ensemble
4 | = | Correction des bulletins
4.1 | + | Mots admis
4.2 | + | Nullités
4.3 | + | Avertissements
4.4 | + | Plusieurs manquements sur un bulletin
4.5 | + | Plusieurs solutions ; place du joker
4.6 | + | Notification, moyenne
4.7 | + | Coût des avertissements
5 | = | Décisions arbitrales
5.1 | + | Retard
5.2 | + | Coup sans solution, coup annulé
5.3 | + | Recours contre une décision
annex | + | Formules originales : classement aux points, aux places, au pourcentage
annex 1 | + | Partie joker
annex 2 | + | Blitz et semi-rapide
annex 3 | + | Tirages de huit lettres
annex 4 | + | Multitops
annex 5 | + | Au top
"""

_JARNAC = """
MATÉRIEL | + | Tapis, sac de 144 lettres, but du jeu
DICTIONNAIRE | + | Mots admis
TOSS | + | Qui commence
TOUR DE JEU | + | Poser, rallonger, passer
PASSAGE DU SAC | + | Dire Jarnac ou piocher
JARNAC | + | Prendre un mot manqué
PIOCHER | + | Une lettre, ou trois à changer
CONTESTATION | + | Contester un mot ou un Jarnac
SANS PENDULE | + | Trente secondes par coup
AVEC PENDULE | + | Vingt minutes chacun
DÉBUT DE PARTIE | > | Mise en route de la pendule | La pendule part ainsi, sans citer ce chapitre.
COURS DE PARTIE | + | Passer le sac et appuyer, arrêts de jeu
ÉPUISEMENT DU TEMPS | + | Drapeau tombé
FIN DE PARTIE | + | Huitième ligne
VAINQUEUR | + | Décompte et résultat
FORMULE COMPÉTITION | + | Conjugaisons et mots de même entrée
"""

DOCUMENTS = {
    "2023": _2023,
    "2017": _2017,
    "2010": _2010,
    "undated": _UNDATED,
    "jarnac": _JARNAC,
}
