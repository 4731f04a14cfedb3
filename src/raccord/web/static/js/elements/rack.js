import { h } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { value } from "../core/scoring.js";
import { pointsText, tileElement } from "./tile.js";

/**
 * Tirage: the leave, a gap, the new letters; then tiles in any order once they have been shuffled.
 *   rack.setDraw("ELURST?", 3); rack.composition = …; rack.shuffle();
 * Event: "rc-tile" {tile, letter} when a tile is tapped; tile is its place in the draw.
 */
export class RcRack extends HTMLElement {
  #order = [];
  #natural = true;
  #composition = null;
  #draw = () => this.#mark();

  connectedCallback() {
    this.setDraw(this.dataset.draw || "", Number(this.dataset.leave || 0));
    if (!this.hasAttribute("data-interactive")) return;
    this.addEventListener("click", (event) => {
      const tile = event.target.closest("[data-tile]");
      if (!tile || this.dataset.dragged) return;
      this.dispatchEvent(
        new CustomEvent("rc-tile", {
          bubbles: true,
          detail: { tile: Number(tile.dataset.tile), letter: this.letters[tile.dataset.tile] },
        }),
      );
    });
  }

  get letters() {
    return [...(this.dataset.draw || "")];
  }

  setDraw(draw, leave = 0) {
    this.dataset.draw = draw;
    this.dataset.leave = leave;
    this.#order = [...draw].map((_letter, i) => i);
    this.#natural = true;
    this.#render();
  }

  set composition(composition) {
    this.#composition?.removeEventListener("change", this.#draw);
    this.#composition = composition;
    composition?.addEventListener("change", this.#draw);
    this.#mark();
  }
  get composition() {
    return this.#composition;
  }

  shuffle() {
    for (let i = this.#order.length - 1; i > 0; i -= 1) {
      const j = Math.floor(Math.random() * (i + 1));
      [this.#order[i], this.#order[j]] = [this.#order[j], this.#order[i]];
    }
    this.#natural = false;
    this.#render();
  }

  /** The tiles in alphabetical order, jokers last. */
  sort() {
    const key = (tile) => (this.letters[tile] === "?" ? "~" : this.letters[tile]);
    this.#order.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a - b));
    this.#natural = false;
    this.#render();
  }

  /** The tiles back in the order of the draw. */
  asDrawn() {
    this.setDraw(this.dataset.draw, Number(this.dataset.leave));
  }

  /** The order in which they lie, as places in the draw; null as drawn. */
  get order() {
    return this.#natural ? null : [...this.#order];
  }
  set order(order) {
    if (!order || [...order].sort((a, b) => a - b).some((tile, i) => tile !== i)) return;
    if (order.length !== this.letters.length) return;
    this.#order = [...order];
    this.#natural = false;
    this.#render();
  }

  /** Move a tile to the place of another one. */
  reorder(tile, before) {
    if (tile === before) return;
    this.#order = this.#order.filter((t) => t !== tile);
    const at = this.#order.indexOf(before);
    this.#order.splice(at < 0 ? this.#order.length : at, 0, tile);
    this.#natural = false;
    this.#render();
  }

  #render() {
    const letters = this.letters;
    const interactive = this.hasAttribute("data-interactive");
    const leave = Number(this.dataset.leave);
    const spoken = letters.map((letter) => (letter === "?" ? pointsText(0) : letter)).join(" ");
    const tiles = this.#order.map((tile) => {
      const letter = letters[tile];
      const name = letter === "?" ? pointsText(0) : `${letter}, ${pointsText(value(letter))}`;
      return interactive
        ? tileElement(letter, {
          tag: "button",
          type: "button",
          "data-tile": tile,
          "aria-label": name,
        })
        : tileElement(letter, { "data-tile": tile, "aria-hidden": "true" });
    });
    if (this.#natural && leave > 0 && leave < tiles.length) {
      tiles.splice(leave, 0, h("span", { class: "gap", "aria-hidden": "true" }));
    }
    this.replaceChildren(h("span", { class: "sr-only" }, `${_("Tirage")} : ${spoken}`), ...tiles);
    this.#mark();
  }

  #mark() {
    if (!this.#composition) return;
    const free = new Set(this.#composition.free);
    const held = this.querySelector("[data-tile]:focus-visible");
    const tiles = [...this.querySelectorAll("[data-tile]")];
    for (const element of tiles) {
      element.classList.toggle("used", !free.has(Number(element.dataset.tile)));
    }
    // Who lays tiles from the keyboard goes on with the next, not from the top of the page.
    if (held?.classList.contains("used")) {
      const after = [...tiles.slice(tiles.indexOf(held)), ...tiles];
      after.find((tile) => !tile.classList.contains("used"))?.focus({ preventScroll: true });
    }
  }
}
customElements.define("rc-rack", RcRack);
