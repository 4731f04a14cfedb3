// What the desk shows of its state: the bar of actions, the count of slips, the turns played.
import { $, $$, h } from "../core/dom.js";
import { topParts } from "../core/game.js";
import { _, plural } from "../core/i18n.js";
import { serverNow } from "../core/time.js";
import { isTooLong } from "../elements/interruption.js";
import { showIncomplete } from "./incomplete.js";

const RARE = new Set([
  "no-solution",
  "reopen-time",
  "interrupt",
  "resume",
  "end-interrupted",
  "reveal",
  "publish",
  "results",
  "tie-break",
  "following",
]);
const MOST_MISSING = 40;
const MOST_SOLUTIONS = 5;

/** What may be done now, whatever is the next thing to do: the server says it. */
export function isPossible({ game, offered }, name) {
  if (["results", "tie-break", "following"].includes(name)) return game.phase === "over";
  if (name === "end-interrupted" && !(game.interruption && isTooLong(game.interruption))) {
    return false;
  }
  return offered.includes(name);
}

/** The actions, the next one highlighted; while one is under way none can be begun. */
export function showBar(view, busy) {
  const { game, next } = view;
  $("#turn").textContent = game.phase === "over"
    ? _("Partie terminée")
    : _("Coup {n}", { n: game.turn });
  for (const button of $$("[data-act]")) {
    const name = button.dataset.act;
    const can = isPossible(view, name);
    if (button.tagName === "BUTTON") button.disabled = !can || busy;
    // A section draws and times nothing itself: what it never does is not shown either.
    button.hidden = (RARE.has(name) || game.is_section) && !can;
    // One place for the end of the time: called, or taken back.
    if (name === "end-time") button.hidden ||= isPossible(view, "reopen-time");
    button.classList.toggle("primary", name === next && can);
  }
  for (const form of $$("[data-offer]")) {
    form.hidden = !isPossible(view, form.dataset.offer);
    $("button", form).classList.toggle("primary", form.dataset.offer === next);
  }
  $("#more-title").textContent = isPossible(view, "stop")
    ? _("Réglages, tirage rectifié, arrêt de la partie")
    : _("Réglages");
  showLetters(view);
  showNumber(game);
}

/** The public number stays in sight until the first draw: the hall can say that it is the one. */
function showNumber({ number, number_source: source, draw, turns }) {
  const isNew = Boolean(number) && !draw && !turns.length;
  $("#number-told").hidden = !isNew;
  $("#number-told").textContent = `${_("Nombre public")} : ${number}${source && ` (${source})`}`;
}

const LETTERS = {
  hand: (n) => plural(n, "Tirez {n} lettre du sac", "Tirez {n} lettres du sac"),
  mixed: (n) => plural(n, "Ou tirez {n} lettre du sac", "Ou tirez {n} lettres du sac"),
  prepared: () => _("Lettres nouvelles, si ce ne sont pas celles préparées"),
};

/** What the bag must give: how many letters, beside which leave. */
function showLetters(view) {
  const label = LETTERS[view.settings.draw];
  $("#letters-form").hidden = !label || view.sealed || !isPossible(view, "draw");
  // A field that is hidden keeps the keys until the next frame: the one for the clock would be lost.
  if ($("#letters-form").hidden) $("#letters").blur();
  if (!label) return;
  $("#letters-label").textContent = label(view.to_draw);
  $("#leave").hidden = !view.leave;
  $("#leave").textContent = _("Reliquat {letters}", { letters: [...view.leave].join(" ") });
}

/** Between two turns the top just told is large, and the clock that stands still is small. */
export function showTop({ draw, turns, cancelled }) {
  const last = draw || cancelled ? null : turns.at(-1);
  $("#now").classList.toggle("is-idle", !draw);
  $("#desk-top").hidden = !last;
  if (last) $("#desk-top").replaceChildren(...topParts(last.top));
}

let rest;

/** The pause before the next draw, which the referee may cut short. */
export function showRest({ draw_from: from }) {
  clearTimeout(rest);
  const left = from === null ? 0 : Math.ceil((from - serverNow()) / 1000);
  $("#rest").hidden = left <= 0;
  $("#rest").textContent = _("tirage attendu dans {n} s", { n: left });
  if (left > 0) rest = setTimeout(() => showRest({ draw_from: from }), 250);
}

export function showSlips({ slips, tables, game }) {
  showIncomplete(slips, game.code);
  const line = slips.turn
    ? (slips.topping ? raced : counted)(slips)
    : [plural(tables.length, "{n} table inscrite", "{n} tables inscrites")];
  $("#slips").textContent = line.join(" · ");
  showFound(game.code, slips.found);
}

/** Who found the last top, and how many each of the best solutions. */
function showFound(code, found) {
  $("#found").hidden = !found?.solutions.length;
  if ($("#found").hidden) return;
  const { turn, finders, solutions } = found;
  const listed = finders.slice(0, MOST_MISSING).map(({ table }) => table).join(" ");
  const best = solutions.slice(0, MOST_SOLUTIONS).map(({ move, points, count }) =>
    `${move || "—"} ${points} × ${count}`
  );
  $("#found").replaceChildren(
    h("a", { href: `/partie/${code}/coup/${turn}#turn-more` }, _("Coup {n}", { n: turn })),
    " : ",
    plural(finders.length, "top trouvé par {n} table", "top trouvé par {n} tables"),
    listed && ` (${listed}${finders.length > MOST_MISSING ? " …" : ""})`,
    ` · ${best.join(" · ")}${solutions.length > MOST_SOLUTIONS ? " …" : ""}`,
  );
}

/** « Il manque 3 bulletins à corriger : coup 3, tables 2 7 ; coup 5, table 1. » */
export function missingText({ incomplete }) {
  if (!incomplete.length) return "";
  const count = incomplete.reduce((sum, { missing }) => sum + missing.length, 0);
  const listed = incomplete.map(({ turn, missing }) =>
    plural(missing.length, "coup {turn}, table {tables}", "coup {turn}, tables {tables}")
      .replace("{turn}", turn)
      .replace("{tables}", missing.slice(0, MOST_MISSING).join(" "))
  );
  const told = plural(
    count,
    "Il manque {n} bulletin à corriger",
    "Il manque {n} bulletins à corriger",
  );
  return `${told} : ${listed.join(" ; ")}.`;
}

function raced({ turn, received, expected, missing }) {
  return [
    _("Coup {n} : top trouvé par {a}/{b}", { n: turn, a: received, b: expected }),
    missing.length && `${_("cherchent")} : ${missing.slice(0, MOST_MISSING).join(" ")}`,
  ].filter(Boolean);
}

function counted({ turn, received, expected, missing, ruled, commission }) {
  const listed = missing.slice(0, MOST_MISSING).join(" ");
  const without = expected - received - missing.length;
  return [
    _("Coup {n} : bulletins {a}/{b} reçus", { n: turn, a: received, b: expected }),
    listed && `${_("manquent")} : ${listed}${missing.length > MOST_MISSING ? " …" : ""}`,
    without && _("{n} sans bulletin", { n: without }),
    plural(ruled, "{n} corrigé", "{n} corrigés"),
    commission.length && _("{n} en commission", { n: commission.length }),
  ].filter(Boolean);
}

export function showTurns({ code, turns }) {
  $("#turns tbody").replaceChildren(...[...turns].reverse().map((turn) => turnRow(code, turn)));
}

function turnRow(code, { turn, draw, leave, top, total }) {
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, String(turn)),
    h("td", {}, `${leave ? `${draw.slice(0, leave)}+` : ""}${draw.slice(leave)}`),
    h("td", {}, top.word),
    h("td", {}, top.reference),
    h("td", { class: "points" }, String(top.points)),
    h("td", { class: "points" }, String(total)),
    h(
      "td",
      {},
      h("a", {
        href: `/arbitrer/${code}/decisions?coup=${turn}`,
        "aria-label": _("Décisions du coup {n}", { n: turn }),
      }, _("voir")),
    ),
  );
}
