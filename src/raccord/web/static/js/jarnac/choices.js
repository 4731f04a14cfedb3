// The things a player may do now, as buttons.
import { h } from "../core/dom.js";
import { _ } from "../core/i18n.js";

/** The buttons of a seat: `offers` are what the server lets it do, `act(type, details)` does it. */
export function choices(view, { seat, offers, mode, isPassing, isSpelling, act }) {
  if (view.result) {
    return [
      h("a", { class: "button primary", href: `/jarnac/${view.id}/bilan` }, _("Voir le bilan")),
    ];
  }
  if (isPassing) {
    return [h(
      "button",
      { type: "button", class: "pass is-passing", "data-do": "pass", onclick: () => act("pass") },
      _("Je passe… Annuler"),
    )];
  }
  if (view.game.phase === "ruling" && !view.game.stopped) return answers(view.answers[seat], act);
  if (mode === "jarnac" || mode === "swap") return [];
  const fallen = view.game.sides.some((side) => side.fallen);
  const button = (type, text, key = "", kind = "", details = {}) =>
    offers.includes(type)
      ? h(
        "button",
        {
          type: "button",
          class: kind,
          "data-do": type + (details.jarnac ? "-jarnac" : ""),
          // Not while a word is being spelt: a thumb that misses « Poser » must not pass.
          disabled: type === "pass" && isSpelling,
          onclick: () => act(type, details),
        },
        text,
        key ? h("kbd", { "aria-hidden": "true" }, key) : null,
      )
      : null;
  const due = view.game.due;
  return [
    view.seated.every(Boolean) ? button("toss", _("Tirer au sort"), "", "primary") : null,
    button("call-jarnac", _("Jarnac !"), "!", "jarnac"),
    button("draw", due > 1 ? _("Piocher {n} lettres", { n: due }) : _("Piocher"), "", "primary"),
    button("swap", _("Changer 3"), "="),
    button("decline", _("Laisser finir")),
    button("agree", _("D'accord"), "", "primary"),
    button("contest", _("Je conteste"), "?"),
    fallen ? null : button("contest", _("Je conteste et Jarnac !"), "", "", { jarnac: true }),
    button("pass", _("Passer"), "-", "pass"),
    button("press", _("Appuyer sur la pendule"), "", "primary"),
  ].filter(Boolean);
}

/** Two arbiters: each says whether the word is admitted. */
const answers = (mine, act) =>
  [[true, _("Admis")], [false, _("Refusé")]].map(([valid, text]) =>
    h("button", {
      type: "button",
      "data-do": `answer-${valid}`,
      "aria-pressed": String(mine === valid),
      onclick: () => act("answer", { valid }),
    }, text)
  );
