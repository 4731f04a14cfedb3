"""An event whose hub is several processes: any of them answers a centre, and all know of it."""

from collections.abc import Callable

import pytest

from tests.network.hall import Process
from tests.network.test_game_in_sections import until
from tests.store.postgres import PostgresServer
from tests.web.centres.test_event import local
from tests.web.conftest import WebClient

pytestmark = [pytest.mark.server, pytest.mark.slow]


def done(reply: object) -> str:
    assert getattr(reply, "status_code", 0) == 303, getattr(reply, "text", "")
    return str(getattr(reply, "headers", {})["location"])


def event_at(hub: WebClient) -> str:
    form = {"title": "Simultané", "embargo": local(2), "centres": "Lyon\nNamur"}
    code = done(hub.post("/epreuves", data=form)).split("/")[2]
    slot = {"opens": local(-1), "closes": local(1)}
    done(hub.post(f"/epreuve/{code}/parties", data=slot, files={"none": ("", b"")}))
    return code


def test_a_centre_talks_to_one_process_and_the_organiser_asks_another(
    postgres: PostgresServer, start: Callable[..., Process]
) -> None:
    database = postgres.new_database()
    one, two, laptop = start(database), start(database), start("")
    with one.client() as hub, two.client() as other, laptop.client() as desk:
        code = event_at(hub)
        # Signed by the one, answered by the other: what envelopes rest on is the same for all.
        path = f"/epreuve/{code}/centre/lyon/convocation.json"
        file = hub.get(path, params={"adresse": f"{two.url}/"})
        assert file.status_code == 200, file.text
        home = done(desk.post("/centre", files={"file": ("lyon.json", file.content)}))
        done(desk.post(f"{home}/repeter"))
        game = done(desk.post(f"{home}/partie/1")).split("/")[2]
        assert desk.post(f"/api/games/{game}/tables", json={"text": "Anne"}).is_success
        until(lambda: desk.post(f"/api/games/{game}/draw", json={}).is_success)

        def line(asked: WebClient) -> dict[str, object]:
            lines = asked.get(f"/epreuve/{code}/centres.json").json()
            found: dict[str, object] = next(one for one in lines if one["centre"] == "lyon")
            return found

        for asked in (other, hub):
            until(lambda asked=asked: line(asked)["standing"] == "playing")  # type: ignore[misc]
            until(lambda asked=asked: bool(line(asked)["heard"]))  # type: ignore[misc]
        prints = {
            asked.get(f"/epreuve/{code}/gerer").text.partition("Empreinte de l")[2][:60]
            for asked in (hub, other)
        }
        assert len(prints) == 1
