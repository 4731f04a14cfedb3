"""Playing alone without any network, in a real browser: whole games, kept and sent once."""

import re
from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from raccord.board import Board, moves
from raccord.duplicate.rules import formulas
from raccord.duplicate.rules.ends import Frame
from raccord.duplicate.rules.multitops import best_set
from raccord.duplicate.rules.position import Position
from raccord.regulation import DEFAULT_EDITION
from raccord.regulation.editions import EDITIONS
from tests.web.club import until
from tests.web.conftest import LiveServer

Visit = Callable[..., Page]
Check = Callable[[Page], None]
ALL_SENT = """() => Object.values(JSON.parse(localStorage.getItem("rc-plays") ?? "{}"))
  .every((play) => play.sent)"""
"""A page that comes back loads itself again, and shows no list before its script has run."""


def stock_up(page: Page) -> None:
    """Open « Jouer seul » once, connected, until everything is on the device."""
    page.goto("/solo")
    expect(page.locator("#stock")).to_contain_text("7 parties en réserve", timeout=60_000)
    until(lambda: page.evaluate("Boolean(navigator.serviceWorker.controller)"), 60)
    words = "caches.open('rc-words').then(c => c.keys()).then(k => k.length)"
    until(lambda: page.evaluate(words) == 1, 60)


def go_offline(page: Page) -> None:
    page.context.set_offline(True)
    page.goto("/solo")
    expect(page.locator("#offline")).to_be_visible()


def begin(page: Page, name: str = "Commencer") -> None:
    page.get_by_role("button", name=name).first.click()
    expect(page.locator("#turn")).to_have_text("Coup 1")
    expect(page.locator("body[data-ready]")).to_be_visible()


def best(page: Page, server: LiveServer, formula: str = "classic") -> tuple[str, int]:
    """The top of what the page shows, by our own solver."""
    cells = page.locator("#board").get_attribute("data-cells") or ""
    draw = page.locator("#rack").get_attribute("data-draw") or ""
    lexicon = server.services.lexicon
    found = moves(Board(cells), draw, lexicon, formulas.parse(formula).rules)[0]
    return str(found.move), found.score


def type_in(page: Page, move: str) -> None:
    """A move typed on its line, then handed in: keys only."""
    page.locator("#entry").focus()
    page.keyboard.type(move)
    page.keyboard.press("Enter")
    expect(page.locator("#slip-move")).to_contain_text(move.split()[0])
    page.keyboard.press("Enter")


def go_on(page: Page) -> bool:
    """The button that has the focus, by a key; whether it leads to the balance."""
    following = page.locator("#next")
    expect(following).to_be_focused()
    over = following.inner_text() == "Voir le bilan"
    page.keyboard.press("Enter")
    return over


def invented(page: Page, server: LiveServer) -> str:
    """Two letters of the rack that are no word, across the star."""
    draw = (page.locator("#rack").get_attribute("data-draw") or "").replace("?", "")
    pairs = ("".join(pair) for pair in permutations(draw, 2))
    return f"H8 {next(pair for pair in pairs if pair not in server.services.lexicon)}"


def pass_to_the_end(page: Page) -> int:
    """Pass every turn that is left; how many there were."""
    passed = 0
    while True:
        page.locator("#pass").click()
        passed += 1
        expect(page.locator(".verdict")).to_have_text("Pas de mot joué.")
        if go_on(page):
            return passed
        expect(page.locator("#thinking")).to_be_visible()


def history(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.request.get("/api/progress").json()["progress"]["recent"]
    return found


def test_a_whole_game_is_played_without_a_network_by_keys_alone_and_is_sent_once(
    visit: Visit, live_server: LiveServer, check_accessible: Check
) -> None:
    page = visit("laptop")
    stock_up(page)
    go_offline(page)
    check_accessible(page)
    begin(page)
    # A wrong word: told while it is composed, and why when it is handed in.
    wrong = invented(page, live_server)
    page.locator("#entry").focus()
    page.keyboard.type(wrong)
    page.keyboard.press("Enter")
    expect(page.locator("#slip-note")).to_contain_text("Mot absent du lexique")
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_have_text("Mot absent du lexique.")
    expect(page.locator("#result")).to_contain_text("n’est pas admis")
    page.get_by_text("Toutes les solutions").click()
    expect(page.locator(".solutions li").first).to_be_visible()
    check_accessible(page)
    page.locator("#next").focus()
    go_on(page)
    # The top of the second turn; a reload keeps what was composed and what was played.
    expect(page.locator("#turn")).to_have_text("Coup 2")
    move, points = best(page, live_server)
    page.locator("#entry").focus()
    page.keyboard.type(move)
    page.keyboard.press("Enter")
    expect(page.locator("#slip-note")).to_contain_text("✓")
    page.reload()
    expect(page.locator("#turn")).to_have_text("Coup 2")
    expect(page.locator("#slip-move")).to_contain_text(f"{points}")
    page.locator("#hand-in").press("Enter")
    expect(page.locator(".verdict")).to_contain_text("c’est le top")
    expect(page.locator("#score")).to_contain_text(f"Vous {points}")
    go_on(page)
    expect(page.locator("#turn")).to_have_text("Coup 3")
    turns = 2 + pass_to_the_end(page)
    expect(page.get_by_role("heading", name="Bilan de la partie")).to_be_visible()
    expect(page.locator("#figures")).to_contain_text(f"1 / {turns}")
    expect(page.locator("#figures")).to_contain_text("%")
    expect(page.locator("#whole-rows tr")).to_have_count(turns)
    expect(page.locator("#missed-rows tr")).to_have_count(turns - 1)
    check_accessible(page)
    page.goto("/solo/progres")
    expect(page.locator("#recent-rows tr")).to_have_count(1)
    expect(page.locator("#recent-rows")).to_contain_text("à envoyer")
    page.goto("/solo")
    expect(page.locator("#kept-list")).to_contain_text("à envoyer")
    shown = page.locator("#kept-list .num").inner_text()
    page.context.set_offline(False)
    # The page sees for itself that the server is back.
    expect(page.locator("#offline")).to_be_hidden(timeout=60_000)
    page.wait_for_function(ALL_SENT, timeout=60_000)
    expect(page.locator("#kept-games")).to_be_hidden(timeout=60_000)
    for _ in range(2):
        page.reload()
        expect(page.locator("#stock")).to_contain_text("7 parties en réserve", timeout=60_000)
    (line,) = history(page)
    assert (line["you"], line["found"], line["turns"]) == (points, 1, turns)
    assert shown.startswith(f"{points} / ")
    page.goto(f"/solo/{line['game']}/bilan")
    expect(page.locator(".figures")).to_contain_text(f"1 / {turns}")


def test_the_page_of_a_game_turns_into_the_servers_once_the_network_is_back(
    visit: Visit,
) -> None:
    page = visit("phone")
    stock_up(page)
    go_offline(page)
    begin(page, "Blitz")
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("#pass").tap()
    expect(page.locator("#next")).to_be_visible()
    page.get_by_text("Aide", exact=True).click()
    page.locator("#stop").tap()
    expect(page.locator("#waiting")).to_contain_text("gardée sur cet appareil")
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page).to_have_url(re.compile(r"/solo/[0-9a-f]{20}/bilan$"))
    assert [line["label"] for line in history(page)] == ["Blitz"]


BUSY = """
let calls = 0;
const really = window.fetch;
window.fetch = (path, options) => {
  const concerned = path === "/api/session" || (path === "/api/solo/stock" && options?.body);
  if (!concerned || calls++) return really(path, options);
  return Promise.resolve(new Response("{}", { status: 503 }));
};
"""
"""The first thing a page asks or sends meets a busy server."""


def test_a_server_that_is_busy_when_the_network_is_back_is_asked_again(visit: Visit) -> None:
    page = visit("phone")
    stock_up(page)
    page.add_init_script(BUSY)
    go_offline(page)
    begin(page, "Blitz")
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("#pass").tap()
    expect(page.locator("#next")).to_be_visible()
    page.get_by_text("Aide", exact=True).click()
    page.locator("#stop").tap()
    expect(page.locator("#waiting")).to_contain_text("gardée sur cet appareil")
    page.goto("/solo")
    expect(page.locator("#kept-list")).to_contain_text("à envoyer")
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden(timeout=60_000)
    page.wait_for_function(ALL_SENT, timeout=60_000)
    expect(page.locator("#kept-games")).to_be_hidden(timeout=60_000)
    assert [line["label"] for line in history(page)] == ["Blitz"]


def test_topping_pauses_and_hints_go_without_the_server_too(
    visit: Visit, live_server: LiveServer
) -> None:
    page = visit("laptop")
    stock_up(page)
    go_offline(page)
    begin(page, "Topping")
    page.locator("#entry").focus()
    page.keyboard.type(invented(page, live_server))
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#rc-toasts")).to_contain_text("Ce n’est pas le top")
    page.locator("#hand-in").click()
    page.locator("#hand-in").click()
    told = "Object.values(JSON.parse(localStorage.getItem('rc-plays')))[0].wishes.length"
    assert page.evaluate(told) == 1, "of a turn's wrong proposals the last is enough"
    page.get_by_role("button", name="Effacer").click()
    type_in(page, best(page, live_server)[0])
    expect(page.locator("#turn")).to_have_text("Coup 2")
    expect(page.locator("#result")).to_contain_text("c’est le top")
    expect(page.locator("#score")).to_contain_text("Temps 0:")
    page.goto("/solo")
    begin(page)
    page.locator("#hint").click()
    expect(page.locator("#hint")).to_have_text(re.compile("Oui|Non"))
    page.locator("#pause").click()
    expect(page.locator("#paused")).to_be_visible()
    expect(page.locator("#thinking")).to_be_hidden()
    page.reload()
    page.locator("#resume").click()
    expect(page.locator("#thinking")).to_be_visible()
    # Two games are under way here; one of them is given up for good.
    page.goto("/solo")
    expect(page.locator("#kept-list li")).to_have_count(2)
    page.get_by_role("button", name="Retirer cette partie").first.click()
    expect(page.locator("#kept-list li")).to_have_count(1)
    page.get_by_role("link", name="Reprendre").click()
    expect(page.locator("#turn")).to_have_text("Coup 2")


def test_without_a_network_an_english_page_stays_english(visit: Visit) -> None:
    page = visit("laptop")
    stock_up(page)
    page.get_by_role("button", name="English").click()
    expect(page.locator("#stock")).to_contain_text("7 games in stock", timeout=60_000)
    kept = "caches.match('/solo').then(r => r.text()).then(t => t.includes('<html lang=\"en\"'))"
    until(lambda: page.evaluate(kept), 60)
    page.context.set_offline(True)
    page.goto("/solo")
    expect(page.locator("#offline")).to_contain_text("Offline: play a game in stock")
    expect(page.locator("#stock")).to_contain_text("7 games in stock")
    page.locator(".start").click()
    # The page before is ready, too: wait for that of the game first.
    expect(page.locator("#turn")).to_have_text("Turn 1")
    expect(page.locator("body[data-ready]")).to_be_visible()
    page.locator("#pass").click()
    expect(page.locator(".verdict")).to_have_text("No word played.")


def test_who_erases_his_progress_sends_nothing_of_it_later(visit: Visit) -> None:
    page = visit("laptop")
    stock_up(page)
    go_offline(page)
    begin(page)
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("#pass").click()
    expect(page.locator("#next")).to_be_visible()
    page.get_by_text("Aide", exact=True).click()
    page.locator("#stop").click()
    expect(page.locator("#whole-rows tr")).to_have_count(1)
    kept = "Object.keys(JSON.parse(localStorage.getItem('rc-plays') ?? '{}')).length"
    assert page.evaluate(kept) == 1
    page.context.set_offline(False)
    page.goto("/solo/progres")
    expect(page.locator("#recent-rows tr")).to_have_count(1)
    page.reload()
    page.get_by_text("Emporter, reprendre ailleurs").click()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Effacer toute ma progression").click()
    expect(page.locator("#figures")).to_contain_text("Votre première partie")
    assert page.evaluate(kept) == 0
    assert history(page) == []


def hand_in(page: Page, move: str) -> None:
    """A move of several, typed on its line and kept."""
    page.locator("#entry").fill(move)
    page.keyboard.press("Enter")
    expect(page.locator("#slip-move")).to_contain_text(move.split()[0])
    page.locator("#hand-in").click()


def test_several_solutions_a_turn_are_found_without_the_server_too(
    visit: Visit, live_server: LiveServer, check_accessible: Check
) -> None:
    page = visit("laptop")
    stock_up(page)
    go_offline(page)
    page.get_by_text("Choisir la formule").click()
    page.locator('[name="mode"][value="multitops"]').check()
    begin(page)
    draw = page.locator("#rack").get_attribute("data-draw") or ""
    lexicon = live_server.services.lexicon
    terms = Frame(lexicon, EDITIONS[DEFAULT_EDITION], formulas.parse("multitops"))
    first, second = best_set(Position(Board.empty(), "", "", ""), draw, 2, terms)
    hand_in(page, str(second.move))
    expect(page.locator("#chosen li")).to_have_count(1)
    # A reload keeps the solution that was chosen.
    page.reload()
    expect(page.locator("#chosen li")).to_have_count(1)
    hand_in(page, str(first.move))
    expect(page.locator(".verdict")).to_contain_text("c’est le top")
    points = first.points + second.points
    expect(page.locator("#score")).to_contain_text(f"Vous {points} · Top {points}")
    expect(page.locator("#result")).to_contain_text("Les meilleures solutions")
    check_accessible(page)
    go_on(page)
    # One alone, handed in without waiting, is less than two.
    move, alone = best(page, live_server)
    hand_in(page, move)
    page.locator("#hand-in-now").click()
    expect(page.locator(".verdict")).to_contain_text(f"{alone} / ")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_text("Aide", exact=True).click()
    page.locator("#stop").click()
    expect(page.locator("#figures")).to_contain_text("1 / 2")
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page).to_have_url(re.compile(r"/solo/[0-9a-f]{20}/bilan$"))
    (line,) = history(page)
    assert (line["you"], line["found"], line["turns"]) == (points + alone, 1, 2)


def test_the_game_of_the_day_is_played_without_a_network_beside_its_ranking(
    visit: Visit, check_accessible: Check
) -> None:
    page = visit("phone")
    stock_up(page)
    kept = "caches.open('rc-stock').then(c => c.keys()).then(k => k.map(r => r.url).join())"
    until(lambda: ".jour." in page.evaluate(kept), 60)
    expect(page.get_by_role("button", name="La partie du jour")).to_be_hidden()
    go_offline(page)
    page.get_by_role("button", name="La partie du jour").tap()
    expect(page.locator("#turn")).to_have_text("Coup 1")
    expect(page.locator("body[data-ready]")).to_be_visible()
    expect(page.locator("#hint")).to_be_hidden()
    expect(page.locator("#clock")).to_be_visible()
    page.locator("#pass").tap()
    expect(page.locator("#next")).to_be_visible()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_text("Aide", exact=True).click()
    page.locator("#stop").tap()
    expect(page.locator("#terms")).to_contain_text("La partie du jour")
    # It is played once, without the network or with it.
    page.goto("/solo")
    expect(page.locator("#kept-list")).to_contain_text("à envoyer")
    expect(page.get_by_role("button", name="La partie du jour")).to_be_hidden()
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden(timeout=60_000)
    page.wait_for_function(ALL_SENT, timeout=60_000)
    expect(page.locator("#kept-games")).to_be_hidden(timeout=60_000)
    page.goto("/solo/jour")
    expect(page.locator("#apart")).to_contain_text("hors classement")
    expect(page.get_by_role("link", name="Mon bilan")).to_be_visible()
    check_accessible(page)
    assert len(history(page)) == 1


def test_a_game_kept_by_an_older_version_is_played_on_or_replaced(visit: Visit) -> None:
    page = visit("laptop")
    stock_up(page)
    # As the version before wrote them: no sets, no families, no form.
    page.evaluate(
        """
        async () => {
          const cache = await caches.open("rc-stock");
          for (const request of await cache.keys()) {
            const { form, ...kept } = await (await cache.match(request)).json();
            delete kept.game.kin;
            for (const turn of kept.game.turns) delete turn.sets;
            kept.ways = Object.fromEntries(Object.entries(kept.ways).filter(
              ([name]) => !name.startsWith("multitops")).map(([name, { solutions, ...way }]) =>
              [name, way]));
            await cache.put(request, new Response(JSON.stringify(kept)));
          }
        }
        """
    )
    go_offline(page)
    page.get_by_text("Choisir la formule").click()
    page.locator('[name="mode"][value="multitops"]').check()
    page.get_by_role("button", name="Commencer").first.click()
    expect(page.locator("#rc-toasts")).to_contain_text("Aucune partie de cette formule")
    page.locator('[name="mode"][value="normal"]').check()
    begin(page)
    page.locator("#pass").click()
    expect(page.locator(".verdict")).to_have_text("Pas de mot joué.")
    begun = page.evaluate("location.hash.slice(1)")
    page.context.set_offline(False)
    page.goto("/solo")
    old = """
        caches.open("rc-stock").then(async (cache) => {
          const games = await Promise.all((await cache.keys()).map(async (r) =>
            (await cache.match(r))?.json()));
          return games.filter((kept) => kept && !kept.form).map((kept) => kept.game.id);
        })
    """
    until(lambda: page.evaluate(old) == [begun], 60)
    page.get_by_role("link", name="Reprendre").click()
    expect(page.locator(".verdict")).to_have_text("Pas de mot joué.")


@pytest.mark.parametrize("kind", ["7sur8", "7et8", "7-8-9"])
def test_other_racks_are_in_stock_and_fit_the_phone(
    visit: Visit, live_server: LiveServer, kind: str
) -> None:
    page = visit("phone")
    stock_up(page)
    go_offline(page)
    page.get_by_text("Choisir la formule").click()
    page.locator(f'[name="rack"][value="{kind}"]').check()
    begin(page)
    expect(page.locator("#rack [data-tile]")).to_have_count(9 if kind == "7-8-9" else 8)
    move, points = best(page, live_server, kind)
    type_in(page, move)
    expect(page.locator(".verdict")).to_contain_text("c’est le top")
    expect(page.locator("#score")).to_contain_text(f"Vous {points}")


@pytest.mark.parametrize("size", [(360, 740), (740, 360)])
def test_without_a_network_nothing_is_off_the_screen(visit: Visit, size: tuple[int, int]) -> None:
    page = visit("phone", viewport={"width": size[0], "height": size[1]})
    stock_up(page)
    go_offline(page)
    wide = "document.documentElement.scrollWidth"
    assert page.evaluate(wide) <= size[0]
    begin(page)
    assert page.evaluate(wide) <= size[0]
    expect(page.locator("#rack")).to_be_in_viewport(ratio=1)
    page.locator("#pass").tap()
    expect(page.locator("#next")).to_be_in_viewport(ratio=1)
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_text("Aide", exact=True).click()
    page.locator("#stop").tap()
    expect(page.locator("#whole-rows tr")).to_have_count(1)
    assert page.evaluate(wide) <= size[0]


PLAYED = """
async ({ base, kind, way, seed }) => {
  const at = (name) => import(`${base}/js/${name}.js`);
  const [{ begin, fold }, { has, unpack }] = [await at("alone/fold"), await at("offline/list")];
  const { list, games } = await (await fetch("/api/solo/stock")).json();
  const kept = await (await fetch(`/api/solo/stock/${games[kind][seed]}`)).json();
  const words = unpack(await (await fetch(list)).text());
  const play = { way, checks: true, competition: false, digest: kept.game.digest,
    at: Date.now(), wishes: [] };
  const see = () => fold(begin(kept, play, (word) => has(words, word))).view;
  let next = seed * 7919 + 17;
  const chance = (n) => (next = (next * 48271) % 2147483647) % n;
  const written = (moves) => moves[chance(moves.length)].split(" ").slice(0, 2).join(" ");
  let now = play.at;
  for (let view = see(); view.phase !== "over"; view = see()) {
    now += 1000 + chance(70000);
    const wish = { do: "answer", at: now, turn: view.turn };
    const turn = kept.game.turns[view.turn - 1];
    if (view.phase === "result") play.wishes.push({ do: "next", at: now });
    else if (chance(5) === 0) play.wishes.push({ ...wish, do: "pass" });
    else if (chance(6) === 0 && !view.topping) {
      play.wishes.push({ ...wish, do: "pause" }, { do: "resume", at: (now += 5000) });
    } else if (chance(3) === 0) {
      // The reading of a move backwards is mostly no word, and sometimes one.
      const [place, word] = written(turn.moves).split(" ");
      const letters = word.match(/\\([A-Z]\\)|[A-Z]/g);
      const reversed = view.turn === 1 ? letters.reverse().join("") : word;
      play.wishes.push({ ...wish, move: `${place} ${reversed}` });
    } else if (chance(2) === 0) {
      play.wishes.push({ ...wish, move: `${turn.top.reference} ${turn.top.word}` });
    } else {
      const more = Array.from({ length: view.solutions - 1 }, () => written(turn.moves));
      play.wishes.push({ ...wish, move: written(turn.moves), more });
    }
  }
  const view = see();
  return { view, body: { game: kept.game.id, digest: play.digest, way, at: play.at,
    wishes: play.wishes } };
}
"""


@pytest.mark.parametrize("kind", ["classic", "joker", "7-8-9"])
@pytest.mark.parametrize(
    "way",
    ["normal/60", "normal/0", "topping/60", "topping/0", "multitops/60", "multitops3/0"],
)
def test_the_browser_counts_as_the_server_does(
    page: Page, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch, kind: str, way: str
) -> None:
    page.goto("/solo/minute")
    base = f"/static/{live_server.services.assets.digest}"
    csrf = {"x-csrf-token": page.request.get("/api/session").json()["csrf"]}
    # The games last longer than it takes to play them here: after midnight, longer than their day.
    clock = live_server.services.clock
    to_evening = (23.9 - clock() / 3600 % 24) * 3600
    monkeypatch.setattr(live_server.services, "clock", lambda: clock() + to_evening)
    for seed in (10, 11):
        found = page.evaluate(PLAYED, {"base": base, "kind": kind, "way": way, "seed": seed})
        reply = page.request.post("/api/solo/stock", data=found["body"], headers=csrf)
        assert reply.ok, reply.text()
        mine, ours = found["view"], reply.json()
        assert (mine["you"], mine["total"]) == (ours["you"], ours["total"])
        rows = [(r["turn"], r["draw"], r["points"], r["yours"]) for r in mine["sheet"]]
        assert rows == [(r["turn"], r["draw"], r["points"], r["yours"]) for r in ours["sheet"]]
        assert mine["cells"] == ours["cells"]
        assert mine["result"]["verdict"].replace("’", "'").replace("\u202f", " ") == ours["result"][
            "verdict"
        ].replace("’", "'").replace("\u202f", " ")
        if way.startswith("topping"):
            assert abs(mine["elapsed"] - ours["elapsed"]) < 0.1
