// Multitops: the solutions kept so far this turn, each of which can be taken back.
import { $, h } from "../core/dom.js";
import { _ } from "../core/i18n.js";

export class Chosen {
  /** `changed()` is called when one is taken back. */
  constructor(changed) {
    this.moves = [];
    this.changed = changed;
  }

  has(text) {
    return this.moves.includes(text);
  }

  add(text) {
    this.moves.push(text);
  }

  remove(text) {
    this.moves = this.moves.filter((move) => move !== text);
    this.changed();
  }

  render(solutions) {
    const several = solutions > 1;
    $("#chosen").hidden = !this.moves.length;
    $("#chosen").replaceChildren(...this.moves.map((text) =>
      h(
        "li",
        {},
        `${text} `,
        h("button", {
          type: "button",
          class: "quiet",
          "aria-label": _("Reprendre {move}", { move: text }),
          onclick: () => this.remove(text),
        }, "✕"),
      )
    ));
    $("#hand-in-now").hidden = !several || !this.moves.length;
    if (several) {
      $("#hand-in").textContent = _("Valider la solution {n} sur {all}", {
        n: this.moves.length + 1,
        all: solutions,
      });
    }
  }
}
