"""Every kind of stream the application writes is known to ``raccord database check``."""

import asyncio
import importlib
import pkgutil
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

import raccord
from raccord.cli import cli
from raccord.duplicate import Event, State
from raccord.hall.jarnac.tournaments import JARNAC_TOURNAMENT
from raccord.hall.kinds import KINDS
from raccord.hall.people import People
from raccord.hall.room.events import ROOM, RoomOpened, RoomSettings
from raccord.hall.templates import TemplateShelf
from raccord.network.contest import commands as wished
from raccord.network.contest.decide import decide as decide_contest
from raccord.network.contest.events import Event as ContestEvent
from raccord.network.contest.state import Contest
from raccord.network.decisions import DecisionEvent, Decisions, Overrule, overrule
from raccord.network.diary import Diary, DiaryEvent, Joined, Rehearsed
from raccord.network.kinds import CONTEST, DECISIONS, DIARY, SECTION
from raccord.network.tails import Tails
from raccord.store.games import TOURNAMENT
from raccord.store.kinds import Kind
from raccord.store.store import Store
from raccord.tournament import Person, commands, decide, fold, jarnac, open_event
from raccord.tournament.templates import BUILT_IN
from tests.network.world import script
from tests.store.before import lay_down

DAMAGES = {
    "UPDATE events SET payload = '{{' WHERE position = {first}": "contenu illisible",
    "UPDATE events SET payload = '[]' WHERE position = {first}": "contenu illisible",
    "UPDATE events SET type = 'inventé' WHERE position = {first}": "type d'événement inconnu",
    "UPDATE events SET version = version + 9 WHERE position = {last}": "version inattendue",
    "DELETE FROM events WHERE stream = '{stream}'": "aucun événement",
    "UPDATE streams SET kind = 'belote' WHERE id = '{stream}'": "sorte de partie inconnue",
    "DELETE FROM streams WHERE id = '{stream}'": "événement sans partie",
    "INSERT INTO request_keys VALUES ('{stream}', 'clé', 700, 700)": "clé d'envoi sans événement",
}
HEADLESS = {
    # What every kind needs first, taken away: the rest is readable and in order, and no game.
    "duplicate": 1,
    "jarnac": 1,
    "jarnac-table": 1,
    "solo": 2,
    "tournament": 1,
    "jarnac-tournament": 1,
}


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A database with a stream of every kind, of the schema of now."""
    file = lay_down(tmp_path / "base.sqlite")
    store = Store.open(str(file))
    asyncio.run(_compete(store))
    return file


async def _compete(store: Store) -> None:
    """An evening with one player, which that time did not know."""
    opening = open_event(commands.Open(title="Soirée"))
    enter = commands.Enter(people=(Person(name="Anne"),))
    entered = decide(fold(opening), enter, {})
    repository = TOURNAMENT.repository(store)
    await repository.execute("tournament:ABCD", None, lambda _, __: (*opening, *entered))
    rounds = JARNAC_TOURNAMENT.repository(store)
    players = tuple(jarnac.Player(number=n, code=f"CODE{n}") for n in (1, 2))
    wish = jarnac.Open(
        system="swiss", rounds=1, players=players, formula="libre", minutes=5, lexicon="x"
    )
    for asked in (wish, jarnac.PairRound()):
        await rounds.execute("jarnac-tournament:ABCD", asked, jarnac.decide)
    people = People(store)
    await people.bring_in([Person(name="Anne"), Person(name="Luc")], at=0)
    await people.erase(2, at=0)
    own = msgspec.structs.replace(next(iter(BUILT_IN.values())), name="Le nôtre")
    await TemplateShelf(store).save(own, at=0)
    await asyncio.to_thread(_centres, store)
    opened = RoomOpened(settings=RoomSettings())
    await ROOM.repository(store).execute("room:salon", None, lambda _, __: (opened,))
    await store.aclose()


def _centres(store: Store) -> None:
    """An event with centres, and what one of them has sent."""
    opening = wished.Open(title="Simultané", lexicon="fr-libre", lexicon_digest="x", embargo=0)
    adding = wished.AddCentre(name="Lyon")
    contests: Tails[Contest, ContestEvent] = Tails(store, CONTEST)
    contests.execute("event:ABCD", lambda state: decide_contest(state, opening))
    contests.execute("event:ABCD", lambda state: decide_contest(state, adding))
    diary: Tails[Diary, DiaryEvent] = Tails(store, DIARY)
    joined = (Joined(title="Simultané", name="Lyon"), Rehearsed(turns=2, clock_ms=0))
    diary.execute("centre:ABCD/lyon/1", lambda _: joined)
    decided: Tails[Decisions, DecisionEvent] = Tails(store, DECISIONS)
    ruling = Overrule(centre="lyon", game=1, turn=1, table=1, points=2, reason="vu")
    again = msgspec.structs.replace(ruling, points=3)
    decided.execute("decisions:ABCD", lambda state: overrule(state, ruling))
    decided.execute("decisions:ABCD", lambda state: overrule(state, again))
    sections: Tails[State, Event] = Tails(store, SECTION)
    sections.execute("section:ABCD/lyon/1/1", lambda _: script(1)[:3])


def damage(base: Path, kind: str, statement: str) -> str:
    """Change the first stream of a kind behind the log's back; gives its name."""
    with closing(sqlite3.connect(base)) as raw, raw:
        for verb in ("update", "delete"):
            raw.execute(f"DROP TRIGGER events_no_{verb}")
        stream, first, last = raw.execute(
            "SELECT stream, min(position), max(position) FROM events WHERE stream ="
            " (SELECT min(id) FROM streams WHERE kind = ?)",
            (kind,),
        ).fetchone()
        raw.executescript(statement.format(stream=stream, first=first, last=last))
    return str(stream)


def check(base: Path) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["database", "check", "--database", str(base)])
    return result.exit_code, result.stdout


def test_a_sound_database_of_every_kind_passes(base: Path) -> None:
    counted, erased = "17 parties, 109 événements", "1 événement sans les données effacées"
    told = f"Vérifié : {counted}.\n{erased} sur demande.\nTout est en ordre.\n"
    assert check(base) == (0, told)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("statement", "said"), DAMAGES.items(), ids=DAMAGES.values())
def test_each_damage_of_each_kind_is_found(
    base: Path, kind: str, statement: str, said: str
) -> None:
    stream = damage(base, kind, statement)
    code, told = check(base)
    assert code == 2
    assert any(stream in line and said in line for line in told.splitlines()), told


@pytest.mark.parametrize("kind", HEADLESS)
def test_a_game_without_its_opening_does_not_replay(base: Path, kind: str) -> None:
    gone = HEADLESS[kind]
    stream = damage(
        base,
        kind,
        f"DELETE FROM events WHERE stream = '{{stream}}' AND version <= {gone};"
        f"UPDATE events SET version = version - {gone} WHERE stream = '{{stream}}'",
    )
    code, told = check(base)
    assert code == 2
    assert f"{stream} 1 : la partie ne se rejoue pas" in told


def test_a_companion_that_speaks_of_a_stranger_does_not_replay(base: Path) -> None:
    stream = damage(
        base,
        "hall-companion",
        "UPDATE events SET type = 'assigned',"
        """ payload = '{{"event":"assigned","at":0,"id":"personne","tables":[1]}}'"""
        " WHERE position = {last}",
    )
    code, told = check(base)
    assert code == 2
    assert f"{stream} 2 : la partie ne se rejoue pas (KeyError)" in told


def test_every_kind_there_is_in_the_code_is_registered() -> None:
    made = set()
    for found in pkgutil.walk_packages(raccord.__path__, "raccord."):
        if "migrations" in found.name or found.name.endswith("__main__"):
            continue
        module = importlib.import_module(found.name)
        made |= {value.name for value in vars(module).values() if isinstance(value, Kind)}
    assert made == set(KINDS)
