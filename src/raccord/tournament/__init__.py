"""Competitions: people, several games and the rankings over them. Pure values, exact fractions.

A competition is a stream of events like a game: ``open_event`` and ``decide`` make them out of
``commands``, ``fold`` and ``evolve`` tell what they add up to, ``summarise`` and ``standing`` what
is shown. Rankings over loose results of games are ``rank``'s.
"""

from raccord.tournament import commands, events, record
from raccord.tournament.columns import plain, rows_of
from raccord.tournament.commands import Command
from raccord.tournament.decide import decide, open_event
from raccord.tournament.errors import NotAnEventError, PeopleError, Refusal, TournamentError
from raccord.tournament.events import AnyEvent, Event, Terms
from raccord.tournament.evolve import evolve, fold
from raccord.tournament.lists import Listed, left_aside, read_people
from raccord.tournament.people import TRAITS, Entry, Person, Trait
from raccord.tournament.rankings import WAYS, By, Rank, rank
from raccord.tournament.reporting import of_text, reporting
from raccord.tournament.results import Counts, GameResult, of_game, of_lines
from raccord.tournament.season import SeasonLine, season
from raccord.tournament.seating import admitted, playing, seats_of
from raccord.tournament.standing import (
    GameLine,
    StandingLine,
    game_lines,
    plain_number,
    results_of,
    standing,
    telling,
)
from raccord.tournament.state import EventGame, State
from raccord.tournament.summary import PlayedGame, Summary, summarise
from raccord.tournament.tally import Tally, TallyLine, tally_of
from raccord.tournament.ties import RULES, Broken, TieRule
from raccord.tournament.totals import of_csv

__all__ = [
    "RULES",
    "TRAITS",
    "WAYS",
    "AnyEvent",
    "Broken",
    "By",
    "Command",
    "Counts",
    "Entry",
    "Event",
    "EventGame",
    "GameLine",
    "GameResult",
    "Listed",
    "NotAnEventError",
    "PeopleError",
    "Person",
    "PlayedGame",
    "Rank",
    "Refusal",
    "SeasonLine",
    "StandingLine",
    "State",
    "Summary",
    "Tally",
    "TallyLine",
    "Terms",
    "TieRule",
    "TournamentError",
    "Trait",
    "admitted",
    "commands",
    "decide",
    "events",
    "evolve",
    "fold",
    "game_lines",
    "left_aside",
    "of_csv",
    "of_game",
    "of_lines",
    "of_text",
    "open_event",
    "plain",
    "plain_number",
    "playing",
    "rank",
    "read_people",
    "record",
    "reporting",
    "results_of",
    "rows_of",
    "season",
    "seats_of",
    "standing",
    "summarise",
    "tally_of",
    "telling",
]
