"""The board, the rack and the counting of points, in a real browser."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from raccord.board import (
    FRENCH,
    Board,
    Direction,
    Move,
    PlayRules,
    Reference,
    moves,
    score,
    tiles_used,
)
from raccord.lexicon import Lexicon
from raccord.web import boards
from tests.web.club import open_club
from tests.web.conftest import SIZES, LiveServer, Visitors

SCORE = """async ([url, rules, positions]) => {
  const { score } = await import(url);
  return positions.map((position) => score(...position, rules));
}"""
PATHS = [
    "/",
    "/mots",
    "/mots?question=tirage&q=LUSTRE?",
    "/mots?question=rajouts&q=LUSTRE",
    "/mots?q=1",
    "/reglement",
    "/reglement/2017",
    "/reglement/jarnac",
    "/solo",
    "/nulle-part",
]
RULES = [PlayRules(), PlayRules(rack_size=9, playable=9, bonuses=((7, 50), (8, 75), (9, 100)))]


def positions(lexicon: Lexicon, rules: PlayRules, seed: int) -> list[tuple[Board, Move]]:
    """Moves good and bad from a game of random draws."""
    chance = random.Random(seed)
    board, found = Board.empty(), []
    bag = list(FRENCH.letters())
    chance.shuffle(bag)
    for _ in range(9):
        rack = "".join(bag[: rules.rack_size])
        legal = moves(board, rack, lexicon, rules)
        if not len(legal):
            break
        found += [(board, legal[chance.randrange(len(legal))].move) for _ in range(12)]
        chosen = legal[0].move
        for letter in tiles_used(board, chosen):
            bag.remove(letter)
        board = board.place(chosen)
    return found


@pytest.mark.parametrize("rules", RULES)
def test_scripts_count_as_the_server_does(
    page: Page, live_server: LiveServer, rules: PlayRules
) -> None:
    sample = positions(live_server.services.lexicon, rules, 2017)
    assert len(sample) > 60
    page.goto("/mots")
    asked = [
        [b.cells, m.reference.square.index, m.reference.direction.name.lower(), m.word]
        for b, m in sample
    ]
    url = live_server.services.assets.url("js/core/scoring.js")
    answers = page.evaluate(SCORE, [url, boards.rules_data(rules), asked])
    for (board, move), answer in zip(sample, answers, strict=True):
        expected = score(board, move, rules)
        assert answer["total"] == expected.total, str(move)
        assert answer["bonus"] == expected.bonus
        assert answer["tiles"] == expected.tiles
        assert [(w["word"], w["reference"], w["points"]) for w in answer["words"]] == [
            (w.word, str(w.reference), w.points) for w in expected.words
        ]


def test_scripts_read_and_write_references_as_the_server_does(
    page: Page, live_server: LiveServer
) -> None:
    page.goto("/mots")
    url = live_server.services.assets.url("js/core/scoring.js")
    references = [Reference(r, c, d) for r in range(15) for c in range(15) for d in Direction]
    script = """async ([url, texts]) => {
      const { parseReference, formatReference } = await import(url);
      return texts.map(parseReference).map((p) =>
        p && [p.index, p.direction, formatReference(p.index, p.direction)]);
    }"""
    answers = page.evaluate(
        script, [url, [str(r) for r in references] + ["H16", "P1", "0A", "", "HH"]]
    )
    for reference, answer in zip(references, answers, strict=False):
        direction = reference.direction.name.lower()
        assert answer == [reference.square.index, direction, str(reference)]
    assert answers[len(references) :] == [None] * 5


def test_pages_are_accessible_and_no_wider_than_the_screen(
    visit: Callable[..., Page], check_accessible: Callable[[Page], None]
) -> None:
    for size in ("phone", "laptop"):
        page = visit(size)
        for path in PATHS:
            page.goto(path)
            check_accessible(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0], path


def test_scripts_admit_what_the_server_admits(page: Page, live_server: LiveServer) -> None:
    page.goto("/mots")
    url = live_server.services.assets.url("js/core/words.js")
    script = "async ([url, words]) => (await import(url)).check(words)"
    assert page.evaluate(script, [url, ["LUSTRE", "ZZZ", "LUSTRE"]]) == {
        "LUSTRE": True,
        "ZZZ": False,
    }


COMPOSE = """async ([url, play, cells, rack, steps]) => {
  const { Composition } = await import(url);
  const word = new Composition({ cells, rack, play });
  const said = steps.map(([what, ...values]) => word[what](...values) ?? "");
  const move = word.move;
  return [said, move && `${move.reference} ${move.text}`, word.free, word.draft];
}"""


def composed(
    page: Page, server: LiveServer, rack: str, steps: list[list[object]], board: Board | None = None
) -> list[object]:
    """What a composition says at each step, the move it makes, the tiles left, what is kept."""
    if page.url == "about:blank":
        page.goto("/mots")
    url = server.services.assets.url("js/core/compose.js")
    cells = (board or Board.empty()).cells
    found: list[object] = page.evaluate(COMPOSE, [url, boards.rules_data(), cells, rack, steps])
    return found


def typed(word: str) -> list[list[object]]:
    return [["type", letter] for letter in word]


def test_a_joker_is_spent_only_by_who_asks_for_it(page: Page, live_server: LiveServer) -> None:
    start: list[list[object]] = [["select", 110], *typed("ETR")]
    said, move, free, _ = composed(page, live_server, "ETR?", [*start, ["type", "E"]])
    assert "Pour le joker" in str(said[-1])  # type: ignore[index]
    assert (move, free) == ("H6 ETR", [3])
    asked: list[list[object]] = [*start, ["joker"], ["type", "E"], ["type", "S"]]
    said, move, free, _ = composed(page, live_server, "ETR?", asked)
    assert said[-1] == "Pas de S dans le tirage."  # type: ignore[index]
    assert (move, free) == ("H6 ETR(E)", [])


def test_a_word_is_spelled_through_the_letters_already_on_the_board(
    page: Page, live_server: LiveServer
) -> None:
    capes = Board.empty().place(Move.parse("8F CAPES"))

    def spelled(word: str, at: int, rack: str = "OTRSAIN") -> object:
        steps: list[list[object]] = [["select", at, "across"], *typed(word)]
        said, move, *_ = composed(page, live_server, rack, steps, capes)
        assert not any(said), said  # type: ignore[arg-type]
        return move

    assert spelled("OTS", 7 * 15 + 6) == "H7 OPTS"
    assert spelled("OPTS", 7 * 15 + 6) == "H7 OPTS"
    # From the board's own E, which the rack has too: EMIR, not EEMIR.
    assert spelled("EMIR", 8 * 15 + 7, "EMIRSTU") == "I8 EMIR"


def test_nothing_is_laid_where_nobody_chose_a_square(page: Page, live_server: LiveServer) -> None:
    capes = Board.empty().place(Move.parse("8F CAPES"))
    steps: list[list[object]] = [["type", "O"], ["tap", 0]]
    for step in steps:
        said, move, *_ = composed(page, live_server, "OTRSAIN", [step], capes)
        assert said == ["Choisissez d’abord une case de la grille."]
        assert move is None


def test_a_place_and_a_word_are_read_as_people_write_them(
    page: Page, live_server: LiveServer
) -> None:
    capes = Board.empty().place(Move.parse("8F CAPES"))

    def entered(text: str, rack: str = "OTRSAI?") -> tuple[object, object]:
        said, move, *_ = composed(page, live_server, rack, [["enter", text]], capes)
        return said[0], move  # type: ignore[index]

    assert entered("h7 opts") == ("", "H7 OPTS")
    assert entered("ôpts H7") == ("", "H7 OPTS")
    assert entered("H7 OP(T)S") == ("", "H7 OP(T)S")
    assert entered("H7 OP(T)S", "OTRSAIN") == ("Pas de joker dans le tirage.", None)
    assert "Pour le joker" in str(entered("H7 OPZ")[0])
    assert "porte déjà un P" in str(entered("H7 OSTS")[0])
    assert "sort de la grille" in str(entered("H14 OSTRA")[0])
    assert entered("OPTS")[0]


def test_tiles_are_laid_from_the_keyboard_one_after_the_other(page: Page) -> None:
    """Every tile, and the joker's letter, sent the keyboard back to the top of the page."""
    page.goto("/solo")
    page.get_by_text("Choisir la formule").click()
    page.locator('[name="joker"]').check()
    page.locator('[name="time"][value="0"]').check()
    page.get_by_role("button", name="Commencer").last.click()
    expect(page.locator("body[data-ready]")).to_be_visible()
    tiles, joker = page.locator("#rack [data-tile]"), page.locator('#rack [aria-label="joker"]')
    page.locator("#board [data-index='112']").click()
    joker.first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(joker.first).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("s")
    expect(page.locator("#board .placed")).to_have_count(1)
    expect(tiles.locator("xpath=self::*[not(contains(@class, 'used'))]").first).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#board .placed")).to_have_count(3)


def test_a_tile_is_lifted_alone_and_a_composition_outlives_a_reload(
    page: Page, live_server: LiveServer
) -> None:
    steps: list[list[object]] = [["select", 112], *typed("ETR"), ["take", 113]]
    _, _, free, draft = composed(page, live_server, "ETRS", steps)
    assert free == [1, 3]
    again: list[list[object]] = [["select", 0]]
    script = COMPOSE.replace("const said", "word.draft = steps.shift(); const said")
    url = live_server.services.assets.url("js/core/compose.js")
    data = [url, boards.rules_data(), Board.empty().cells, "ETRS", [draft, *again]]
    assert page.evaluate(script, data)[2:] == [[1, 3], {**draft, "cursor": 0}]  # type: ignore[dict-item]


INK = """() => [...document.querySelectorAll(".tile:has(i)")].map((tile) => {
  const pen = document.createElement("canvas").getContext("2d");
  const ink = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const box = range.getBoundingClientRect();
    const style = getComputedStyle(element);
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const m = pen.measureText(element.textContent);
    const base = box.top + m.fontBoundingBoxAscent;
    return { left: box.left - m.actualBoundingBoxLeft, right: box.left + m.actualBoundingBoxRight,
      top: base - m.actualBoundingBoxAscent, bottom: base + m.actualBoundingBoxDescent };
  };
  const [letter, value] = [ink(tile.querySelector("b")), ink(tile.querySelector("i"))];
  const size = tile.getBoundingClientRect().width;
  return [tile.textContent.trim(),
    Math.max(value.left - letter.right, value.top - letter.bottom) / size];
})"""


@pytest.mark.parametrize("size", ["phone", "laptop", "projector"])
def test_the_ten_of_a_tile_stands_clear_of_its_letter(
    size: str, live_server: LiveServer, visit: Visitors
) -> None:
    club = open_club(live_server, "")
    club.draw("KWXYZQO")
    page = visit(size)
    for path in (f"/partie/{club.code}", f"/projection/{club.code}", f"/arbitrer/{club.code}"):
        page.goto(path)
        expect(page.locator("#rack .tile").first).to_be_visible()
        found = dict(page.evaluate(INK))
        assert {"K10", "W10", "X10", "Y10", "Z10"} <= set(found)
        assert min(found.values()) > 0.04, (path, found)
