"""``raccord top`` and ``raccord moves``: the best moves, or all of them, of one position."""

from collections.abc import Sequence
from typing import Any

import click

from raccord.board import Board, PlayRules, Solution, Solutions, moves, score, tops
from raccord.cli.answers import print_json
from raccord.cli.inputs import json_option, limit_option, position_options, read_board, rules_for

_SHOWN = 30


@click.command("top")
@position_options
@json_option
def top_command(board: str | None, rack: str, lexicon: str, playable: int, as_json: bool) -> None:
    """Donne tous les coups qui réalisent le meilleur score."""
    from raccord.wordlists import load

    grid, rules = read_board(board), rules_for(rack, playable)
    found = tops(grid, rack, load(lexicon), rules)
    _show(grid, rules, found, found, as_json)


@click.command("moves")
@position_options
@limit_option
@json_option
def moves_command(
    board: str | None,
    rack: str,
    lexicon: str,
    playable: int,
    limit: int | None,
    as_json: bool,
) -> None:
    """Donne tous les coups possibles, du meilleur au moins bon."""
    from raccord.wordlists import load

    grid, rules = read_board(board), rules_for(rack, playable)
    found = moves(grid, rack, load(lexicon), rules)
    shown = found[: limit if limit or as_json else _SHOWN]
    _show(grid, rules, found, shown, as_json)


def as_data(board: Board, solution: Solution, rules: PlayRules) -> dict[str, Any]:
    """A move as the JSON output gives it."""
    counted = score(board, solution.move, rules)
    words = [
        {"word": w.word, "reference": str(w.reference), "points": w.points} for w in counted.words
    ]
    return {"move": str(solution.move), "score": solution.score, "words": words}


def _show(
    board: Board, rules: PlayRules, found: Solutions, shown: Sequence[Solution], as_json: bool
) -> None:
    if as_json:
        data = [as_data(board, solution, rules) for solution in shown]
        print_json(data)
        return
    from raccord.cli.views import console, moves_table

    if not shown:
        click.echo("Aucun coup possible.")
        return
    out = console()
    out.print(moves_table(board, shown, rules))
    if len(shown) < len(found):
        out.print(f"[dim]{len(shown)} coups affichés sur {len(found)} (voir --limit).[/]")
