"""The form of a new game: what a referee types, read into a game and its tables."""

import msgspec

from raccord.duplicate import Refusal
from raccord.duplicate import commands as cmd
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.paces import exact_pace, said_pace
from raccord.duplicate.rules.solos import SoloRule
from raccord.hall.companion import HallSettings
from raccord.hall.desk import BY_SOFTWARE, NewGame
from raccord.hall.games import Game
from raccord.hall.players import entering
from raccord.hall.standing import Standing
from raccord.quoting import unturned
from raccord.regulation import DEFAULT_EDITION
from raccord.web.referee.numbers import parse_tables

WAYS = (
    *("classic", "semi-rapide", "blitz", "mort-subite", "topping"),
    *("multitops", "multitops3", "au-top"),
)
"""Ways to play: one is chosen."""
LETTERS = ("7sur8", "7et8", "7-8-9")
"""Larger draws, and the joker: they go with any way (2017 7 · 2023 3.8)."""
TOGETHER = (*WAYS, "joker", *LETTERS, *(f"{letters}+joker" for letters in LETTERS))
"""The formulas of a competition's games, where one list is chosen from."""
TIE_BREAK = "mort-subite"


class NewGameForm(msgspec.Struct, frozen=True, kw_only=True):
    """The form of a new game; ``tie_of`` is the code of a game whose tables are to be separated."""

    title: str = ""
    edition: str = DEFAULT_EDITION
    formula: str = "classic"
    letters: str = ""
    joker: str = ""
    time: str = ""
    lexicon: str = ""
    entry: str = "assisted"
    paper_tables: str = ""
    draw: str = "software"
    record: str = ""
    players: str = ""
    tie_of: str = ""
    tie_tables: str = ""
    solo_bonus: str = ""
    solo_players: str = ""
    show_ranking: str = ""
    private: str = ""
    public_number: str = ""

    @property
    def parts(self) -> str:
        """The whole formula: a way to play, the letters drawn, the joker."""
        return "+".join(part for part in (self.formula, self.letters, self.joker) if part)


def named(names: tuple[str, ...]) -> dict[str, str]:
    """Formulas by name, as people call them."""
    return {name: formulas.parse(name).label for name in names}


def wish_of(form: NewGameForm) -> NewGame:
    """The game a form asks for."""
    settings = {
        "entry": form.entry,
        "paper_tables": parse_tables(form.paper_tables),
        "draw": form.draw,
        "show_ranking": bool(form.show_ranking),
        "private": bool(form.private),
    }
    wish = {
        "title": form.title,
        "edition": form.edition,
        "formula": form.parts,
        "time": exact_pace(said_pace(form.time)) if form.time.strip() else "",
        "lexicon": form.lexicon,
        "record": form.record,
        "settings": msgspec.convert(settings, HallSettings),
        "solo": _solo(form),
        # The form hides the question where it is not the software that draws.
        "public_number": bool(form.public_number) and form.draw in BY_SOFTWARE,
    }
    found = msgspec.convert(wish, NewGame)
    if form.entry == "paper" and formulas.parse(found.formula).topping:
        raise Refusal("au topping, les joueurs proposent depuis leur téléphone : pas de papier")
    return found


def _solo(form: NewGameForm) -> SoloRule | None:
    """The event's own rule for solos, None where the form leaves it to the regulation."""
    bonus, players = form.solo_bonus.strip(), form.solo_players.strip()
    if not bonus and not players:
        return None
    if not (bonus.isdecimal() and players.isdecimal()):
        raise Refusal("règle des solos incomplète : donnez les points et le nombre de tables")
    return msgspec.convert({"bonus": int(bonus), "players": int(players)}, SoloRule)


def tables_of(form: NewGameForm) -> cmd.RegisterAll | None:
    """The tables typed into the form, None if there are none yet."""
    return entering(unturned(form.players)) if form.players.strip() else None


def ties(standing: Standing) -> dict[int, tuple[int, ...]]:
    """The tables that are level, by their place."""
    found: dict[int, tuple[int, ...]] = {}
    for line in standing.lines:
        if line.is_tied:
            found[line.place] = (*found.get(line.place, ()), line.table)
    return found


def separated(form: NewGameForm, game: Game, standing: Standing) -> cmd.RegisterAll:
    """The tables of a game named for a tie-break, with their numbers and players; no others."""
    if form.players.strip():
        raise Refusal("un départage reprend les joueurs de l'autre partie : n'en inscrivez pas")
    tables = parse_tables(form.tie_tables) or ties(standing).get(1, ())
    if len(tables) < 2:
        raise Refusal("un départage oppose deux tables au moins : nommez-les")
    entrants = game.state.entrants
    if unknown := [table for table in tables if table not in entrants]:
        raise Refusal(f"la table {unknown[0]} n'est pas inscrite")
    return cmd.RegisterAll(
        tables=tuple(cmd.Register(table=t, players=entrants[t].players) for t in tables)
    )


def tie_break(game: Game, tables: str) -> NewGameForm:
    """The form of a tie-break between tables of a game: sudden death, all else as it was."""
    opened, settings = game.state.opened, game.companion.settings
    return NewGameForm(
        title=f"Départage : {opened.title}"[:120],
        edition=opened.edition,
        formula=TIE_BREAK,
        lexicon=opened.lexicon,
        entry=settings.entry,
        private="yes" if settings.private else "",
        tie_of=game.code,
        tie_tables=tables,
    )
