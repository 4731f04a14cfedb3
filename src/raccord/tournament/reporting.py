"""A game played elsewhere, as a file tells it: a record, an exported ranking, a CSV of totals."""

import msgspec

from raccord.decoding import in_french
from raccord.duplicate import fold, record
from raccord.duplicate.slips.ranking import RankLine
from raccord.tournament.commands import Report, ReportLine
from raccord.tournament.errors import TournamentError
from raccord.tournament.results import GameResult, of_game, of_lines
from raccord.tournament.tally import told_of
from raccord.tournament.totals import of_csv


class _Heading(msgspec.Struct):
    top_total: int


class _Ranking(msgspec.Struct):
    """The ranking that a game exports, as far as it is read here."""

    heading: _Heading
    lines: tuple[RankLine, ...]


def of_text(text: str) -> GameResult:
    """The results a file tells; ``TournamentError`` or ``DuplicateError`` says what is wrong."""
    return _of_json(text) if text.lstrip("\ufeff \r\n\t").startswith("{") else of_csv(text)


def _of_json(text: str) -> GameResult:
    """A game's record, or the ranking it exports."""
    try:
        found = msgspec.json.decode(text, type=_Ranking)
    except msgspec.ValidationError as error:
        if '"lines"' in text and '"schema"' not in text:
            raise TournamentError(f"classement illisible : {in_french(error)}") from error
    except msgspec.DecodeError:
        pass  # the record's reader says where the JSON goes wrong
    else:
        return of_lines(found.lines, found.heading.top_total)
    return of_game(fold(record.loads(text).events))


def reporting(text: str, title: str = "") -> Report:
    """The command that brings the results of a file into a competition."""
    result = of_text(text)
    names = sorted(result.players)
    if not names:
        raise TournamentError("ce fichier ne dit aucun joueur")
    if not result.top and any(result.totals.values()):
        raise TournamentError(
            "ce fichier ne dit pas le total des tops (attendu : joueur;total;top)"
        )
    lines = (ReportLine(player=name, **told_of(result, name)) for name in names)
    return Report(title=title, top=result.top, lines=tuple(lines))
