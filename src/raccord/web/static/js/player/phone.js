// The player's phone: follow the game, compose a slip, hand it in; a lost network loses nothing.
import { api, ApiError, newKey, queue } from "../core/api.js";
import { Composition } from "../core/compose.js";
import { $, pageData } from "../core/dom.js";
import { follow } from "../core/following.js";
import { showCancelled, showClock, showDraw, showInterruption } from "../core/game.js";
import { _ } from "../core/i18n.js";
import { connect } from "../core/live.js";
import { stayAwake } from "../core/awake.js";
import { serverNow } from "../core/time.js";
import { announce, toast } from "../core/toast.js";
import { enableDrag } from "../elements/drag.js";
import { nameJoker } from "../elements/joker.js";
import "../elements/interruption.js";
import { hearAgain, showAppeals } from "./appeals.js";
import { Draft } from "./draft.js";
import { receiptOf, showReceipt } from "./receipt.js";
import { closeWhy, showResult, showRoad } from "./road.js";
import { begins } from "./room.js";
import { AssistedSlip, StrictSlip } from "./slip.js";
import { showChosen, together } from "./solutions.js";
import { pinchZoom } from "./zoom.js";
import "../elements/board.js";
import "../elements/clock.js";
import "../elements/rack.js";

const first = pageData("player-data");
let { public: view, own } = first;
const { topping, solutions } = first;
const code = view.code;
const board = $("#board");
const rack = $("#rack");
const word = new Composition({ cells: view.cells, rack: "" });
const strict = Boolean($("#s-word"));
const slip = strict ? new StrictSlip(changed) : new AssistedSlip(word);
const draft = new Draft(code, own.table);
let live = "connecting";
let restoring = false;

const slot = (turn) => `slip:${code}:${own.table}:${turn}`;
const isOnline = () => navigator.onLine && live !== "closed";
const path = `/api/games/${code}/slip`;
const waiting = () => queue.items.find((item) => item.slot === slot(view.turn));
const isRunning = () => view.phase === "running" && !view.interrupted;
const mayWrite = () =>
  Boolean(view.draw) && own.plays && !own.on_paper && ["drawn", "running"].includes(view.phase);
const entered = () => together(draft.kept.chosen, slip.entered);

// Drafts

function changed() {
  slip.render();
  if (restoring) return;
  if (mayWrite()) draft.save(slip.draft);
  renderReceipt();
}

/** A new draw: an empty slip, or what was being written before the page went away. */
function beginTurn() {
  if (draft.isOf(view)) return;
  closeWhy();
  restoring = true;
  word.reset(view.cells, view.draw?.letters ?? "");
  slip.draft = draft.begin(view);
  slip.jokers = draft.kept.draw.includes("?");
  $("#receipt").textContent = "";
  restoring = false;
  slip.render();
}

// Showing

const SAY = {
  drawing: () => (view.turns.length ? "" : begins(first.room)),
  drawn: () => _("Préparez-vous : le chronomètre va partir."),
  running: () => "",
  "time-up": () => _("Temps écoulé. Attendez l'annonce du top."),
  over: () => _("Partie terminée."),
};

function say() {
  if (view.interrupted) return _("Gardez votre bulletin : le temps ne court plus.");
  if (own.on_paper && view.draw && view.phase !== "time-up") {
    return _("Votre table remet ses bulletins sur papier.");
  }
  if (!own.plays && view.phase !== "over") return _("Votre table ne joue pas ce coup.");
  return SAY[view.phase]();
}

function render() {
  beginTurn();
  $("#turn").textContent = view.phase === "over" ? _("Fin") : _("Coup {n}", { n: view.turn });
  $("#say").textContent = say();
  board.cells = view.cells;
  board.last = view.last;
  showDraw(rack, view.draw);
  showInterruption($("#interruption"), view.interruption);
  showCancelled($("#cancelled"), view.cancelled);
  showClock($("#clock"), view.clock);
  if (view.phase === "over") $("#clock").hidden = true;
  for (const name of ["think", "shuffle", "clear"]) $(`#${name}`).hidden = !view.draw;
  $("#slip").hidden = own.on_paper || !own.plays;
  $("#hand-in").disabled = topping ? !mayWrite() : !isRunning();
  const done = !["running", "time-up"].includes(view.phase);
  const last = own.road.at(-1);
  $("#result").hidden = !done || Boolean(view.cancelled) || last?.turn !== view.turns.length;
  if (last) {
    showResult($("#result"), last, {
      code,
      place: own.place,
      tables: own.tables,
      over: view.phase === "over",
      published: view.published,
      found: view.found,
      room: first.room,
    });
  }
  showRoad({ ...own, code }, view.total);
  renderReceipt();
}

function renderReceipt() {
  const { kept } = draft;
  if (solutions > 1) {
    const mayAdd = mayWrite() && kept.chosen.length < solutions - 1;
    showChosen(kept.chosen, { mayAdd, changed });
  }
  if (topping) return;
  showReceipt({
    view,
    own,
    kept,
    written: entered(),
    waits: Boolean(waiting()),
    isOnline: isOnline(),
    mayChange: isRunning(),
  });
}

// Handing in

async function handIn() {
  if (!mayWrite()) return;
  const { kept } = draft;
  // Multitops: solutions already chosen may go without another one begun.
  if (slip.fault && !(kept.chosen.length && !slip.isBegun)) {
    toast(slip.fault, "bad", 4);
    return;
  }
  if (topping) {
    await propose();
    return;
  }
  if (!isRunning()) return;
  const written = entered();
  kept.sent = JSON.stringify(written);
  kept.receipt = null;
  // A key for each slip: the same one sent again counts once, a changed one anew.
  kept.key = newKey();
  draft.save(slip.draft);
  const { turn, draw } = view;
  const body = { turn, draw: draw.letters, entered: written, sent: Math.round(serverNow()) };
  queue.send(path, body, {
    key: kept.key,
    slot: slot(view.turn),
  });
  renderReceipt();
}

async function propose() {
  try {
    const { found } = await api.post(`/api/games/${code}/propose`, slip.entered);
    $("#receipt").textContent = found
      ? _("C'est le top !")
      : _("Ce n'est pas le top : cherchez encore.");
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toast(error.message, "bad");
  }
}

queue.on("sent", ({ item, reply }) => {
  // A receipt of an earlier version says nothing of what is shown now.
  if (item.key !== draft.kept.key || item.path !== path) return;
  draft.kept.receipt = receiptOf(reply, view.clock.ends);
  draft.save(slip.draft);
  renderReceipt();
  announce($("#receipt").textContent);
});
queue.on("refused", ({ item, error }) => {
  if (item.path !== path) return;
  toast(error.message, "bad", 8);
  if (item.key === draft.kept.key) {
    draft.kept.sent = "";
    draft.save(slip.draft);
  }
  renderReceipt();
});
queue.on("change", renderReceipt);

function addSolution() {
  if (slip.fault) {
    toast(slip.fault, "bad", 4);
    return;
  }
  draft.kept.chosen.push(slip.entered);
  clear();
}

// Hands

function clear() {
  word.clear();
  slip.clear();
}

async function takeTile({ detail }) {
  if (!mayWrite()) return;
  const letter = detail.letter === "?" ? await nameJoker() : strict ? detail.letter : "";
  if (detail.letter === "?" && !letter) return;
  const reason = slip.take(detail.tile, letter);
  if (reason) toast(reason, "bad", 3);
}

function keys(event) {
  if (
    strict || !mayWrite() || event.ctrlKey || event.altKey || event.metaKey ||
    event.defaultPrevented
  ) return;
  if (event.target.closest("dialog, input, rc-board")) return;
  if (event.target.closest("button, a, summary") && (event.key === " " || event.key === "Enter")) {
    return;
  }
  if (event.key.startsWith("Arrow")) {
    board.focusSquare(word.cursor ?? 112);
    event.preventDefault();
  } else board.handleKey(event);
}

board.composition = word;
// In strict entry the tiles on the board are only a trial: the rack keeps them all.
if (!strict) rack.composition = word;
// Thirty phones that beep are a nuisance: the hall hears the referee's clock.
$("#clock").dataset.silent = "1";
const zoom = pinchZoom($("#zoomer"), $("#zoomed"));
word.addEventListener("change", changed);
rack.addEventListener("rc-tile", takeTile);
board.addEventListener("rc-refuse", ({ detail }) => toast(detail.reason, "bad", 3));
board.addEventListener("rc-enter", () => {
  if (!strict) handIn();
});
enableDrag(rack, board, { nameJoker, refuse: (reason) => toast(reason, "bad", 3) });
document.addEventListener("keydown", keys);
$("#slip").addEventListener("submit", (event) => {
  event.preventDefault();
  handIn();
});
$("#shuffle").addEventListener("click", () => rack.shuffle());
$("#clear").addEventListener("click", clear);
$("#add")?.addEventListener("click", addSolution);
$("#zoom-in").addEventListener("click", () => zoom.by(1.5));
$("#zoom-out").addEventListener("click", () => zoom.by(1 / 1.5));

/** Show what is new: of the game, or of this table. */
function apply(next) {
  // Another way of entry is another page.
  if (next.own && next.own.entry !== own.entry && !topping) {
    location.reload();
    return;
  }
  view = next.view ?? view;
  own = next.own ?? own;
  follow(view, "/jouer");
  render();
}

render();
showAppeals(code, first.appeals);
stayAwake();
connect(`/live/${code}/player`, {
  state: (told) => apply({ view: told }),
  own: (told) => apply({ own: told }),
  appeals: (told) => showAppeals(code, told, { announced: true }),
}, {
  onState: (state) => {
    live = state;
    if (state === "open") queue.flush();
    if (state === "open") hearAgain(code);
    renderReceipt();
  },
});
addEventListener("online", renderReceipt);
addEventListener("offline", renderReceipt);
document.body.dataset.ready = "1";
