"""The organiser's link is shown at the machine that serves, and to nobody else."""

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from raccord.cli import serve
from raccord.web.doors import organiser_path
from tests.web.conftest import LiveServer, Visitors

OPEN = "0.0.0.0"
PROXIED = (
    {"x-forwarded-for": "203.0.113.7"},
    {"forwarded": "for=203.0.113.7"},
    {"via": "1.1 salle"},
    {"x-real-ip": "203.0.113.7"},
)
OTHER_NAMES = ({"host": "192.0.2.7:8000"}, {"host": "10.0.0.4"})
OTHER_SITE = ({"host": "club.example"},)


@pytest.fixture
def open_server(make_server: Callable[..., LiveServer]) -> LiveServer:
    """A server of the hall, open to the network."""
    return make_server(host=OPEN)


def secret(server: LiveServer) -> str:
    return organiser_path(server.services).rsplit("/", 1)[1]


def test_the_machine_that_serves_leads_to_the_link(
    open_server: LiveServer, browser: Browser, check_accessible: Callable[[Page], None]
) -> None:
    visitors = Visitors(browser, open_server.url)
    page = visitors("laptop")
    page.goto("/arbitrer")
    expect(page.get_by_role("heading", name="Cet ordinateur sert la salle")).to_be_visible()
    expect(page.get_by_alt_text("QR code du lien")).to_be_visible()
    check_accessible(page)
    page.get_by_role("link", name="Entrer comme organisateur").click()
    expect(page.get_by_role("heading", name="Créer une partie")).to_be_visible()
    page.get_by_text("Organiser depuis un autre appareil").click()
    expect(page.get_by_text(secret(open_server))).to_be_visible()
    visitors.close()
    assert not visitors.complaints


@pytest.mark.parametrize("headers", [*PROXIED, *OTHER_NAMES, *OTHER_SITE], ids=str)
def test_nobody_elsewhere_is_ever_sent_the_link(
    open_server: LiveServer, headers: dict[str, str]
) -> None:
    for path in ("/arbitrer", "/", "/acces", "/parties"):
        reply = httpx.get(f"{open_server.url}{path}", headers=headers)
        assert secret(open_server) not in reply.text, path
        assert "data:image/svg" not in reply.text, path


@pytest.mark.parametrize("headers", [*PROXIED, *OTHER_NAMES], ids=str)
def test_everybody_else_is_told_where_the_link_is(
    open_server: LiveServer, headers: dict[str, str]
) -> None:
    told = httpx.get(f"{open_server.url}/arbitrer", headers=headers).text
    assert "la fenêtre où Raccord a été lancé" in told


def test_behind_a_proxy_with_a_name_even_this_machine_is_not_shown_it(
    make_server: Callable[..., LiveServer],
) -> None:
    server = make_server(host=OPEN, hosts=("club.example",))
    assert secret(server) not in httpx.get(f"{server.url}/arbitrer").text


def test_a_server_for_this_machine_alone_shows_no_link(live_server: LiveServer) -> None:
    assert secret(live_server) not in httpx.get(f"{live_server.url}/arbitrer").text


def test_the_terminal_draws_the_link_only_where_somebody_sees_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    serve._draw("http://192.0.2.7:8000/organisateur/x")
    assert capsys.readouterr().out == ""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    serve._draw("http://192.0.2.7:8000/organisateur/x")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 12
    assert any("█" in line or "▄" in line for line in lines)
