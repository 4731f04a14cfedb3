"""The world ranking as a document: what is shown, printed and exported of an event."""

from raccord.documents.french import day
from raccord.documents.world import WorldRanking, WorldRow, WorldSoloRow
from raccord.network.contest.state import Contest
from raccord.network.union import Union, world


def world_ranking(contest: Contest, unions: tuple[Union, ...]) -> WorldRanking:
    """Every table of every centre over all games; takes seconds with thousands of them."""
    played = tuple(union for union in unions if union.sections)
    return WorldRanking(
        title=contest.opened.title,
        day=day(min((game.opens for game in contest.games.values()), default=contest.opened.at)),
        games=tuple(union.game.title for union in played),
        centres=len(contest.centres),
        over=min((union.over for union in unions), default=0),
        provisional=not unions or any(union.is_provisional for union in unions),
        top_total=sum(union.state.total for union in played),
        lines=tuple(
            WorldRow(
                place=line.place,
                is_tied=line.is_tied,
                players=line.players,
                centre=line.name,
                table=line.table,
                total=line.total,
                negative=line.negative,
                percentage=line.percentage,
                solos=line.solos,
                games=line.games,
            )
            for line in world(played)
        ),
        solos=tuple(
            WorldSoloRow(
                game=union.game.title,
                turn=solo.turn,
                players=solo.players,
                centre=solo.name,
                move=solo.move,
                points=solo.points,
                bonus=solo.bonus,
                is_provisional=solo.is_provisional,
            )
            for union in played
            for solo in union.solo_lines
        ),
    )
