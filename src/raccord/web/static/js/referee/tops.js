// The tops of the draw, hidden while players think; the referee picks one of the ties.
import { $, $$, h } from "../core/dom.js";
import { _, number, plural, typography } from "../core/i18n.js";

export class Tops {
  /** The tie picked instead of the default one. */
  chosen = "";
  #isShown = false;
  #drawn = "";

  /** Another draw is on the table. */
  forget() {
    this.chosen = "";
    this.#isShown = false;
  }

  toggle() {
    this.#isShown = !this.#isShown;
  }

  /** Pick a tie by its rank; false where there is none that may be retained. */
  pick(rank) {
    const tie = $$('input[name="tie"]')[rank];
    if (!tie || tie.disabled) return false;
    tie.click();
    tie.focus();
    return true;
  }

  show({ tops, searching, game }) {
    const open = this.#isShown || game.phase === "time-up";
    const eye = $("#eye");
    eye.setAttribute("aria-expanded", String(Boolean(open && game.draw)));
    eye.hidden = !game.draw || game.phase === "time-up";
    $("#eye-text").textContent = open ? _("Cacher les tops") : _("Montrer les tops");
    // Drawn anew only when it changes: what is opened or focused here stays so.
    const last = game.turns.at(-1);
    const key = JSON.stringify([game.draw, open, searching, tops, last?.turn, game.cancelled]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    $("#tops").replaceChildren(...this.#parts({ tops, searching, open, game }));
  }

  #parts({ tops, searching, open, game: { draw, turns, cancelled } }) {
    const last = cancelled ? null : turns.at(-1);
    if (!draw) {
      return line(
        last
          ? `${_("Dernier top")} : ${last.top.points} · ${last.top.reference} · ${last.top.word}`
          : _("Aucun tirage en jeu."),
      );
    }
    if (!open) return line(_("Les tops sont cachés pendant que les joueurs réfléchissent."));
    if (searching) return line(_("Recherche des tops…"));
    if (!tops) {
      return line(
        _("Ce tirage n'a pas de solution : constatez-le, puis tirez de nouveau."),
        "note is-warn",
      );
    }
    return [
      h(
        "p",
        { class: "ties-head" },
        h("span", {}, plural(tops.ties.length, "{n} top", "{n} tops")),
        h(
          "span",
          {
            title: _(
              "Sur 8 à 40 tirages essayés, les mêmes pour tous ; un top nettement devancé en rencontre moins.",
            ),
          },
          _("top suivant, en moyenne"),
        ),
      ),
      h("ul", { class: "ties" }, tops.ties.map((tie, index) => this.#tie(tie, index, tops))),
      h(
        "p",
        {},
        `${_("Scrabbles")} : ${number(tops.scrabbles.length)}`,
        tops.second === null ? "" : ` · ${_("sous-top")} : ${tops.second}`,
      ),
      details(_("Sous-tops"), tops.sub_tops.map(([move, points]) => `${move}  ${points}`)),
      details(_("Mots des scrabbles"), tops.scrabbles),
    ].filter(Boolean);
  }

  #tie(tie, index, tops) {
    const usual = tops.prepared ? tie.move === tops.prepared : index === 0;
    const current = this.chosen ? this.chosen === tie.move : usual;
    const input = h("input", {
      type: "radio",
      name: "tie",
      value: tie.move,
      checked: current && !tie.barred,
      disabled: Boolean(tie.barred),
      onchange: () => {
        this.chosen = tie.move;
      },
    });
    const why = tie.barred ? `${typography(tie.barred)} — ${tie.article}` : [
      tie.ends && _("met fin à la partie"),
      tie.jokers > 0 && plural(tie.jokers, "{n} joker", "{n} jokers"),
      tie.move === tops.prepared && _("top de la partie préparée"),
    ].filter(Boolean).join(" · ");
    return h(
      "li",
      {},
      h(
        "label",
        { class: `tie ${tie.barred ? "is-barred" : ""}` },
        input,
        h("span", {}, tie.move),
        h("span", { class: "num" }, String(tops.points)),
        h("span", { class: "num" }, tie.opening === null ? "–" : number(tie.opening, 1)),
        why && h("small", {}, why),
      ),
    );
  }
}

const line = (text, kind = "muted") => [h("p", { class: kind }, text)];

const details = (
  title,
  lines,
) => (lines.length
  ? h(
    "details",
    {},
    h("summary", {}, title),
    h("ul", { class: "words" }, lines.map((text) => h("li", {}, text))),
  )
  : null);
