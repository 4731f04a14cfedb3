// The head referee's desk: one view from the server, drawn whole; one key for each action.
import { api, ApiError, newKey } from "../core/api.js";
import { $, $$, h, pageData } from "../core/dom.js";
import { _, number, plural, typography } from "../core/i18n.js";
import { unbroken } from "../core/game.js";
import { connect } from "../core/live.js";
import { isMuted, setMuted } from "../core/sounds.js";
import { announce, toast } from "../core/toast.js";
import { read, speechStop } from "./voice.js";
import "../elements/board.js";
import "../elements/clock.js";
import "../elements/connection.js";
import "../elements/rack.js";
import "../elements/server-health.js";

let view = pageData("desk-data");
const code = view.game.code;
const base = `/api/games/${code}`;
let chosen = ""; // the tie picked instead of the default one
let shown = false; // whether the tops are on the screen
let busy = false;
let pushed = null; // the last view that came while an action was under way
let said = "";

const KEYS = {
  t: "draw",
  l: "start",
  f: "end-time",
  v: "retain",
  s: "no-solution",
  a: "cancel",
  i: "interrupt",
  r: "resume",
  p: "reveal",
  e: "read",
  o: "eye",
};

// What may be done now, whatever is the next thing to do: the server says it.
const possible = (name) =>
  name === "results" ? view.game.phase === "over" : view.offered.includes(name);
const RARE = new Set(["no-solution", "interrupt", "resume", "reveal", "results"]);

function render() {
  const game = view.game;
  $("#turn").textContent = game.phase === "over"
    ? _("Partie terminée")
    : _("Coup {n}", { n: game.turn });
  for (const button of $$("[data-act]")) {
    const name = button.dataset.act;
    const can = possible(name);
    if (button.tagName === "BUTTON") button.disabled = !can || busy;
    button.hidden = RARE.has(name) && !can;
    button.classList.toggle("primary", name === view.next && can);
  }
  for (const form of $$("[data-offer]")) form.hidden = !possible(form.dataset.offer);
  $("#more-title").textContent = possible("stop")
    ? _("Réglages, tirage rectifié, arrêt de la partie")
    : _("Réglages");
  renderLetters();
  $("#rack").setDraw(game.draw?.letters || "", game.draw?.leave || 0);
  $("#rack").hidden = !game.draw;
  $("#board").cells = game.cells;
  $("#board").last = game.last;
  renderClock(game.clock);
  renderSay(game.announcement);
  renderTops();
  renderSlips(view.slips);
  renderTurns(game);
}

function renderLetters() {
  const byHand = view.settings.draw !== "software";
  const form = $("#letters-form");
  form.hidden = !byHand || !possible("draw");
  $("#letters-label").textContent = view.settings.draw === "prepared"
    ? _("Lettres nouvelles, si ce ne sont pas celles préparées")
    : _("Lettres nouvelles");
}

let ticking = "";
function renderClock(clock) {
  const element = $("#clock");
  element.hidden = clock.phase === "none";
  element.dataset.signals = String(clock.signal);
  const state = `${clock.phase}:${clock.ends}:${clock.left}:${clock.seconds}`;
  if (state === ticking) return;
  const first = !ticking;
  ticking = state;
  element.dataset.duration = clock.seconds;
  if (clock.phase === "running") element.start(clock.ends, clock.seconds, !first);
  else if (clock.phase === "paused") element.pause(Math.ceil(clock.left / 1000));
  else if (clock.phase === "over") element.pause(0);
  else element.stop();
}

function renderSay(segments) {
  const text = segments.join(" ");
  if (text === said) return;
  said = text;
  $("#say").replaceChildren(...segments.map((part) => h("li", {}, unbroken(part))));
  if ($("#auto-read").checked && began) speak();
}
let began = false;

function speak() {
  const lines = $$("#say li");
  read(
    view.game.announcement,
    (index) => lines.forEach((line, i) => line.classList.toggle("is-said", i === index)),
  );
}

function renderTops() {
  const { tops, searching, game } = view;
  const open = shown || ["time-up"].includes(game.phase);
  const eye = $("#eye");
  eye.setAttribute("aria-expanded", String(Boolean(open && game.draw)));
  eye.hidden = !game.draw || game.phase === "time-up";
  $("#eye-text").textContent = open ? _("Cacher les tops") : _("Montrer les tops");
  const place = $("#tops");
  if (!game.draw) {
    place.replaceChildren(h("p", { class: "muted" }, lastTop(game)));
    return;
  }
  if (!open) {
    place.replaceChildren(
      h("p", { class: "muted" }, _("Les tops sont cachés pendant que les joueurs réfléchissent.")),
    );
    return;
  }
  if (searching) {
    place.replaceChildren(h("p", { class: "muted" }, _("Recherche des tops…")));
    return;
  }
  if (!tops) {
    place.replaceChildren(
      h(
        "p",
        { class: "note is-warn" },
        _("Ce tirage n'a pas de solution : constatez-le, puis tirez de nouveau."),
      ),
    );
    return;
  }
  place.replaceChildren(...[
    h(
      "p",
      { class: "ties-head" },
      h("span", {}, plural(tops.ties.length, "{n} top", "{n} tops")),
      h("span", {}, _("ouverture")),
    ),
    h("ul", { class: "ties" }, tops.ties.map((tie, index) => tieItem(tie, index, tops))),
    h(
      "p",
      {},
      `${_("Scrabbles")} : ${number(tops.scrabbles.length)}`,
      tops.second === null ? "" : ` · ${_("sous-top")} : ${tops.second}`,
    ),
    details(_("Sous-tops"), tops.sub_tops.map(([move, points]) => `${move}  ${points}`)),
    details(_("Mots des scrabbles"), tops.scrabbles),
  ].filter(Boolean));
}

const lastTop = (game) => {
  const last = game.turns.at(-1);
  return last
    ? `${_("Dernier top")} : ${last.top.points} · ${last.top.reference} · ${last.top.word}`
    : _("Aucun tirage en jeu.");
};

const details = (
  title,
  lines,
) => (lines.length
  ? h(
    "details",
    {},
    h("summary", {}, title),
    h("ul", { class: "words" }, lines.map((line) => h("li", {}, line))),
  )
  : null);

function tieItem(tie, index, tops) {
  const usual = tops.prepared ? tie.move === tops.prepared : index === 0;
  const current = chosen ? chosen === tie.move : usual;
  const input = h("input", {
    type: "radio",
    name: "tie",
    value: tie.move,
    checked: current && !tie.barred,
    disabled: Boolean(tie.barred),
    onchange: () => {
      chosen = tie.move;
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

function renderSlips(slips) {
  const line = [];
  if (!slips.turn) {
    line.push(plural(view.tables.length, "{n} table inscrite", "{n} tables inscrites"));
  } else {
    line.push(
      _("Coup {n} : bulletins {a}/{b} reçus", {
        n: slips.turn,
        a: slips.received,
        b: slips.expected,
      }),
    );
    const most = 40;
    if (slips.missing.length) {
      line.push(
        `${_("manquent")} : ${slips.missing.slice(0, most).join(" ")}${
          slips.missing.length > most ? " …" : ""
        }`,
      );
    }
    const without = slips.expected - slips.received - slips.missing.length;
    if (without) line.push(_("{n} sans bulletin", { n: without }));
    line.push(plural(slips.ruled, "{n} corrigé", "{n} corrigés"));
    if (slips.commission.length) line.push(_("{n} en commission", { n: slips.commission.length }));
  }
  $("#slips").textContent = line.join(" · ");
}

function renderTurns(game) {
  const rows = [...game.turns].reverse().map((turn) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, String(turn.turn)),
      h(
        "td",
        {},
        `${turn.leave ? `${turn.draw.slice(0, turn.leave)}+` : ""}${turn.draw.slice(turn.leave)}`,
      ),
      h("td", {}, turn.top.word),
      h("td", {}, turn.top.reference),
      h("td", { class: "points" }, String(turn.top.points)),
      h("td", { class: "points" }, String(turn.total)),
      h(
        "td",
        {},
        h("a", {
          href: `/arbitrer/${code}/decisions?coup=${turn.turn}`,
          "aria-label": _("Décisions du coup {n}", { n: turn.turn }),
        }, _("voir")),
      ),
    )
  );
  $("#turns tbody").replaceChildren(...rows);
}

/** Of an answer and a push the newer counts, whichever comes first; tops may be found between. */
function isOld(next) {
  const [now, then] = [view.game.revision, next.game.revision];
  return then < now || (then === now && next.searching && !view.searching);
}

function take(next) {
  // Made private, the game has a new code: this page moves to it, and so do its links.
  if (next.game.code !== code && !isOld(next)) {
    location.replace(`/arbitrer/${next.game.code}`);
    return;
  }
  if (isOld(next)) {
    render();
    return;
  }
  if (view.slips.revision > next.slips.revision) next.slips = view.slips;
  const before = view.game;
  view = next;
  if (before.turn !== next.game.turn || before.draw?.letters !== next.game.draw?.letters) {
    chosen = "";
    shown = false;
  }
  render();
  if (before.phase !== next.game.phase) {
    announce($("#turn").textContent + " — " + ($("[data-act].primary")?.textContent.trim() || ""));
  }
}

async function act(name, body = {}) {
  if (busy) return false;
  busy = true;
  began = true;
  speechStop();
  render();
  try {
    settle(await api.post(`${base}/${name}`, body, { key: newKey() }));
    return true;
  } catch (error) {
    settle(view);
    toast(error instanceof ApiError ? error.message : String(error), "bad", 8);
    return false;
  }
}

/** The answer has come: show it, and what was pushed while it was on its way. */
function settle(answer) {
  busy = false;
  take(answer);
  if (pushed) take(pushed);
  pushed = null;
}

const ACTIONS = {
  draw() {
    if (view.settings.draw === "hand") {
      $("#letters").focus();
      return;
    }
    act("draw");
  },
  retain() {
    act("retain", chosen ? { move: chosen } : {});
  },
  cancel() {
    $("#cancel-dialog").showModal();
    $("#cancel-reason").focus();
  },
  read: speak,
  eye() {
    shown = !shown;
    render();
  },
};
const run = (name) => (ACTIONS[name] ? ACTIONS[name]() : act(name));

for (const button of $$("button[data-act]")) {
  button.addEventListener("click", () => run(button.dataset.act));
}
$("#read").addEventListener("click", speak);
$("#eye").addEventListener("click", ACTIONS.eye);

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !$("#keys").checked) return;
  if (
    event.target.closest(
      "input:not([type=checkbox]):not([type=radio]), textarea, select, dialog[open]",
    ) || $("dialog[open]")
  ) return;
  const name = KEYS[event.key.toLowerCase()];
  if (name && (["read", "eye"].includes(name) || possible(name))) {
    event.preventDefault();
    run(name);
    return;
  }
  const tie = $$('input[name="tie"]')[Number(event.key) - 1];
  if (tie && !tie.disabled) {
    event.preventDefault();
    tie.click();
    tie.focus();
  }
});

$("#letters-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await act("draw", { letters: $("#letters").value })) {
    $("#letters").value = "";
    $("#letters").blur();
  }
});
$("#cancel-form").addEventListener("submit", () => {
  const reason = $("#cancel-reason").value;
  $("#cancel-reason").value = "";
  act("cancel", { reason });
});
$("#cancel-close").addEventListener("click", () => $("#cancel-dialog").close());
$("#correct-draw").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await act("correct-draw", { letters: $("#c-letters").value, reason: $("#c-reason").value })) {
    event.target.reset();
  }
});
$("#stop").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await act("stop", { reason: $("#x-reason").value })) event.target.reset();
});

function fillSettings() {
  $("#s-entry").value = view.settings.entry;
  $("#s-grace").value = view.settings.grace_ms;
  $("#s-paper").value = view.settings.paper_tables.join(" ");
  $("#s-ranking").checked = view.settings.show_ranking;
  $("#s-private").checked = view.settings.private;
}
$("#settings").addEventListener("submit", async (event) => {
  event.preventDefault();
  const tables = $("#s-paper").value.split(/[\s,;]+/).filter(Boolean).map(Number);
  const settings = {
    entry: $("#s-entry").value,
    grace_ms: Number($("#s-grace").value),
    paper_tables: tables.filter(Number.isInteger),
    show_ranking: $("#s-ranking").checked,
    private: $("#s-private").checked,
  };
  try {
    take(await api.put(`${base}/settings`, settings));
    toast(_("Réglages enregistrés."), "good");
  } catch (error) {
    toast(error.message, "bad");
  }
});

const remember = (box, key, usual) => {
  const kept = localStorage.getItem(key);
  box.checked = kept === null ? usual : kept === "1";
  box.addEventListener("change", () => localStorage.setItem(key, box.checked ? "1" : "0"));
};
remember($("#auto-read"), "rc-auto-read", false);
remember($("#keys"), "rc-desk-keys", true);
$("#muted").checked = isMuted();
$("#muted").addEventListener("change", () => setMuted($("#muted").checked));

fillSettings();
render();
connect(`/live/${code}/referee`, {
  desk: (next) => {
    if (busy) pushed = next;
    else take(next);
  },
  slips: (slips) => {
    if (slips.revision >= view.slips.revision) {
      view.slips = slips;
      renderSlips(slips);
    }
  },
});
