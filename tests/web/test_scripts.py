"""What scripts do when the network is not there: queue, retry, come back."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.web.conftest import LiveServer

SEND = """async ([url, path]) => {
  const { queue } = await import(url);
  window.heard = [];
  queue.on("sent", ({ reply }) => window.heard.push(reply.phase));
  queue.on("refused", ({ error }) => window.heard.push(error.code));
  queue.send(path, { turn: 1, move: "H8 AA" }, { slot: "slip" });
  queue.send(path, { turn: 1, move: null }, { slot: "slip" });
  // The first try has failed: else it could still be on its way when the network is back.
  await queue.flush();
  return queue.items.length;
}"""
LISTEN = """async (url) => {
  const { connect } = await import(url);
  window.heard = [];
  window.states = [];
  connect("/flux", { turn: (data) => window.heard.push(data.n) },
    { onReset: () => window.heard.push("reset"), onState: (s) => window.states.push(s) });
}"""


def wait_until(page: Page, expression: str) -> None:
    """Our policy forbids the evaluation that Playwright's own waiting relies on."""
    for _ in range(200):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"still not so: {expression}")


def script(server: LiveServer, name: str) -> str:
    return server.services.assets.url(f"js/core/{name}.js")


def test_a_request_made_offline_is_kept_and_sent_once(page: Page, live_server: LiveServer) -> None:
    page.goto("/solo")
    page.get_by_role("button", name="Commencer").first.click()
    expect(page.locator("body[data-ready]")).to_be_visible()
    name = page.url.rsplit("/", 1)[1]
    context: BrowserContext = page.context
    context.set_offline(True)
    path = f"/api/solo/{name}/answer"
    # Imported while the page still holds it: the queue must work without the network.
    url = script(live_server, "api")
    assert page.evaluate(SEND, [url, path]) == 1, "the later slip takes the place of the earlier"
    page.wait_for_timeout(300)
    assert page.evaluate("window.heard") == []
    context.set_offline(False)
    wait_until(page, "window.heard.length > 0")
    assert page.evaluate("window.heard") == ["result"]
    assert page.evaluate("localStorage.getItem('rc-queue')") == "[]"


def test_a_queue_outlives_its_page(page: Page, live_server: LiveServer) -> None:
    page.goto("/solo")
    page.get_by_role("button", name="Commencer").first.click()
    expect(page.locator("body[data-ready]")).to_be_visible()
    name = page.url.rsplit("/", 1)[1]
    page.context.set_offline(True)
    page.evaluate(SEND, [script(live_server, "api"), f"/api/solo/{name}/answer"])
    page.context.set_offline(False)
    page.goto("/mots")
    wait_until(page, "localStorage.getItem('rc-queue') === '[]'")
    page.goto(f"/solo/{name}")
    expect(page.locator(".verdict")).to_have_text("Pas de mot joué.")


def test_a_live_stream_that_ends_comes_back_by_itself(page: Page, live_server: LiveServer) -> None:
    asked: list[str] = []
    bodies = [
        'retry: 50\n\nid: e-1\nevent: turn\ndata: {"n": 1}\n\n',
        'retry: 50\n\nid: e-2\nevent: turn\ndata: {"n": 2}\n\n',
        "retry: 60000\n\nid: e-3\nevent: reset\ndata: {}\n\n",
    ]

    def stream(route: Route) -> None:
        asked.append(route.request.url)
        number = min(len(asked), len(bodies)) - 1
        route.fulfill(status=200, content_type="text/event-stream", body=bodies[number])

    page.route("**/flux*", stream)
    page.goto("/mots")
    page.evaluate(LISTEN, script(live_server, "live"))
    wait_until(page, "window.heard.includes('reset')")
    assert page.evaluate("window.heard") == [1, 2, "reset"]
    assert len(asked) >= 3
    assert page.evaluate("window.states")[:3] == ["connecting", "open", "closed"]


def test_a_refused_stream_is_asked_again(page: Page, live_server: LiveServer) -> None:
    asked: list[str] = []

    def stream(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=503, body="")
            return
        body = 'id: e-9\nevent: turn\ndata: {"n": 9}\n\n'
        route.fulfill(status=200, content_type="text/event-stream", body=body)

    page.route("**/flux*", stream)
    page.goto("/mots")
    page.evaluate(LISTEN, script(live_server, "live"))
    wait_until(page, "window.heard.length > 0")
    assert page.evaluate("window.heard[0]") == 9


def test_the_clock_follows_the_servers_time_not_the_machines(
    visit: Callable[..., Page], live_server: LiveServer
) -> None:
    page = visit("laptop")
    page.clock.install()
    page.clock.set_fixed_time(0)
    page.goto("/mots")
    read = "async (url) => { const t = await import(url); await t.sync(); return t.serverNow(); }"
    now = page.evaluate(read, script(live_server, "time"))
    assert abs(now - live_server.services.now_ms()) < 5_000


TOLD = """async (url) => {
  const { Told } = await import(url);
  const shown = [];
  const asked = [];
  const told = new Told({ game: { revision: 3 } }, {
    read: () => new Promise((answer) => asked.push(answer)),
    apply: ({ game }) => shown.push(game.name),
  });
  const hear = (revision, name) => told.hear({ game: { revision, name } });
  const soon = () => new Promise((done) => setTimeout(done));
  hear(4, "told");
  const reading = told.read();
  hear(6, "newer");
  asked[0]({ game: { revision: 5, name: "late answer" } });
  await soon();
  asked[1]({ game: { revision: 6, name: "answer" } });
  await reading;
  const written = told.write(async () => ({ revision: 7 })).then(() => shown.push("written"));
  await soon();
  shown.push("waits");
  hear(7, "told to the writer");
  await written;
  const cut = told.write(async () => null);
  while (asked.length < 3) await soon();
  asked[2]({ game: { revision: 8, name: "read, the stream being cut" } });
  await cut;
  return shown;
}"""


def test_a_page_shows_what_it_is_told_and_nothing_older(
    page: Page, live_server: LiveServer
) -> None:
    page.goto("/mots")
    assert page.evaluate(TOLD, script(live_server, "told")) == [
        "told",
        "newer",
        "answer",
        "waits",
        "told to the writer",
        "written",
        "read, the stream being cut",
    ]
