// The markers' desk: one line per slip, its ruling before Enter, the tables at a glance.
// The second marker has the same desk, but sees of the first entry only what he entered himself.
import { api, ApiError } from "../core/api.js";
import { $, h, pageData } from "../core/dom.js";
import { offerNext } from "../core/following.js";
import { showClock } from "../core/game.js";
import { _, plural } from "../core/i18n.js";
import { connect } from "../core/live.js";
import { Told } from "../core/told.js";
import { announce, toast } from "../core/toast.js";
import { seen, showCells, showNotes, SIGNS } from "./cells.js";
import { showDifferences } from "./differences.js";
import { Line } from "./line.js";
import { claimPane, showPane } from "./pane.js";
import { pointsOf, statusOf } from "./slip.js";
import "../elements/clock.js";

const { tables: mine, second, ...start } = pageData("marker-data");
let { public: game, view } = start;
const base = `/api/games/${game.code}`;
let pinned = null; // an earlier turn, chosen instead of the one at hand
let table = null; // the table shown on the right

const told = new Told({ game, view }, { read, apply });
const line = new Line({
  base,
  second,
  turn: () => turn(),
  standing: (of) => view.cells.find((cell) => cell.table === of && cell.points !== null),
  entered,
  weighed: (of) => {
    table = of;
  },
});

const atHand = () => (game.draw ? game.turn : game.turns.length);
const turn = () => pinned ?? view.turn;
const isMine = (of) => !mine.length || mine.includes(of);

// The state

/** Show what is new: of the game, or of the turn that is being marked. */
function apply(next) {
  game = next.game ?? game;
  view = next.view ?? view;
  render();
  if (next.view) showDifferences({ base, second, turn: turn(), cells: shownCells(), choose });
}

/** The turn chosen, as it is now; an answer about another turn than the one wanted by then is not. */
async function read() {
  const asked = pinned;
  const found = await api.get(`${base}/marks?second=${second}${asked ? `&turn=${asked}` : ""}`);
  return asked === pinned ? { view: found } : null;
}

/** The stream tells the turn at hand; of an earlier one only that something has changed. */
function hearTurn(said) {
  if (pinned === null) told.hear({ view: said });
  else told.read();
}

function hearCells(said) {
  if (said.turn !== view.turn) return;
  const changed = new Map(said.cells.map((cell) => [cell.table, cell]));
  const cells = view.cells.map((cell) => changed.get(cell.table) ?? cell);
  told.hear({ view: { ...view, revision: said.revision, cells } });
}

const shownCells = () => view.cells.filter((cell) => isMine(cell.table));

function render() {
  showTurns();
  showClock($("#clock"), game.clock);
  $("#clock").hidden ||= game.phase !== "running";
  $("#top").textContent = topText();
  line.isOpen = view.open;
  const shown = shownCells();
  showCells(shown, { second, table, choose });
  const missing = shown.filter((cell) => seen(cell, second).status === "missing");
  $("#count").textContent = `${shown.length - missing.length}/${shown.length}`;
  $("#missing").textContent = missing.length
    ? _("Manquent : {tables}", { tables: missing.map((cell) => cell.table).join(" ") })
    : shown.length
    ? _("Tous les bulletins sont là.")
    : "";
  for (const button of document.querySelectorAll("#rest-top, #rest-none")) {
    button.disabled = !view.open || !missing.length;
  }
  if (!second) showNotes(shown, { code: game.code, turn: turn(), deliver });
}

function topText() {
  if (!view.turn) return _("Aucun coup tiré.");
  if (!view.open) {
    return _("Tirage {draw} — les bulletins ne sont pas encore levés.", { draw: view.draw });
  }
  return view.top
    ? _("Tirage {draw} · top {top}, {points}", {
      draw: view.draw,
      top: view.top,
      points: pointsOf(view.top_points),
    })
    : _("Tirage {draw}", { draw: view.draw });
}

function showTurns() {
  const count = Math.max(atHand(), view.turn);
  if ($("#turn").options.length !== count) {
    $("#turn").replaceChildren(
      ...Array.from(
        { length: count },
        (_unused, i) => h("option", { value: i + 1 }, String(i + 1)),
      ),
    );
  }
  $("#turn").value = String(turn());
  $("#turn").disabled = !count;
}

// What the marker does

/** Ask something that changes the state; null where it was refused. */
async function write(ask) {
  try {
    return await told.write(ask);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast(error.message, "bad");
    return null;
  }
}

/** A line was entered: the next one may be typed before the tables show it. */
function entered(text, reply) {
  log(text, reply);
  told.reached(reply.revision);
  if (reply.tables.length === 1) choose(reply.tables[0], false);
}

function log(text, { tables, ruling }) {
  const what = tables.length === 1
    ? _("Table {n}", { n: tables[0] })
    : plural(tables.length, "{n} table", "{n} tables");
  const said = ruling
    ? `${what} : ${pointsOf(ruling.points)} ${SIGNS[statusOf(ruling)]}`
    : `${what} : ${text}`;
  const before = $("#journal").textContent.trim().split(" · ").filter(Boolean);
  $("#journal").textContent = [said, ...before].slice(0, 5).join(" · ");
  announce(said);
}

async function rest(what) {
  const reply = await write(() => api.post(`${base}/marks/${what}`, { rest: true, turn: turn() }));
  if (reply) log(what === "top" ? "=" : "-", reply);
}

const deliver = (of) => write(() => api.post(`${base}/notes`, { turn: turn(), table: of }));

async function choose(chosen, prefill = true) {
  table = chosen;
  if (prefill && view.open) line.begin(chosen);
  render();
  if (second && !view.cells.find((cell) => cell.table === chosen)?.second) {
    claimPane();
    $("#pane-title").textContent = _("Table {n}", { n: chosen });
    $("#pane-text").replaceChildren(
      h(
        "p",
        { class: "muted" },
        _("Entrez votre lecture : la première saisie se montrera ensuite."),
      ),
    );
  } else await showPane({ base, table: chosen, turn: turn(), second, write });
}

$("#turn").addEventListener("change", async ({ target }) => {
  pinned = Number(target.value) === atHand() ? null : Number(target.value);
  await told.read();
});
$("#rest-top")?.addEventListener("click", () => rest("top"));
$("#rest-none")?.addEventListener("click", () => rest("missing"));

$("#clock").dataset.silent = "1";
apply({ game, view });
connect(`/live/${game.code}/${second ? "second" : "marker"}`, {
  state: (said) => {
    offerNext(said, "/corriger");
    told.hear({ game: said });
  },
  marking: hearTurn,
  marks: hearCells,
});
document.body.dataset.ready = "1";
