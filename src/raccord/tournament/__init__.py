"""Competitions: people, several games and the rankings over them. Pure values, exact fractions.

A competition is a stream of events like a game: ``open_event`` and ``decide`` make them out of
``commands``, ``fold`` and ``evolve`` tell what they add up to, ``summarise`` and ``standing`` what
is shown. Rankings over loose results of games are ``rank``'s.
"""

from raccord.tournament import commands, events, record
from raccord.tournament.columns import plain, rows_of
from raccord.tournament.commands import Command
from raccord.tournament.decide import decide, open_event
from raccord.tournament.errors import (
    ListRefusal,
    NotAnEventError,
    PeopleError,
    Refusal,
    TournamentError,
)
from raccord.tournament.events import AnyEvent, Event, Terms
from raccord.tournament.evolve import evolve, fold
from raccord.tournament.history import Appearance, History, history
from raccord.tournament.lists import Listed, left_aside, read_people
from raccord.tournament.people import TRAITS, Entry, Person, Trait
from raccord.tournament.plan import PlannedCut, PlannedGame, Round, Seating
from raccord.tournament.rankings import WAYS, By, Rank, plain_number, rank, traits_of
from raccord.tournament.reporting import of_text, reporting
from raccord.tournament.results import Counts, GameResult, of_game, of_lines
from raccord.tournament.season import SeasonLine, season
from raccord.tournament.seating import admitted, playing, seats_of
from raccord.tournament.standing import (
    GameLine,
    StandingLine,
    game_lines,
    own_line,
    ranks_of,
    results_of,
    standing,
    teams,
    telling,
    tied,
    way_of,
)
from raccord.tournament.state import EventGame, State
from raccord.tournament.summary import PlayedGame, Summary, summarise
from raccord.tournament.table_files import (
    read_grades,
    read_weights,
    written_grades,
    written_weights,
)
from raccord.tournament.tables import Grade, Weight, handicapped, weight
from raccord.tournament.tally import Tally, TallyLine, tally_of
from raccord.tournament.teams import TeamLine, TeamRule, rank_teams
from raccord.tournament.ties import RULES, Broken, TieRule
from raccord.tournament.totals import of_csv

__all__ = [
    "RULES",
    "TRAITS",
    "WAYS",
    "AnyEvent",
    "Appearance",
    "Broken",
    "By",
    "Command",
    "Counts",
    "Entry",
    "Event",
    "EventGame",
    "GameLine",
    "GameResult",
    "Grade",
    "History",
    "ListRefusal",
    "Listed",
    "NotAnEventError",
    "PeopleError",
    "Person",
    "PlannedCut",
    "PlannedGame",
    "PlayedGame",
    "Rank",
    "Refusal",
    "Round",
    "SeasonLine",
    "Seating",
    "StandingLine",
    "State",
    "Summary",
    "Tally",
    "TallyLine",
    "TeamLine",
    "TeamRule",
    "Terms",
    "TieRule",
    "TournamentError",
    "Trait",
    "Weight",
    "admitted",
    "commands",
    "decide",
    "events",
    "evolve",
    "fold",
    "game_lines",
    "handicapped",
    "history",
    "left_aside",
    "of_csv",
    "of_game",
    "of_lines",
    "of_text",
    "open_event",
    "own_line",
    "plain",
    "plain_number",
    "playing",
    "rank",
    "rank_teams",
    "ranks_of",
    "read_grades",
    "read_people",
    "read_weights",
    "record",
    "reporting",
    "results_of",
    "rows_of",
    "season",
    "seats_of",
    "standing",
    "summarise",
    "tally_of",
    "teams",
    "telling",
    "tied",
    "traits_of",
    "way_of",
    "weight",
    "written_grades",
    "written_weights",
]
