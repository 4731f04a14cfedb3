"""Jarnac in real browsers: a whole game against the computer, two phones, one screen."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from raccord import jarnac
from raccord.hall.jarnac import service
from raccord.jarnac import Mat, plays
from raccord.jarnac.mat import Play
from tests.web.conftest import LiveServer

Check = Callable[[Page], None]


def begin(page: Page, **choices: object) -> str:
    """Open a table from this browser, without the form."""
    csrf = page.request.get("/api/session").json()["csrf"]
    reply = page.request.post("/api/jarnac", data=choices, headers={"x-csrf-token": csrf})
    assert reply.status == 201, reply.text()
    return str(reply.json()["id"])


def look(page: Page, name: str) -> dict[str, Any]:
    found: dict[str, Any] = page.request.get(f"/api/jarnac/{name}").json()
    return found


def shown(page: Page, name: str, seat: str = "A") -> dict[str, Any]:
    """The table once this page shows it and its player has something to do, or it is over."""
    while True:
        expect(page.locator(f"#bar-{seat}")).not_to_contain_text("Envoi")
        view = look(page, name)
        side = view["game"]["sides"]["AB".index(seat)]
        version = page.locator("#table").get_attribute("data-version")
        follows = view["computer"] and view["game"]["phase"] == "laid"  # the letter comes by itself
        is_open = view["result"] or (side["offers"] not in ([], ["contest"]) and not follows)
        if is_open and version == str(view["game"]["version"]):
            return view
        page.wait_for_timeout(20)


def mat_of(view: dict[str, Any], seat: str) -> Mat:
    side = view["game"]["sides"]["AB".index(seat)]
    return Mat(tuple(side["lines"]), side["loose"])


def button(page: Page, seat: str, text: str) -> Locator:
    return page.locator(f"#bar-{seat}").get_by_role("button", name=re.compile(f"^{text}"))


def spell(page: Page, seat: str, play: Play, mat: Mat) -> None:
    """Touch a line, then the letters in order: the tiles are the keyboard of a phone."""
    owner = page.locator(f"#mat-{seat}")
    if play.line:
        owner.locator(f'[data-focus="line-{play.line}"]').click()
    added = list(mat.added(play))
    for letter in play.word:
        if letter in added:
            added.remove(letter)
            owner.locator(f'[data-letter="{letter}"]:not(:disabled)').first.click()
        else:
            owner.locator(".is-target [data-place]").filter(has_text=letter).first.click()


def type_word(page: Page, seat: str, play: Play, mat: Mat | None = None, prey: str = "") -> None:
    """Type a word, choosing its line where it could go on several; on a phone, touch it."""
    if not page.locator(f"#word-{seat}").is_visible():
        assert mat
        spell(page, prey or seat, play, mat)
        expect(page.locator(f"#note-{seat}")).to_contain_text("points")
        page.locator(f"#bar-{seat}").get_by_role("button", name=re.compile("Poser|Prendre")).click()
        return
    page.locator(f"#word-{seat}").fill(play.word.lower())
    chips = page.locator(f"#bar-{seat} .chip")
    if chips.count():
        name = "Nouvelle ligne" if play.line is None else f"Ligne {play.line} "
        chips.filter(has_text=re.compile(name)).click()
    expect(page.locator(f"#note-{seat}")).to_contain_text("points")
    page.locator(f"#word-{seat}").press("Enter")


def toss(page: Page, name: str) -> None:
    """Toss until the letters differ, each time once the page shows the last toss."""
    table = page.locator("#table")
    while (game := look(page, name)["game"])["phase"] == "toss":
        expect(table).to_have_attribute("data-version", str(game["version"]))
        button(page, "A", "Tirer au sort").click()
        expect(table).not_to_have_attribute("data-version", str(game["version"]))


class Person:
    """Plays seat A with the solver's eye, but lets every other Jarnac go."""

    def __init__(self, page: Page, name: str, server: LiveServer, formula: str) -> None:
        self.page, self.name = page, name
        self.lexicon = server.services.lexicon
        self.formula = jarnac.FORMULAS[formula]
        self.seen = 0
        self.called = 0
        self.by_key = False
        self.passes = 0
        self.did: set[str] = set()

    def best(self, mat: Mat) -> Iterator[Play]:
        return plays(self.lexicon, mat, self.formula)

    def turn(self, view: dict[str, Any]) -> None:
        """One thing to do."""
        offers = view["game"]["sides"][0]["offers"]
        if "call-jarnac" in offers and self.jarnac(view):
            return
        if "lay" in offers:
            play = next(self.best(mat_of(view, "A")), None)
            if play is None:
                self.passes += 1
                self.did.add("pass")
                self.pass_bag()
            elif play.line and "drag" not in self.did:
                self.drag(view, play)
            elif play.line is None and "tap" not in self.did:
                self.tap(play)
            else:
                self.did.add("lengthen" if play.line else "new")
                type_word(self.page, "A", play, mat_of(view, "A"))
        elif "swap" in offers and "swap" not in self.did and view["game"]["phase"] == "bag":
            self.swap(view)
        elif "draw" in offers:
            self.press("Enter", "Piocher")
        elif "decline" in offers:
            button(self.page, "A", "Laisser finir").click()

    def press(self, key: str, name: str) -> None:
        """By the keyboard or by the button, in turns."""
        self.by_key = not self.by_key
        if self.by_key:
            self.page.locator("#contenu").focus()
            self.page.keyboard.press(key)
        else:
            button(self.page, "A", name).click()

    def jarnac(self, view: dict[str, Any]) -> bool:
        play = next(self.best(mat_of(view, "B")), None)
        if play is None:
            return False
        self.seen += 1
        if self.seen % 2:
            return False
        self.called += 1
        self.page.locator("#contenu").focus()
        self.page.keyboard.press("!")
        expect(self.page.locator("#mat-B.is-prey")).to_be_visible()
        type_word(self.page, "A", play, mat_of(view, "B"), "B")
        return True

    def pass_bag(self) -> None:
        """Pass from the page while it is new, taking it back once; then as a program would."""
        if self.passes > 2:
            data = {"type": "pass", "seat": "A"}
            headers = {"x-csrf-token": self.page.request.get("/api/session").json()["csrf"]}
            path = f"/api/jarnac/{self.name}/moves"
            assert self.page.request.post(path, data=data, headers=headers).ok
            return
        if self.passes == 2:
            button(self.page, "A", "Passer").click()
            button(self.page, "A", "Je passe").click()
            assert look(self.page, self.name)["game"]["phase"] == "play"
        self.press("-", "Passer")

    def tap(self, play: Play) -> None:
        self.did.add("tap")
        for letter in play.word:
            self.page.locator(f'#mat-A [data-letter="{letter}"]:not(:disabled)').first.click()
        expect(self.page.locator("#word-A")).to_have_value(play.word)
        button(self.page, "A", "Poser").click()

    def drag(self, view: dict[str, Any], play: Play) -> None:
        """Drag the added letters onto the line, then put them in order by typing."""
        self.did.add("drag")
        mat = mat_of(view, "A")
        line = self.page.locator(f'#mat-A .line[data-number="{play.line}"]')
        for letter in mat.added(play):
            drag(
                self.page,
                self.page.locator(f'#mat-A [data-letter="{letter}"]:not(:disabled)').first,
                line,
            )
        expect(self.page.locator("#mat-A .is-target .is-added")).to_have_count(len(mat.added(play)))
        value = self.page.locator("#word-A").input_value()
        assert sorted(value) == sorted(play.word)
        for letter in play.word:
            of_word = self.page.locator("#mat-A .is-target [data-place]")
            of_word.filter(has_text=letter).first.click()
        expect(self.page.locator("#word-A")).to_have_value(play.word)
        button(self.page, "A", "Poser").click()

    def swap(self, view: dict[str, Any]) -> None:
        self.did.add("swap")
        button(self.page, "A", "Changer 3").click()
        for place in range(3):
            self.page.locator(f'#mat-A [data-loose="{place}"]').click()
        button(self.page, "A", "Changer").click()


def drag(page: Page, source: Locator, target: Locator) -> None:
    start, end = source.bounding_box(), target.bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(start["x"] + 20, start["y"] + 20, steps=2)
    page.mouse.move(end["x"] + end["width"] * 0.85, end["y"] + end["height"] / 2, steps=4)
    page.mouse.up()


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_a_person_plays_a_whole_game_against_the_computer(
    visit: Callable[..., Page], live_server: LiveServer, check_accessible: Check, size: str
) -> None:
    page = visit(size)
    page.goto("/")
    page.get_by_role("link", name=re.compile("^Jarnac")).click()
    expect(page.get_by_role("heading", name="Jarnac", exact=True)).to_be_visible()
    check_accessible(page)
    formula = "competition" if size == "laptop" else "libre"
    name = begin(page, level="confirme", pace=0, seed=11, formula=formula, first="Zoé")
    page.goto(f"/jarnac/{name}")
    person = Person(page, name, live_server, formula)
    checked: set[str] = set()
    while not (view := shown(page, name))["result"]:
        if view["game"]["phase"] not in checked:
            checked.add(view["game"]["phase"])
            # The cry fades: half-way nobody is to read it.
            expect(page.locator(".cry")).to_have_count(0)
            check_accessible(page)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        person.turn(view)
        expect(page.locator("#table")).not_to_have_attribute(
            "data-version", str(view["game"]["version"])
        )
    assert {"new", "lengthen", "tap", "drag", "swap", "pass"} <= person.did
    assert person.called
    expect(page.locator("#verdict")).to_contain_text(view["result"]["headline"])
    check_accessible(page)
    page.locator("#bar-A").get_by_role("link", name="Voir le bilan").click()
    check_balance(page, name, live_server, check_accessible)


def check_balance(page: Page, name: str, server: LiveServer, check_accessible: Check) -> None:
    """The end page: result, step by step, missed Jarnacs, record."""
    view = look(page, name)
    expect(page.get_by_role("heading", level=1)).to_have_text(view["result"]["headline"])
    check_accessible(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Télécharger la partie").click()
    facts = jarnac.loads(download.value.path().read_bytes())
    missed = jarnac.missed_jarnacs(facts, server.services.lexicon)
    expect(page.locator(".missed")).to_have_count(len(missed))
    assert missed, "one Jarnac in two was let go"
    replay, count = page.locator("#replay"), page.locator("#replay-count")
    expect(replay).to_have_attribute("data-at", str(len(facts) - 1))
    page.keyboard.press("Home")
    expect(count).to_have_text("Avant le premier tour")
    expect(page.locator("#replay .lines .tile")).to_have_count(0)
    page.get_by_role("link", name="Fait suivant").click()
    page.keyboard.press("ArrowRight")
    expect(replay).to_have_attribute("data-at", "2")
    page.locator(".missed [data-step]").first.click()
    expect(replay).to_have_attribute("data-at", str(missed[0].event))
    expect(count).to_have_text(page.locator(".missed [data-step]").first.inner_text())
    check_looking_back(page, name)
    robbed = page.locator(f'#replay .mat[data-seat="{jarnac.other(missed[0].seat)}"] .loose .tile')
    expect(robbed).to_have_count(len(missed[0].mat.loose))
    check_accessible(page)
    page.goto(f"/jarnac/{name}")
    expect(page).to_have_url(re.compile(f"/jarnac/{name}/bilan"))


def check_looking_back(page: Page, name: str) -> None:
    """What was left and its points, the advice of the strongest level, the sheet, the reopening."""
    found = page.request.get(f"/api/jarnac/{name}/review").json()
    own = [left for left in found["left"] if left["seat"] == "A"]
    assert found["lost"][0] == sum(left["lost"] for left in own)
    wanted = "coup" if len(own) < 2 else "coups"
    expect(page.locator("#contenu")).to_contain_text(f"Vous avez laissé {len(own)} {wanted}")
    expect(page.locator("#contenu")).to_contain_text("L’ordinateur a laissé")
    expect(page.get_by_role("button", name="Les coups de l’ordinateur")).to_be_visible()
    expect(page.locator("rc-plot svg")).to_be_visible()
    lit = page.locator(".missed").first.locator("h3 .is-added")
    assert lit.count() == sum(found["missed"][0]["plays"][0]["lit"])
    page.get_by_role("button", name="Les coups de Zoé").click()
    expect(page.locator("#advice-note")).to_contain_text(re.compile("autrement|partout"))
    sheet = page.request.get(f"/jarnac/{name}/feuille.pdf")
    assert sheet.body().startswith(b"%PDF")


def two_phones(visit: Callable[..., Page], **choices: object) -> tuple[Page, Page, str]:
    """Two phones at one table, the second having come with the code."""
    first, second = visit("phone"), visit("phone")
    name = begin(first, mode="phones", first="Anne", **choices)
    first.goto(f"/jarnac/{name}")
    expect(first.locator("#code")).to_have_text(name)
    expect(first.get_by_role("img", name="QR code de la partie")).to_be_visible()
    second.goto("/jarnac")
    second.locator("#code").fill(name.lower())
    second.get_by_role("button", name="Rejoindre").click()
    second.get_by_label("Votre nom").fill("Bruno")
    return first, second, name


def test_two_phones_play_together_and_a_lost_network_loses_nothing(
    visit: Callable[..., Page],
    live_server: LiveServer,
    check_accessible: Check,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(service, "new_secret", lambda: "a bag with words to find")
    first, second, name = two_phones(visit, timing="clock", minutes=10, checked=False)
    check_accessible(first)
    check_accessible(second)
    second.get_by_role("button", name="Prendre place").click()
    expect(first.locator("#invite")).to_be_hidden()
    expect(first.locator("#mat-B h2")).to_contain_text("Bruno")
    toss(first, name)
    view = look(first, name)
    starter = view["game"]["turn"]
    pages = {"A": first, "B": second}
    one, two = pages[starter], pages[jarnac.other(starter)]
    foe = jarnac.other(starter)
    expect(two.locator(f"#bar-{foe} .bar-buttons button")).to_have_count(0)
    button(one, starter, "Piocher 6").click()
    expect(two.locator(f"#mat-{starter} .loose .tile")).to_have_count(6)
    expect(two.locator(f"#mat-{starter}.is-running")).to_be_visible()

    # The player with the bag loses the network, plays, and comes back: his word counts once.
    view = shown(one, name, starter)
    play = next(
        plays(live_server.services.lexicon, mat_of(view, starter), jarnac.FORMULAS["libre"])
    )
    one.context.set_offline(True)
    type_word(one, starter, play, mat_of(view, starter))
    expect(one.locator(f"#bar-{starter}")).to_contain_text("Envoi")
    assert look(two, name)["game"]["version"] == view["game"]["version"]
    one.context.set_offline(False)
    expect(one.locator(f"#bar-{starter}")).to_contain_text(f"{play.word} est posé")
    expect(two.locator(f"#bar-{foe}")).to_contain_text(f"pose {play.word}. Contestez-vous")
    facts = [line["text"] for line in look(two, name)["log"]]
    assert sum(play.word in text for text in facts) == 1

    # The other contests in vain: the answer is on both screens, and two letters are due.
    check_accessible(two)
    button(two, foe, "Je conteste$").click()
    for page in (one, two):
        expect(page.locator("#verdict")).to_contain_text(f"✓ {play.word}")
        expect(page.locator("#verdict")).to_contain_text("est dans fr-libre")
        expect(page.locator("#verdict")).to_contain_text("Une lettre de plus")
    check_accessible(one)
    one.get_by_role("button", name="Compris").click()
    expect(one.locator("#verdict .note")).to_have_count(0)
    before = len(mat_of(look(one, name), starter).loose)
    button(one, starter, "Piocher 2").click()
    expect(one.locator(f"#mat-{starter} .loose .tile")).to_have_count(before + 2)
    # The game went on; the answer stays where nobody has acknowledged it.
    expect(two.locator(f"#mat-{starter} .strip-loose")).to_be_visible()
    expect(two.locator("#verdict")).to_contain_text(f"✓ {play.word}")
    two.get_by_role("button", name="Compris").click()

    # Whoever else comes with the code may look, and nothing more.
    third = visit("laptop")
    third.goto(f"/jarnac/{name}")
    expect(third.locator(f"#mat-{starter} .loose .tile")).to_have_count(before + 2)
    expect(third.locator(".mat-bar")).to_have_count(0)
    expect(third.locator("#watching")).to_contain_text("Vous regardez la partie")
    third.goto(f"/jarnac/{name}/ecran")
    expect(third.locator(f"#mat-{starter} .mat-clock")).to_be_visible()
    check_accessible(third)

    # A page that was closed meanwhile comes back to the same table.
    two.goto("about:blank")
    button(one, starter, "Passer").click()
    expect(button(one, starter, "Passer")).to_have_count(0)
    two.goto(f"/jarnac/{name}")
    expect(button(two, foe, "Piocher")).to_be_visible()
    view = shown(two, name, foe)
    left = next(
        plays(live_server.services.lexicon, mat_of(view, starter), jarnac.FORMULAS["libre"])
    )
    button(two, foe, "Jarnac").click()
    type_word(two, foe, left, mat_of(view, starter), starter)
    expect(one.locator(f"#mat-{foe} .line").first).to_contain_text(f"Ligne 1 : {left.word}")
    expect(one.locator(f"#mat-{foe} .mat-jarnacs")).to_have_text("1")
    # The robbed line is marked on the mat that lost it, and what happened stands large.
    expect(one.locator(f"#mat-{starter} .line-robbed")).to_have_text(f"{left.word} pris")
    expect(two.locator("#last")).to_contain_text(left.word)
    # Whoever took it draws before the other has answered: it waits for « d'accord ».
    button(two, foe, "Piocher").click()
    expect(two.locator(f"#bar-{foe}")).to_contain_text("peut encore contester")
    button(one, starter, "D.accord").click()
    expect(two.locator(f"#mat-{foe} .tile.is-new").first).to_be_visible()


def test_a_wrong_word_contested_with_jarnac_gives_the_bag_and_a_jarnac(
    visit: Callable[..., Page],
) -> None:
    page = visit("laptop")
    name = begin(page, mode="screen", letters="Q30 U30 A30", first="Anne", second="Bruno")
    page.goto(f"/jarnac/{name}")
    toss(page, name)
    starter = look(page, name)["game"]["turn"]
    foe = jarnac.other(starter)
    button(page, starter, "Piocher 6").click()
    view = shown(page, name, starter)
    bad = mat_of(view, starter).loose[:3]
    page.locator(f"#word-{starter}").fill(bad)
    page.locator(f"#word-{starter}").press("Enter")
    expect(page.locator(f"#bar-{foe}")).to_contain_text("Contestez-vous")
    button(page, foe, "Je conteste et Jarnac").click()
    expect(page.locator("#verdict")).to_contain_text(f"✗ {bad} : mauvais")
    expect(page.locator("#verdict")).to_contain_text("absent de fr-libre")
    expect(button(page, foe, "Jarnac")).to_be_visible()
    expect(button(page, foe, "Piocher 7")).to_be_visible()
    expect(page.locator(f"#mat-{starter} .lines .tile")).to_have_count(0)


def test_a_refusal_says_why_and_keeps_the_word(visit: Callable[..., Page]) -> None:
    page = visit("laptop")
    name = begin(page, mode="screen", letters="Q30 U30 A30", checked=True)
    page.goto(f"/jarnac/{name}")
    toss(page, name)
    starter = look(page, name)["game"]["turn"]
    button(page, starter, "Piocher 6").click()
    view = shown(page, name, starter)
    bad = mat_of(view, starter).loose[:3]
    page.locator(f"#word-{starter}").fill(bad)
    page.locator(f"#word-{starter}").press("Enter")
    expect(page.locator(".toast")).to_contain_text("n’est pas admis")
    expect(page.locator(f"#word-{starter}")).to_have_value(bad)
    page.locator(f"#word-{starter}").fill("ZZZZ")
    expect(page.locator(f"#note-{starter}")).to_contain_text("Ni le reliquat seul")


def test_the_page_of_a_finished_game_reads_without_script(
    browser: Any, visit: Callable[..., Page], live_server: LiveServer
) -> None:
    page = visit("laptop")
    name = begin(page, mode="screen", timing="clock", minutes=1, letters="Q30 U30 A30")
    services = live_server.services
    clock = services.clock
    csrf = page.request.get("/api/session").json()["csrf"]
    headers = {"x-csrf-token": csrf}
    while (view := look(page, name))["game"]["phase"] == "toss":
        data = {"type": "toss", "seat": "A"}
        page.request.post(f"/api/jarnac/{name}/moves", data=data, headers=headers)
    data = {"type": "draw", "seat": view["game"]["turn"]}
    page.request.post(f"/api/jarnac/{name}/moves", data=data, headers=headers)
    try:
        services.clock = lambda: clock() + 400
        data = {"type": "pass", "seat": view["game"]["turn"]}
        reply = page.request.post(f"/api/jarnac/{name}/moves", data=data, headers=headers)
    finally:
        services.clock = clock
    assert reply.status == 409
    assert look(page, name)["result"]["cause"].startswith("les deux drapeaux")
    reader = visit("phone", java_script_enabled=False)
    reader.goto(f"/jarnac/{name}/bilan")
    expect(reader.get_by_role("heading", level=1)).to_have_text("Match nul")
    reader.get_by_role("link", name="Fait précédent").click()
    expect(reader.locator("#replay-text")).to_contain_text("drapeau")

    # A downloaded game opens again, under the names it is given.
    record = page.request.get(f"/jarnac/{name}/partie.json").body()
    page.goto("/jarnac/parties")
    file = {"name": "g.json", "mimeType": "application/json", "buffer": record}
    page.locator("#record").set_input_files(file)  # type: ignore[arg-type]
    page.get_by_label("Premier joueur").fill("Zoé")
    page.get_by_role("button", name="Relire").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Match nul")
    expect(page.locator("#replay .mat").first).to_contain_text("Zoé")
