"""A word list of one's own, imported from the browser."""

import gzip
import re
import threading
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from raccord import wordlists
from raccord.hall.lists import Lists
from raccord.lexicon import compile_image
from raccord.web.words import importing
from raccord.web.words.lists import LIST_BODY
from tests.lexicon.conftest import KwgWriter
from tests.web.conftest import LiveServer, Visitors, WebClient
from tests.web.test_rights import stranger

MakeServer = Callable[..., LiveServer]
LIST = "# du club\nchien\nÉTÉ\nniche\nchien\nl'eau\na\nanticonstitutionnellement\n"


@pytest.fixture
def server(home: Path, make_server: MakeServer) -> LiveServer:
    return make_server()


@pytest.fixture
def organiser(server: LiveServer) -> WebClient:
    return server.client().sign_in()


def send(client: WebClient, name: str, data: bytes | str = LIST, file: str = "club.txt") -> Any:
    return client.post("/listes", files={"file": (file, data)}, data={"name": name})


def finished(client: WebClient) -> dict[str, Any]:
    """The last import, once it is over."""
    for _ in range(300):
        found: dict[str, Any] = client.get("/api/lexicons/import").json()
        if found["step"] in {"done", "failed"}:
            return found
        time.sleep(0.05)
    pytest.fail("the import never ends")


def imported(client: WebClient, name: str, **options: Any) -> dict[str, Any]:
    assert send(client, name, **options).status_code == 303
    return finished(client)


def names() -> list[str]:
    return [one.name for one in wordlists.installed()]


def offered(client: WebClient) -> str:
    """The list that the form of a new game shows as chosen."""
    text = client.get("/arbitrer").text
    select = text.partition('id="lexicon"')[2].partition("</select>")[0]
    return select.partition("selected")[0].rpartition('value="')[2].partition('"')[0]


def create(client: WebClient, lexicon: str) -> None:
    assert client.post("/arbitrer", data={"lexicon": lexicon}).status_code == 303


def test_a_list_is_imported_and_tells_what_it_left_out_and_why(organiser: WebClient) -> None:
    found = imported(organiser, "club")
    assert (found["step"], found["words"]) == ("done", 3)
    assert found["rejected"] == {
        "en double": 1,
        "autre chose que des lettres": 1,
        "moins de 2 lettres": 1,
        "plus de 15 lettres": 1,
    }
    assert list(wordlists.load("club")) == ["CHIEN", "ETE", "NICHE"]
    page = organiser.get("/listes").text
    for told in ("l&#39;eau", "anticonstitutionnellement", "plus de 15\u00a0lettres"):
        assert told in page


def test_many_lines_left_out_are_counted_and_only_the_first_shown(organiser: WebClient) -> None:
    imported(organiser, "club", data="chien\n" + "1\n" * 60)
    page = organiser.get("/listes").text
    assert page.count("<td>autre chose que des lettres</td>") == importing.SHOWN
    assert "et 10 autres lignes" in page


@pytest.mark.parametrize("kind", ["gzip", "kwg"])
def test_every_format_of_the_command_line_comes_in(
    organiser: WebClient, write_kwg: KwgWriter, kind: str
) -> None:
    words = ["CHIEN", "NICHE"]
    data = write_kwg(words) if kind == "kwg" else gzip.compress("\n".join(words).encode())
    assert imported(organiser, "club", data=data, file=f"liste.{kind}")["words"] == 2


@pytest.mark.parametrize(
    ("data", "told"),
    [(b"1\n2\n", "aucun mot"), (b"\x00\x01\x02", "pas une liste"), (b"\x1f\x8bxx", "gzip")],
)
def test_a_file_that_is_no_list_gets_one_line_and_loses_nothing(
    organiser: WebClient, data: bytes, told: str
) -> None:
    imported(organiser, "club")
    found = imported(organiser, "autre", data=data, file="photo.bin")
    assert found["step"] == "failed"
    assert "photo.bin" in found["fault"]
    assert told in found["fault"]
    assert names() == ["fr-libre", "club"]
    assert "Rien n’a été importé" in organiser.get("/listes").text


@pytest.mark.parametrize("name", ["fr-libre", "../x", "", "CON", "club", "CLUB"])
def test_a_name_that_cannot_be_is_refused_and_no_list_is_replaced(
    organiser: WebClient, name: str
) -> None:
    imported(organiser, "club")
    before = wordlists.load("club").digest
    reply = send(organiser, name, "autre\nmots\n")
    assert reply.status_code == 409
    assert reply.text.count('role="alert"') == 1
    assert wordlists.load("club").digest == before
    assert names() == ["fr-libre", "club"]


def test_a_form_without_its_file_and_one_too_large_are_refused(organiser: WebClient) -> None:
    reply = organiser.post("/listes", files={"name": (None, "club")})
    assert reply.status_code == 400
    assert "Choisissez d’abord le fichier" in reply.text
    assert send(organiser, "club", b"x" * (LIST_BODY + 1)).status_code == 413
    assert names() == ["fr-libre"]


def test_only_the_organiser_sees_imports_and_removes_lists(
    home: Path, make_server: MakeServer
) -> None:
    outside = stranger(make_server(host="0.0.0.0"))
    for path in ("/listes", "/api/lexicons/import"):
        assert outside.get(path).status_code == 401
    assert send(outside, "club").status_code == 401
    for path in ("/listes/choisir", "/listes/retirer"):
        assert outside.post(path, data={"name": "fr-libre"}).status_code == 401
    assert names() == ["fr-libre"]


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Holds every import until it is set."""
    gate = threading.Event()
    install = wordlists.import_new

    def wait(*told: Any) -> wordlists.Import:
        assert gate.wait(60)
        return install(*told)

    monkeypatch.setattr(wordlists, "import_new", wait)
    yield gate
    gate.set()


def test_one_import_goes_on_at_a_time_and_the_others_are_told(
    organiser: WebClient, held: threading.Event
) -> None:
    assert send(organiser, "club").status_code == 303
    refused = send(organiser, "autre")
    assert refused.status_code == 409
    assert "déjà en cours" in refused.text
    page = organiser.get("/listes").text
    assert "<progress" in page
    assert "Lecture des mots" in page
    held.set()
    assert finished(organiser)["name"] == "club"
    assert names() == ["fr-libre", "club"]


def test_an_import_that_breaks_in_the_middle_leaves_no_half_list(
    organiser: WebClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: object) -> None:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(Lists, "choose", breaks)
        found = imported(organiser, "club")
    assert found["step"] == "failed"
    assert "n’est pas installée" in found["fault"]
    assert names() == ["fr-libre"]
    assert imported(organiser, "club")["step"] == "done", "the next one is not kept waiting"


def test_pages_open_while_a_list_is_compiled(
    organiser: WebClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, building = threading.Event(), threading.Event()

    def slow(*args: Any, **options: Any) -> bytes:
        building.set()
        assert gate.wait(60)
        return compile_image(*args, **options)

    organiser.get("/arbitrer")
    monkeypatch.setattr("raccord.wordlists.loading.compile_image", slow)
    assert send(organiser, "club").status_code == 303
    assert building.wait(60)
    try:
        for path in ("/arbitrer", "/listes", "/solo", "/jarnac", "/mots?q=chien"):
            assert organiser.get(path, timeout=30).status_code == 200, path
    finally:
        gate.set()
    assert finished(organiser)["step"] == "done"


def test_the_list_last_chosen_is_offered_first(server: LiveServer, organiser: WebClient) -> None:
    assert offered(organiser) == "fr-libre"
    imported(organiser, "club")
    imported(organiser, "autre")
    assert offered(organiser) == "autre", "who imports a list wants to play with it"
    create(organiser, "club")
    assert offered(organiser) == "club"
    assert organiser.post("/listes/choisir", data={"name": "fr-libre"}).status_code == 303
    assert offered(organiser) == "fr-libre"
    assert organiser.post("/listes/choisir", data={"name": "inconnue"}).status_code == 404


def test_a_position_is_analysed_with_any_list(organiser: WebClient) -> None:
    assert 'id="lexicon"' not in organiser.get("/analyse").text, "one list is no choice"
    imported(organiser, "club")
    shown = organiser.get("/analyse", params={"tirage": "CHEIN", "lexicon": "club"}).text
    assert re.search(r"<option\s+selected\s*>\s*club", shown)
    assert "/mot/CHIEN?lexicon=club" in shown


def test_a_server_started_again_remembers_and_one_told_another_list_does_not(
    home: Path, make_server: MakeServer
) -> None:
    client = make_server().client().sign_in()
    imported(client, "club")
    imported(client, "autre")
    create(client, "club")
    assert offered(make_server().client()) == "club"
    assert offered(make_server(lexicon="autre").client()) == "autre"


def test_a_choice_that_is_gone_or_damaged_is_forgotten(
    server: LiveServer, organiser: WebClient
) -> None:
    imported(organiser, "club")
    wordlists.remove("club")
    assert offered(organiser) == "fr-libre"
    (server.services.data / "list.json").write_text("{", encoding="utf-8")
    assert offered(organiser) == "fr-libre"


def test_a_list_no_game_needs_is_removed(organiser: WebClient) -> None:
    imported(organiser, "club")
    assert organiser.post("/listes/retirer", data={"name": "club"}).status_code == 303
    assert names() == ["fr-libre"]
    for name in ("club", "fr-libre", "../x"):
        assert organiser.post("/listes/retirer", data={"name": name}).status_code == 409


@pytest.mark.parametrize("path", ["/arbitrer", "/solo", "/jarnac"])
@pytest.mark.parametrize("typed", ["club", "CLUB"])
def test_a_list_that_a_game_needs_stays(organiser: WebClient, path: str, typed: str) -> None:
    imported(organiser, "club", data="\n".join(islice(wordlists.load(), 20_000)))
    chosen: Any = {"data": {"lexicon": "club"}}
    if path == "/solo":  # its form may carry a file
        chosen = {"files": {"lexicon": (None, "club")}}
    assert organiser.post(path, **chosen).status_code == 303
    reply = organiser.post("/listes/retirer", data={"name": typed})
    assert reply.status_code == 409
    assert "elle reste installée" in reply.text
    assert "club" in names()


def test_the_list_this_server_plays_with_stays(home: Path, make_server: MakeServer) -> None:
    imported(make_server().client().sign_in(), "club")
    client = make_server(lexicon="club").client().sign_in()
    reply = client.post("/listes/retirer", data={"name": "club"})
    assert reply.status_code == 409
    assert "joue avec" in reply.text


@pytest.fixture
def desk(browser: Browser, server: LiveServer) -> Iterator[Page]:
    visitors = Visitors(browser, server.url)
    yield visitors("laptop")
    visitors.close()
    assert not visitors.complaints


def test_a_club_imports_its_list_and_plays_with_it(
    desk: Page, tmp_path: Path, check_accessible: Callable[[Page], None]
) -> None:
    file = tmp_path / "Liste du club.txt"
    file.write_text(LIST, encoding="utf-8")
    desk.goto("/arbitrer")
    desk.get_by_role("link", name="Importer une liste de mots").click()
    expect(desk.get_by_text("ce n’est pas la liste officielle")).to_be_visible()
    desk.get_by_label("Fichier de la liste").set_input_files(file)
    expect(desk.get_by_label("Nom de la liste")).to_have_value("liste-du-club")
    desk.get_by_role("button", name="Importer", exact=True).click()
    expect(desk.get_by_text("La liste est prête")).to_be_visible()
    expect(desk.get_by_text("3 mots importés")).to_be_visible()
    desk.get_by_text("Voir les lignes écartées").click()
    expect(desk.get_by_role("row", name="7 a moins de 2 lettres")).to_be_visible()
    check_accessible(desk)
    desk.get_by_role("link", name="Arbitrer").first.click()
    expect(desk.get_by_label("Lexique")).to_have_value("liste-du-club")
    desk.get_by_role("button", name="Créer la partie").click()
    expect(desk.get_by_text("liste-du-club").first).to_be_visible()
    desk.goto("/listes")
    expect(desk.get_by_role("row", name="liste-du-club")).to_contain_text("sert")


def test_a_list_is_removed_after_a_question(desk: Page, organiser: WebClient) -> None:
    imported(organiser, "club")
    desk.goto("/listes")
    desk.get_by_role("button", name="Retirer club").click()
    dialog = desk.get_by_role("dialog")
    expect(dialog).to_contain_text("effacée de cet ordinateur")
    dialog.get_by_role("button", name="Retirer").click()
    expect(desk.get_by_role("row", name="club")).to_have_count(0)
    assert names() == ["fr-libre"]
