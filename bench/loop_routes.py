"""Every request that ``loop.py`` makes of a large installation."""

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import httpx
from installation import Installation, local, pairs
from tests.web.club import Club
from tests.web.conftest import WebClient
from tests.web.seeded import FROM_ELSEWHERE
from tests.web.test_routes import BODIES, FORMS, OF_A_GAME, declared

PHONES = 8
_DOCUMENTS = ("/classement", "/feuille", "/billets", "/route", "/preuve")
LONG = 300.0
_SETTINGS = {"draw": "hand", "entry": "strict"}
QUERIES = {
    "/mots": "?question=tirage&q=RETINA?S",
    "/mots/quiz": "?liste=trois&genre=rajouts&numero=1",
    "/analyse": "?grille=97MAISON122&tirage=AEINRS%3F",
    "/api/analysis": "?grille=97MAISON122&tirage=AEINRS%3F",
    "/api/words/check": "?words=lustre",
    "/api/words/quiz": "?liste=trois&genre=rajouts&numero=1",
    "/api/words/study": "?question=tirage&q=RETINA?S",
    "/api/formula": "?formula=7et8",
    "/historique": "?nom=Joueuse 7",
    "/historique.json": "?nom=Joueuse 7",
    "/competition/{code}/saisie": "?partie=1",
    "/arbitrer/{code}/decisions": "?coup=2&voir=all",
    "/arbitrer/{code}/hypothese": "?coup=2&table=2&points=12",
    "/api/games/{code}/what-if": "?turn=2&table=2&points=12",
    "/api/tournaments/{code}/what-if": "?game=1&turn=1&table=1&points=12",
    "/partie/{code}/billets": "?tous=1",
    "/parties/feuilles.pdf": "?parties={over}",
}
OTHERS = {
    "turn": "2", "table": "3", "number": "1", "edition": "2017", "word": "CHIEN",
    "audience": "public", "path": "openapi.json", "centre": "centre-0",
}  # fmt: skip


@dataclass(frozen=True)
class Asked:
    """One request: its route as declared, what the table calls it, and how it is made."""

    route: str
    name: str
    ask: Callable[[], httpx.Response]
    must_work: bool = True


def walk(made: Installation) -> Iterator[Asked]:
    """Every request, reading first, then writing, and what was written read again."""
    desk, stranger = made.desk, made.server.client()
    stranger.headers.update(FROM_ELSEWHERE)
    yield from _reading(made, desk, "organiser")
    yield from _reading(made, stranger, "stranger")
    yield from _competition(made)
    yield from _people(made)
    yield from _hall(made)
    yield from _world(made)
    yield from _alone(made)
    yield from _jarnac(made)
    yield from _rest(made)


def unasked(walked: set[str]) -> set[str]:
    """The routes that nothing was asked of with success."""
    seen = {_shape(route) for route in walked}
    return {route for route in declared() if _shape(route) not in seen}


def _shape(route: str) -> str:
    """A route without the names of its parameters, and numbers as if they were one."""
    path = re.sub(r"\.(?:json|csv|pdf)$", "", route) if "/partie/" in route else route
    return re.sub(r"{\w+}|(?<=/)\d+(?=/|$)", "_", path)


def _reading(made: Installation, client: WebClient, who: str) -> Iterator[Asked]:
    for route in declared():
        method, path = route.split(" ")
        if method != "GET" or path.startswith("/live/") or path.endswith("/live"):
            continue
        for kind, address in _addresses(made, path):
            name = f"{route}{kind} ({who})"
            for _ in range(2):
                yield Asked(route, name, _getting(client, address), must_work=False)
            for end in (".json", ".pdf", ".csv") if path.endswith(_DOCUMENTS) else ():
                # Minutes of work in the workshop: other documents tell as much of the loop.
                if path.endswith("/route") and end == ".pdf":
                    continue
                at = address.replace("?", end + "?") if "?" in address else address + end
                yield Asked(route, f"{name} {end}", _getting(client, at), must_work=False)


def _getting(client: WebClient, address: str) -> Callable[[], httpx.Response]:
    return lambda: client.get(address, timeout=LONG)


def _filled(path: str, known: dict[str, str]) -> str:
    return re.sub(r"{(\w+)}", lambda found: known.get(found[1], "x"), path)


def _addresses(made: Installation, path: str) -> Iterator[tuple[str, str]]:
    codes = {"": made.codes["event"]}
    name = made.codes["solo"]
    if path.startswith(OF_A_GAME):
        codes = {", over": made.codes["over"], ", under way": made.codes["running"]}
    elif path.startswith("/epreuve"):
        codes = {"": made.codes["world"]}
    elif "/jarnac" in path:
        codes, name = {"": made.codes["jarnac"]}, made.codes["duel"]
    if path.startswith("/competition") and "/papiers/{name}" in path:
        for paper in ("engages", "pointage", "plan", "resultats", "diplomes", "proces-verbal"):
            yield f" {paper}", path.format(code=made.codes["event"], name=f"{paper}.pdf")
        return
    if path.startswith("/competition") and "/fichiers/{name}" in path:
        for kind in ("csv", "xlsx", "ods", "json"):
            yield f" {kind}", path.format(code=made.codes["event"], name=f"competition.{kind}")
        return
    for kind, code in codes.items():
        known = {**OTHERS, "code": code, "name": name, "token": "x", "digest": "x"}
        filled = _filled(path, known)
        yield kind, filled + QUERIES.get(path, "").format(over=made.codes["over"])


def _rest(made: Installation) -> Iterator[Asked]:
    """Every route that writes, with a plain body: at least as far as its refusal."""
    for route in declared():
        method, path = route.split(" ")
        for _, address in _addresses(made, path) if method != "GET" else ():
            action = re.sub(r"^/(?:api/)?\w+/[A-Z0-9]+/", "", address)
            json, form = BODIES.get(action, {}), FORMS.get(action, {})
            kind: dict[str, Any] = {"json": json} if path.startswith("/api/") else {"data": form}
            ask = partial(made.desk.request, method, address, timeout=LONG, **kind)
            yield Asked(route, f"{route} (plain)", ask, must_work=False)


class Writer:
    """Says what is written, as the organiser."""

    def __init__(self, client: WebClient, **known: str) -> None:
        self.client, self.known = client, known

    def json(self, route: str, body: object, said: str = "", must_work: bool = True) -> Asked:
        """A body in JSON."""
        method, path = route.split(" ")
        address = path.format(**self.known)
        return Asked(
            route,
            f"{route} {said}".strip(),
            lambda: self.client.request(method, address, json=body, timeout=LONG),
            must_work,
        )

    def form(self, route: str, body: Any, said: str = "", must_work: bool = True) -> Asked:
        """A form."""
        path = route.split(" ")[1].format(**self.known)
        return Asked(
            route,
            f"{route} {said}".strip(),
            lambda: self.client.post(path, data=body, timeout=LONG),
            must_work,
        )

    def file(self, route: str, content: bytes, body: Any = None, said: str = "") -> Asked:
        """A file."""
        path = route.split(" ")[1].format(**self.known)
        files = {"file": ("liste.csv", content)}
        return Asked(
            route,
            f"{route} {said}".strip(),
            lambda: self.client.post(path, files=files, data=body or {}, timeout=LONG),
        )

    def get(self, route: str, said: str = "") -> Asked:
        """A page, once something has changed."""
        path = route.split(" ")[1].format(**self.known)
        return Asked(
            route,
            f"{route} {said}".strip(),
            lambda: self.client.get(path, timeout=LONG),
            must_work=False,
        )


PAGES = ("", "/gerer", "/pointage", "/projection", "/partie/1", "/joueur/1", "/saisie", "/plan")


def _again(write: Writer, said: str) -> Iterator[Asked]:
    for page in PAGES:
        yield write.get(f"GET /competition/{{code}}{page}", said)
    for page in ("", "/ranking", "/teams", "/summary", "/revision"):
        yield write.get(f"GET /api/tournaments/{{code}}{page}", said)


def _competition(made: Installation) -> Iterator[Asked]:
    many = pairs(made.size.players)
    for way in ("list", "file", "program"):
        opened = made.desk.post(
            "/api/tournaments", json={"command": "open", "title": f"Open {way}"}
        )
        write = Writer(made.desk, code=opened.json()["code"])
        if way == "list":
            text = "\n".join(" / ".join(pair) for pair in many)
            yield write.form("POST /competition/{code}/engages", {"text": text}, "800 pairs")
        elif way == "file":
            csv = "Nom;Club\n" + "\n".join(
                f"{' / '.join(pair)};Club {len(pair[0])}" for pair in many
            )
            yield write.file(
                "POST /competition/{code}/engages/fichier", csv.encode(), None, "800 pairs"
            )
        else:
            entries = [{"people": [{"name": a}, {"name": b}]} for a, b in many]
            body = {"command": "enter-all", "entries": entries}
            yield write.json("POST /api/tournaments/{code}", body, "enter 800 pairs")
        yield from _again(write, "after entering")
    yield from _played(made, write)
    known = Writer(made.desk, code=made.codes["event"])
    yield known.form("POST /competition/{code}/coupe", {"first": 100, "categories": "vermeil 5"})
    yield from _again(known, "after a cut")
    yield known.form("POST /competition/{code}/clore", {})
    yield known.form("POST /competition/{code}/rouvrir", {})


def _played(made: Installation, write: Writer) -> Iterator[Asked]:
    """A day of a large competition, its games in the hall."""
    size = made.size.players
    yield write.json(
        "POST /api/tournaments/{code}/presence",
        {"numbers": list(range(1, size + 1)), "presence": "present"},
        "800 present",
    )
    yield write.form("POST /competition/{code}/pointage", {"mark": "1:late"})
    yield write.form("POST /competition/{code}/pointage", {"rest": "present"}, "the rest")
    yield write.json("POST /api/tournaments/{code}/seating", {})
    yield write.form("POST /competition/{code}/placement", {})
    yield write.form(
        "POST /competition/{code}/reglages", {"title": "Open", "by": "points"}, must_work=False
    )
    yield write.json("POST /api/tournaments/{code}/games", {"title": "Partie 1"}, "800 tables")
    yield from _again(write, "after a game was opened")
    for way in ("form", "program"):
        game = made.desk.get(f"/competition/{write.known['code']}.json").json()["games"]
        lines = [{"number": n, "total": 900 - n % 300} for n in range(1, size + 1)]
        if way == "form":
            form = {"number": [str(n) for n in range(1, size + 1)], "total": ["500"] * size}
            yield write.form(
                "POST /competition/{code}/saisie", {"title": "Saisie", "top": "900", **form}
            )
            text = "joueur;total\n" + "\n".join(f"{n};{n}" for n in range(1, size + 1))
            yield write.form(
                "POST /competition/{code}/resultats", {"title": "CSV", "text": text}, "800 totals",
                must_work=False,
            )  # fmt: skip
        else:
            body = {
                "command": "type-result", "title": f"Après {len(game)}",
                "tally": {"top": 900, "lines": lines},
            }  # fmt: skip
            yield write.json("POST /api/tournaments/{code}", body, "type 800 totals")
        yield from _again(write, "after typing totals")
    yield write.form(
        "POST /competition/{code}/engages/{number}".replace("{number}", "1"), {"name": "A / B"}
    )
    yield write.form("POST /competition/{code}/engages/2/exclure", {"reason": "x"})
    yield write.form("POST /competition/{code}/engages/2/readmettre", {"reason": "x"})
    yield write.form("POST /competition/{code}/absences", {"game": 2, "number": 3, "why": "late"})
    yield write.form("POST /competition/{code}/commission", {"text": "Anne ; présidente"})
    yield write.form("POST /competition/{code}/suivante", {}, must_work=False)
    yield write.json("POST /api/tournaments/{code}/next", {}, must_work=False)
    yield write.json(
        "POST /api/tournaments/{code}/sudden-death", {"numbers": [1, 2]}, must_work=False
    )
    yield write.form("POST /competition/{code}/modele", {"name": "Open"}, must_work=False)


def _people(made: Installation) -> Iterator[Asked]:
    write = Writer(made.desk, code=made.codes["event"])
    csv = "Nom;Licence\n" + "\n".join(f"Nouvelle {n};9{n}" for n in range(made.size.people))
    yield write.file("POST /personnes", csv.encode(), None, "5,000 more")
    more = [{"name": f"Encore {n}"} for n in range(made.size.people // 5)]
    yield write.json("POST /api/people", more, "1,000 more")
    yield write.get("GET /personnes", "after it")
    yield write.get("GET /api/people", "after it")
    yield write.json("PUT /api/people/1", {"name": "Changée"})
    yield write.form("POST /personnes/fiche/3", {"name": "Changée aussi"})
    yield write.form("POST /personnes/reunir", {"number": 4, "into": 5})
    yield write.form("POST /personnes/retirer", {"number": 6})
    yield write.form("POST /personnes/effacer", {"number": 7, "sure": "1"})
    yield write.json("DELETE /api/people/8", None)
    opened = made.desk.post("/api/tournaments", json={"command": "open", "title": "Annuaire"})
    known = Writer(made.desk, code=opened.json()["code"])
    yield known.get("GET /competition/{code}/engages/annuaire")
    form = {"number": [str(n) for n in range(20, 20 + made.size.players)]}
    yield known.form("POST /competition/{code}/engages/annuaire", form, "800 of them")


@contextmanager
def _listening(clients: list[tuple[WebClient, str]]) -> Iterator[None]:
    """Streams that are read as long as the block goes on."""
    ends = threading.Event()

    def listen(client: WebClient, path: str) -> None:
        try:
            with client.stream("GET", path, timeout=None) as reply:
                for _ in reply.iter_raw():
                    if ends.is_set():
                        return
        except httpx.HTTPError:
            return

    for client, path in clients:
        threading.Thread(target=listen, args=(client, path), daemon=True).start()
    yield
    ends.set()


def _hall(made: Installation) -> Iterator[Asked]:
    """A game of 1,000 tables, played through the API, everybody listening."""
    size, desk = made.size.tables, made.desk
    write = Writer(desk)
    yield write.json("POST /api/games", {"title": "Grande salle", "settings": _SETTINGS})
    code = desk.post("/api/games", json={"title": "x", "settings": _SETTINGS}).json()["code"]
    club = Club(made.server, desk, code)
    write = Writer(desk, code=code)
    names = "\n".join(f"{n} Joueuse {n} Durand / Joueur {n}" for n in range(1, size + 1))
    yield write.json("POST /api/games/{code}/tables", {"text": names}, "1,000 tables")
    yield write.json("POST /api/games/{code}/invitations", {"role": "marker", "tables": [1, 2]})
    yield write.get("GET /api/games/{code}/pins", "first")
    yield write.json("POST /api/games/{code}/pins", {}, must_work=False)
    phones = [club.phone(table) for table in range(1, PHONES + 1)]
    streams = [(phone, f"/live/{code}/player") for phone in phones]
    for audience in ("public", "referee", "marker"):
        listener = made.server.client()
        listener.cookies = desk.cookies
        streams.append((listener, f"/live/{code}/{audience}"))
    with _listening(streams):
        for turn, letters in ((1, "AEINRST"), (2, "")):
            yield from _turn(made, club, write, phones, turn, letters)
        yield from _after(made, write)


def _turn(
    made: Installation, club: Club, write: Writer, phones: list[WebClient], turn: int, letters: str
) -> Iterator[Asked]:
    size, code = made.size.tables, club.code
    body = {"letters": letters or "EOUNTRD"[:7]}
    yield write.json("POST /api/games/{code}/draw", body)
    if turn == 1:
        yield write.json(
            "POST /api/games/{code}/correct-draw",
            {"letters": "AEINRSU", "reason": "x"},
            must_work=False,
        )
        yield write.json("POST /api/games/{code}/reject-draw", {}, must_work=False)
    yield write.json("POST /api/games/{code}/start", {})
    slip = {"turn": turn, "entered": {"word": "RETINAS", "reference": "H4", "score": 70}}
    for phone in phones:
        yield Writer(phone, code=code).json("POST /api/games/{code}/slip", slip)
    yield write.json("POST /api/games/{code}/interrupt", {}, must_work=False)
    yield write.json("POST /api/games/{code}/resume", {}, must_work=False)
    yield write.json("POST /api/games/{code}/end-time", {})
    yield write.json("POST /api/games/{code}/reopen-time", {"seconds": 20}, must_work=False)
    yield write.json("POST /api/games/{code}/end-time", {}, must_work=False)
    yield Writer(phones[0], code=code).json(
        "POST /api/games/{code}/slip", slip, "late", must_work=False
    )
    some = list(range(PHONES + 1, size // 2))
    yield write.json("POST /api/games/{code}/marks/top", {"tables": some}, "half the hall")
    for route, more in (("", "="), ("/preview", "="), ("/why", "=")):
        line = {"turn": turn, "line": f"{size // 2 + 1} {more}"}
        yield write.json(f"POST /api/games/{{code}}/marks/line{route}", line)
    yield write.json("POST /api/games/{code}/marks/missing", {"rest": True}, "half the hall")
    for page in ("/arbitrer/{code}", "/arbitrer/{code}/decisions", "/corriger/{code}",
                 "/api/games/{code}/referee", "/api/games/{code}/marks",
                 "/api/games/{code}/tables"):  # fmt: skip
        yield write.get(f"GET {page}", "during a turn")
    yield write.json("POST /api/games/{code}/retain", {})
    for page in ("/partie/{code}", "/partie/{code}/classement", "/api/games/{code}/ranking",
                 "/api/games/{code}", "/partie/{code}/route", "/projection/{code}",
                 "/arbitrer/{code}", "/corriger/{code}", "/api/games/{code}/referee"):  # fmt: skip
        yield write.get(f"GET {page}", "after a turn")
    own = Writer(phones[0], code=code)
    for page in ("/api/games/{code}/own", "/jouer/{code}", "/partie/{code}/route/1",
                 f"/api/games/{{code}}/own/{turn}/why"):  # fmt: skip
        yield own.get(f"GET {page}", "after a turn")
    ruling = {"turn": turn, "table": 3, "points": 1, "reason": "x"}
    yield write.json("POST /api/games/{code}/rulings", ruling)
    yield write.json("POST /api/games/{code}/notes", {"turn": turn, "table": 4}, must_work=False)
    yield own.json(
        "POST /api/games/{code}/own/appeals", {"turn": turn, "reason": "x"}, must_work=False
    )


def _after(made: Installation, write: Writer) -> Iterator[Asked]:
    late = {"text": f"{made.size.tables + 1} En Retard"}
    yield write.json("POST /api/games/{code}/tables", late, "late", must_work=False)
    yield write.json("PUT /api/games/{code}/tables/9", {"players": ["Autre"]})
    yield write.json("POST /api/games/{code}/tables/10/withdraw", {"reason": "x"})
    yield write.json("POST /api/games/{code}/tables/10/take-back", {}, must_work=False)
    yield write.json("POST /api/games/{code}/tables/11/exclude", {"reason": "x"})
    yield write.json("PUT /api/games/{code}/settings", {"show_ranking": True}, must_work=False)
    yield write.json("POST /api/games/{code}/stop", {"reason": "fin"})
    yield write.json("POST /api/games/{code}/publish", {"insist": True})
    yield write.json("POST /api/games/{code}/reveal", {}, must_work=False)
    for page in ("/partie/{code}", "/partie/{code}/classement", "/partie/{code}/classement.pdf",
                 "/partie/{code}/feuille.pdf", "/partie/{code}/preuve",
                 "/partie/{code}/enregistrement.json", "/arbitrer/{code}/suivante"):  # fmt: skip
        yield write.get(f"GET {page}", "when it is over")
    yield write.json("POST /api/games/{code}/next", {"absent": []}, "1,000 tables")
    yield write.json("POST /api/games/{code}/archive", {})
    yield write.json(
        "POST /api/games",
        {"title": "Préparée", "record": made.codes["record"]},
        "a prepared game", must_work=False,
    )  # fmt: skip


def _world(made: Installation) -> Iterator[Asked]:
    write = Writer(made.desk, code=made.codes["world"])
    centres = "\n".join(f"Ville {n}" for n in range(made.size.centres))
    form = {"title": "Autre", "edition": "2017", "embargo": local(1), "centres": centres}
    yield write.form("POST /epreuves", form, "300 centres")
    decision = {"centre": "centre-0", "game": 1, "turn": 1, "table": 1, "points": 3, "reason": "x"}
    yield write.form("POST /epreuve/{code}/decisions", decision)
    send = Asked(
        "POST /api/hub/messages",
        "POST /api/hub/messages a game again",
        lambda: made.desk.post(
            "/api/hub/messages",
            content=made.message,
            headers={"content-type": "application/octet-stream"},
        ),
    )
    yield send
    for page in ("", "/gerer", "/centres.json", "/classement.pdf", "/classement.csv"):
        yield write.get(f"GET /epreuve/{{code}}{page}", "after a decision")
    yield write.form("POST /epreuve/{code}/centres", {"text": "Un de plus"})
    yield write.form("POST /epreuve/{code}/embargo", {"until": local(-2)})


def _alone(made: Installation) -> Iterator[Asked]:
    write = Writer(made.desk, name=made.codes["solo"])
    yield write.json("POST /api/solo", {})
    yield write.json("POST /api/solo/{name}/hint", {"turn": 1}, must_work=False)
    yield write.json("POST /api/solo/{name}/answer", {"turn": 1})
    yield write.get("GET /api/solo/{name}/solutions/1")
    yield write.get("GET /solo/{name}/coup/1", "after a turn")
    yield write.json("POST /api/solo/{name}/next", {})
    yield write.json("POST /api/solo/{name}/stop", {})
    for page in ("/bilan", "/partie.gcg", "/partie.json", "/partie.pdf", "/coup/1"):
        yield write.get(f"GET /solo/{{name}}{page}", "when it is over")
    yield write.form("POST /solo/{name}/defier", {}, must_work=False)
    yield write.form("POST /solo/{name}/encore", {}, must_work=False)
    yield write.form("POST /solo/jour", {}, must_work=False)
    yield write.json("POST /api/progress/decks", {"words": ["CHIEN"]}, must_work=False)
    yield write.json("POST /api/room/join", {"name": "Ada", "luck": "7"}, must_work=False)


def _jarnac(made: Installation) -> Iterator[Asked]:
    write = Writer(made.desk, code=made.codes["jarnac"])
    result = {"command": "type-result", "round": 1, "table": 1, "points": [300, 100]}
    yield write.json("POST /api/tournaments/{code}/jarnac", result, "a result")
    for table in range(2, made.size.jarnac // 2 + 1):
        made.desk.post(
            f"/api/tournaments/{made.codes['jarnac']}/jarnac", json=result | {"table": table}
        )
    yield write.json("POST /api/tournaments/{code}/jarnac", {"command": "pair-round"}, "a round")
    for page in ("", "/gerer", "/ecran", "/tables.pdf", "/classement.pdf"):
        yield write.get(f"GET /competition/{{code}}/jarnac{page}", "after a round")
    made_table = made.desk.post("/api/jarnac", json={})
    yield write.json("POST /api/jarnac", {}, must_work=False)
    if made_table.is_success:
        name = made_table.json().get("name", "")
        duel = Writer(made.desk, name=name)
        yield duel.get("GET /api/jarnac/{name}/advice/0")
        yield duel.json("POST /api/jarnac/{name}/moves", {"type": "pass"}, must_work=False)
        yield duel.get("GET /api/jarnac/{name}/review", "")
