// The arbiter's answer, which stays until it is acknowledged here, and the result at the end.
import { $, h } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { rematchButton } from "./rematch.js";

const key = (view) => `jn-verdict:${view.id}`;
const known = (view) => Number(sessionStorage.getItem(key(view)) ?? -1);

/** Show the verdict or the result; `mine` are the seats played here, none where one watches. */
export function drawVerdict(view, mine, isProjector) {
  const box = $("#verdict");
  const found = view.verdict;
  const isShown = found && (isProjector ? found.fresh : found.number > known(view));
  const cards = [
    view.result ? result(view, mine, isProjector) : null,
    isShown ? card(view, found, isProjector, () => drawVerdict(view, mine, isProjector)) : null,
  ].filter(Boolean);
  const state = JSON.stringify([isShown && found.number, view.result, view.rematch, view.next]);
  if (box.dataset.state === state) return;
  box.dataset.state = state;
  box.replaceChildren(...cards);
}

function card(view, found, isProjector, redraw) {
  const what = found.old
    ? _("{old} devenu {word}, de {name}", { old: found.old, word: found.word, name: found.author })
    : _("{word}, de {name}", { word: found.word, name: found.author });
  return h(
    "div",
    { class: `note ${found.valid ? "is-good" : "is-bad"}`, lang: "fr", role: "status" },
    h(
      "p",
      { class: "verdict-word" },
      `${found.valid ? "✓" : "✗"} ${found.word} : ${found.valid ? _("bon") : _("mauvais")}`,
    ),
    h(
      "p",
      {},
      found.contested
        ? _("{name} contestait {what}.", { name: found.contested, what })
        : _("Question posée sur {what}.", { what }),
    ),
    found.reason ? h("p", {}, `${found.reason}.`) : null,
    h("p", {}, `${found.says}.`),
    h("p", {}, h("strong", {}, found.follows)),
    h(
      "p",
      { class: "muted verdict-by" },
      `${
        found.by === "lexicon" ? _("Réponse du lexique") : _("Réponse des arbitres")
      } · ${found.article}`,
    ),
    isProjector ? null : h("button", {
      type: "button",
      class: "verdict-known",
      onclick: () => {
        sessionStorage.setItem(key(view), found.number);
        redraw();
      },
    }, _("Compris")),
  );
}

function result(view, mine, isProjector) {
  return h(
    "div",
    { class: "note is-good" },
    h("p", { class: "verdict-word" }, view.result.headline),
    h("p", {}, view.result.cause),
    h("p", {}, view.result.basis),
    isProjector ? null : h(
      "div",
      { class: "row" },
      h("a", { class: "button primary", href: `/jarnac/${view.id}/bilan` }, _("Voir le bilan")),
      view.competition && mine.length
        ? h(
          "a",
          { class: "button", href: `/competition/${view.competition}/jarnac/joueur` },
          _("Le tournoi"),
        )
        : null,
      mine.length ? rematchButton(view, mine) : null,
    ),
  );
}
