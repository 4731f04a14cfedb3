"""The shell every page stands on: errors, safety, language, static files."""

import httpx
import pytest

from tests.web.conftest import LiveServer, WebClient

HTML = {"accept": "text/html"}


def test_a_missing_page_is_told_in_french_to_people(client: WebClient) -> None:
    reply = client.get("/nulle-part", headers=HTML)
    assert reply.status_code == 404
    assert "Cette page n’existe pas." in reply.text
    assert reply.headers["content-type"] == "text/html; charset=utf-8"


def test_errors_have_one_shape_for_programs(client: WebClient) -> None:
    for path in ("/api/nulle-part", "/api/words/check", "/api/words/study?question=x&q=A"):
        error = client.get(path).json()["error"]
        assert set(error) <= {"code", "message", "expected"}
        assert error["code"]
        assert error["message"]


def test_a_fault_of_ours_tells_nothing_of_the_inside(
    client: WebClient, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(live_server.services), "now_ms", lambda self: 1 / 0)
    reply = client.get("/api/time")
    assert reply.status_code == 500
    assert reply.json()["error"]["code"] == "internal-error"
    assert "division" not in reply.text
    assert "Traceback" not in reply.text


@pytest.mark.parametrize("path", ["/", "/nulle-part", "/api/time", "/static/x/js/base.js"])
def test_every_answer_is_sealed(client: WebClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "style-src 'self';" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert "server" not in headers or "uvicorn" not in headers["server"]


def test_the_session_cookie_is_out_of_reach_of_scripts_and_other_sites(
    live_server: LiveServer,
) -> None:
    cookie = httpx.get(live_server.url).headers["set-cookie"]
    assert cookie.startswith("raccord=")
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()


def test_a_forged_session_is_an_empty_one(live_server: LiveServer) -> None:
    signer = live_server.services.signer
    with live_server.client() as client:
        token = client.sign_in().headers["x-csrf-token"]
        body, _, signature = client.cookies["raccord"].partition(".")
        assert signer.read(f"{body}.{signature}").id
        forged = signer.read(f"{body}x.{signature}")
        assert not forged.grants
        assert signer.csrf(forged) != token
        for nonsense in ("", ".", "é.é", "a.b.c", "AAAA." + signature):
            assert not signer.read(nonsense).grants


def test_a_change_without_the_token_is_refused(live_server: LiveServer) -> None:
    with live_server.client() as client:
        reply = client.post("/langue", data={"language": "en"})
        assert reply.status_code == 403


def test_a_change_asked_by_another_site_is_refused(client: WebClient) -> None:
    foreign: dict[str, str]
    for foreign in ({"origin": "https://example.org"}, {"sec-fetch-site": "cross-site"}):
        reply = client.post("/langue", data={"language": "en"}, headers=foreign | HTML)
        assert reply.status_code == 403
        assert "autre site" in reply.text


def test_the_token_of_one_session_does_not_serve_another(live_server: LiveServer) -> None:
    with live_server.client() as mine, live_server.client() as yours:
        mine.sign_in()
        yours.sign_in()
        yours.headers["x-csrf-token"] = mine.headers["x-csrf-token"]
        assert yours.post("/langue", data={"language": "en"}).status_code == 403


def test_a_body_too_large_is_refused(client: WebClient) -> None:
    reply = client.post("/langue", data={"language": "en", "back": "/" + "x" * 400_000})
    assert reply.status_code == 413


def test_the_language_is_remembered(client: WebClient) -> None:
    assert "Jouer seul" in client.get("/").text
    reply = client.post("/langue", data={"language": "en", "back": "/mots"})
    assert reply.status_code == 303
    assert reply.headers["location"] == "/mots"
    english = client.get("/").text
    assert '<html lang="en"' in english
    assert "Play alone" in english


@pytest.mark.parametrize("back", ["https://example.org", "//example.org", "/\\example.org"])
def test_the_language_switch_never_leads_away(client: WebClient, back: str) -> None:
    reply = client.post("/langue", data={"language": "en", "back": back})
    assert reply.headers["location"] == "/"


def test_static_files_are_cached_for_ever_under_their_digest(
    client: WebClient, live_server: LiveServer
) -> None:
    reply = client.get(live_server.services.assets.url("js/base.js"))
    assert "immutable" in reply.headers["cache-control"]
    assert reply.headers["content-encoding"] == "gzip"
    etag = reply.headers["etag"]
    again = client.get("/static/other/js/base.js", headers={"if-none-match": etag})
    assert again.status_code == 304
    assert again.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("name", ["../app.py", "%2e%2e/app.py", "js/", "nope.js", "/etc/passwd"])
def test_nothing_outside_the_static_folder_is_served(client: WebClient, name: str) -> None:
    assert client.get(f"/static/x/{name}").status_code == 404


def test_the_api_describes_itself_without_foreign_scripts(client: WebClient) -> None:
    schema = client.get("/schema/openapi.json").json()
    assert schema["paths"]
    assert all(path.startswith("/api/") for path in schema["paths"])
    assert "http" not in client.get("/schema").text.replace("http://json-schema", "")[:40]
