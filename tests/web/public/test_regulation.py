"""The regulation is read on the narrowest phones: no word of it is cut."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page

from raccord.regulation.catalogue import CATALOGUE
from tests.web.conftest import Visitors

_CUT = """() => {
  const cut = [];
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (const word of node.data.matchAll(/[^\\s\\u00ad\\u2013\\u2014/-]+/g)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map((r) => Math.round(r.top)));
      if (lines.size > 1) cut.push(word[0]);
    }
  }
  return cut;
}"""


def words_cut(page: Page) -> list[str]:
    """The words of the page that stand on more than one line."""
    found: list[str] = page.evaluate(_CUT)
    return found


@pytest.mark.parametrize("width", [320, 360, 414, 560, 640])
@pytest.mark.parametrize("edition", CATALOGUE)
def test_no_word_of_an_article_is_cut_on_a_phone(visit: Visitors, edition: str, width: int) -> None:
    page = visit("phone", viewport={"width": width, "height": 740})
    page.goto(f"/reglement/{edition}")
    if folder := os.environ.get("RACCORD_PICTURES"):
        page.screenshot(path=Path(folder) / f"articles-{edition}-{width}.png")
    assert words_cut(page) == []
    root = "document.documentElement"
    assert page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth")
