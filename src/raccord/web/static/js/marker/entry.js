// The markers' desk: one line per slip, its ruling before Enter, the tables at a glance.
// The second marker has the same desk, but sees of the first entry only what he entered himself.
import { api, ApiError } from "../core/api.js";
import { $, h, pageData } from "../core/dom.js";
import { offerNext } from "../core/following.js";
import { showClock } from "../core/game.js";
import { _, plural } from "../core/i18n.js";
import { connect } from "../core/live.js";
import { beep } from "../core/sounds.js";
import { Told } from "../core/told.js";
import { announce, toast } from "../core/toast.js";
import { seen, showCells, showNotes, SIGNS } from "./cells.js";
import { showDifferences } from "./differences.js";
import { Camera } from "./camera.js";
import { Drawn } from "./drawn.js";
import { Line } from "./line.js";
import { claimPane, showPane } from "./pane.js";
import { Readings } from "./readings.js";
import { pointsOf, statusOf } from "./slip.js";
import { Turns } from "./turns.js";
import "../elements/clock.js";

const { second, ...start } = pageData("marker-data");
let { public: game, view } = start;
const base = `/api/games/${game.code}`;
let table = null; // the table shown on the right

const where = () => ({ turn: turns.own || null, draw: view.turn === turns.own ? view.draw : "" });
const KEY = `rc-turn:${game.code}`;
const turns = new Turns(view.turns, { go, begun: begunTurn() });
const evening = ({ revision, turns: all }) => ({ revision, turns: all });
const told = new Told({ game, view, evening: evening(view) }, { read, apply });
const line = new Line({
  base,
  second,
  where,
  missing: () => turns.missing(turns.own),
  standing: (of) => view.cells.find((cell) => cell.table === of && cell.points !== null),
  entered,
  read: (reply) => (reply ? drawn.show(reply) : drawn.forget()),
  idle: settle,
  pictureOf: (of) => readings.pictureOf(of),
  weighed: (of) => {
    table = of;
  },
});
const drawn = new Drawn({ base, line });
const readings = new Readings({ base, where, line, recorded: readByMachine });
const camera = new Camera({
  base,
  where,
  known: () => readings.tables,
  taken: (slips) => readings.take(slips),
  focus: () => line.focus(),
});

// The state

/** The turn the address asks for, or where this page was; the second marker begins with the hall. */
function begunTurn() {
  const asked = new URLSearchParams(location.search).get("coup") ?? sessionStorage.getItem(KEY);
  return Number(asked ?? (second ? view.turn : 0));
}

/** Show what is new: of the game, of the evening, or of the turn that is being marked. */
function apply(next) {
  game = next.game ?? game;
  if (next.evening) turns.hear(next.evening.turns);
  if (next.view?.turn === turns.own) {
    view = next.view;
    line.arrive(view);
    showDifferences({ base, second, turn: turns.own, cells: view.cells, choose });
  }
  render();
  settle();
}

/** The marker's turn, as it is now; an answer about another than the one wanted by then is not. */
async function read() {
  const asked = turns.own;
  const found = await api.get(`${base}/marks?second=${second}${asked ? `&turn=${asked}` : ""}`);
  return asked === turns.own ? { view: found, evening: evening(found) } : null;
}

/** The stream tells the hall's turn; of another one only that something has changed. */
function hearTurn(said) {
  told.hear({ evening: evening(said) });
  if (said.turn === turns.own) told.hear({ view: said });
  else told.read();
}

function hearCells({ turn, revision, cells: news, missing }) {
  const all = turns.all.map((one) => one.turn === turn ? { ...one, missing } : one);
  told.hear({ evening: { revision, turns: all } });
  if (turn !== view.turn) return;
  const changed = new Map(news.map((cell) => [cell.table, cell]));
  const cells = view.cells.map((cell) => changed.get(cell.table) ?? cell);
  told.hear({ view: { ...view, revision, cells } });
}

/** Another turn is marked from now on. */
async function go(turn) {
  line.leave();
  readings.show();
  turns.own = turn;
  sessionStorage.setItem(KEY, turn);
  table = null;
  turns.show();
  announce(_("Coup {n}", { n: turn }));
  await told.read();
}

/** Move on by itself, never under a line that is being typed. */
function settle() {
  const due = line.isIdle ? turns.due() : null;
  if (due) go(due);
}

function render() {
  turns.show();
  showClock($("#clock"), game.clock);
  $("#clock").hidden ||= game.phase !== "running";
  $("#top").textContent = topText();
  line.isOpen = turns.isOpen;
  line.show();
  const shown = view.cells;
  showCells(shown, { second, table, choose });
  const missing = shown.filter((cell) => seen(cell, second).status === "missing");
  $("#count").textContent = `${shown.length - missing.length}/${shown.length}`;
  $("#missing").textContent = missing.length
    ? _("Manquent : {tables}", { tables: missing.map((cell) => cell.table).join(" ") })
    : shown.length
    ? _("Tous les bulletins sont là.")
    : "";
  for (const button of document.querySelectorAll("#rest-top, #rest-none")) {
    button.disabled = !turns.isOpen || !missing.length;
  }
  if (!second) showNotes(shown, { code: game.code, turn: turns.own, deliver });
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
  for (const of of reply.tables) readings.entered(of);
  told.reached(reply.revision);
  if (reply.tables.length === 1) choose(reply.tables[0], false);
}

/** A plain slip that the organiser lets the software enter. */
function readByMachine({ table: of, readings: [{ ruling }] }) {
  log(_("lu par la machine"), { tables: [of], ruling });
  beep("good");
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
  const reply = await write(() => api.post(`${base}/marks/${what}`, { rest: true, ...where() }));
  if (reply) log(what === "top" ? "=" : "-", reply);
}

/** The second marker reads the photographs of the first, and nothing else of him. */
async function readAgain() {
  const missing = view.cells.filter((cell) => !cell.second).map((cell) => cell.table);
  for (const of of missing) {
    const { picture } = await api.get(`${base}/marks/${of}?turn=${turns.own}`);
    if (!picture) continue;
    const slip = await write(() => api.post(`${base}/photos/${picture}/reading`));
    if (slip) readings.take([slip]);
  }
  camera.open();
}

const deliver = (of) => write(() => api.post(`${base}/notes`, { turn: turns.own, table: of }));

async function choose(chosen, aimed = true) {
  table = chosen;
  if (aimed) line.aim(chosen);
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
  } else await showPane({ base, table: chosen, turn: turns.own, second, write });
}

document.addEventListener("keydown", (event) => {
  if (event.altKey && event.code === "KeyC") camera.toggle();
});
$("#again-photos")?.addEventListener("click", readAgain);
$("#rest-top")?.addEventListener("click", () => rest("top"));
$("#rest-none")?.addEventListener("click", () => rest("missing"));

$("#clock").dataset.silent = "1";
apply({ game, view });
if (view.turn !== turns.own) told.read();
connect(`/live/${game.code}/${second ? "second" : "marker"}`, {
  state: (said) => {
    offerNext(said, "/corriger", second ? "/double" : "");
    told.hear({ game: said });
  },
  marking: hearTurn,
  marks: hearCells,
});
document.body.dataset.ready = "1";
