// The player's phone: follow the game, compose a slip, hand it in; a lost network loses nothing.
import { api, ApiError, newKey, queue } from "../core/api.js";
import { Composition } from "../core/compose.js";
import { $, h, pageData } from "../core/dom.js";
import { showClock, showDraw } from "../core/game.js";
import { _ } from "../core/i18n.js";
import { connect } from "../core/live.js";
import { stayAwake } from "../core/awake.js";
import { announce, toast } from "../core/toast.js";
import { enableDrag } from "../elements/drag.js";
import { nameJoker } from "../elements/joker.js";
import { showResult, showRoad } from "./road.js";
import { AssistedSlip, StrictSlip } from "./slip.js";
import { pinchZoom } from "./zoom.js";
import "../elements/board.js";
import "../elements/clock.js";
import "../elements/rack.js";

const first = pageData("player-data");
let { public: view, own } = first;
const { topping, solutions } = first;
const code = view.code;
const STORE = `rc-draft:${code}:${own.table}`;
const board = $("#board");
const rack = $("#rack");
const word = new Composition({ cells: view.cells, rack: "" });
const strict = Boolean($("#s-word"));
const slip = strict ? new StrictSlip(changed) : new AssistedSlip(word);
const fresh = { form: null, chosen: [], key: "", sent: "", receipt: null };
let kept = { ...fresh, turn: 0, draw: "" };
let live = "connecting";
let restoring = false;

const slot = (turn) => `slip:${code}:${own.table}:${turn}`;
const isOnline = () => navigator.onLine && live !== "closed";
const path = `/api/games/${code}/slip`;
const waiting = () => queue.items.find((item) => item.slot === slot(view.turn));
const isRunning = () => view.phase === "running" && !view.interrupted;
const mayWrite = () =>
  Boolean(view.draw) && own.plays && !own.on_paper && ["drawn", "running"].includes(view.phase);
const clockText = (ms) => {
  const s = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
};

/** What would be sent now: in multitops the solutions kept, then the one being written. */
function entered() {
  const [one, ...others] = [...kept.chosen, slip.entered].filter(Boolean);
  return others.length ? { ...one, others } : one ?? null;
}

// Drafts

function load() {
  try {
    return JSON.parse(localStorage.getItem(STORE)) ?? {};
  } catch {
    return {};
  }
}

function save() {
  kept.form = slip.draft;
  try {
    localStorage.setItem(STORE, JSON.stringify(kept));
  } catch { /* private browsing: the page still works */ }
}

function changed() {
  slip.render();
  if (restoring) return;
  if (mayWrite()) save();
  renderReceipt();
}

/** A new draw: an empty slip, or what was being written before the page went away. */
function beginTurn() {
  const draw = view.draw?.letters ?? "";
  if (kept.turn === view.turn && kept.draw === draw) return;
  const stored = load();
  restoring = true;
  word.reset(view.cells, draw);
  slip.draft = null;
  kept = { ...fresh, turn: view.turn, draw };
  if (stored.turn === view.turn && stored.draw === draw && draw) {
    kept = { ...kept, ...stored };
    slip.draft = stored.form;
  }
  slip.jokers = draw.includes("?");
  $("#receipt").textContent = "";
  restoring = false;
  slip.render();
}

// Showing

const SAY = {
  drawing: () => (view.turns.length ? "" : _("La partie va commencer.")),
  drawn: () => _("Préparez-vous : le chronomètre va partir."),
  running: () => "",
  "time-up": () => _("Temps écoulé. Attendez l'annonce du top."),
  over: () => _("Partie terminée."),
};

function say() {
  if (view.interrupted) return _("Partie interrompue : gardez votre bulletin.");
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
  showClock($("#clock"), view.clock);
  if (view.phase === "over") $("#clock").hidden = true;
  for (const name of ["think", "shuffle", "clear"]) $(`#${name}`).hidden = !view.draw;
  $("#slip").hidden = own.on_paper || !own.plays;
  $("#hand-in").disabled = topping ? !mayWrite() : !isRunning();
  const done = !["running", "time-up"].includes(view.phase);
  const last = own.road.at(-1);
  $("#result").hidden = !done || last?.turn !== view.turns.length;
  if (last) {
    showResult($("#result"), last, {
      code,
      place: own.place,
      tables: own.tables,
      over: view.phase === "over",
    });
  }
  showRoad({ ...own, code }, view.total);
  renderReceipt();
}

function receiptText() {
  const receipt = kept.receipt;
  const now = entered();
  if (waiting()) {
    return ["waiting", isOnline() ? _("Envoi…") : _("Bulletin gardé sur ce téléphone.")];
  }
  const slipKnown = receipt || (own.slip && own.turn === view.turn);
  if (!slipKnown) {
    return view.phase === "time-up" && !own.on_paper && own.plays
      ? ["lost", _("Aucun bulletin n'a été remis.")]
      : ["", ""];
  }
  if (receipt?.late) return ["lost", _("Arrivé après la fin du coup : ce bulletin est nul.")];
  const at = receipt?.clock ? _("Reçu à {time}", { time: receipt.clock }) : _("Bulletin reçu");
  if (!isRunning()) return ["sent", at];
  if (receipt && now && JSON.stringify(now) !== kept.sent) {
    return [
      "changed",
      _("{receipt} — modifié depuis : remettez-le pour que ce mot compte", { receipt: at }),
    ];
  }
  return ["sent", _("{receipt} — vous pouvez modifier jusqu'à la fin", { receipt: at })];
}

function renderReceipt() {
  renderChosen();
  if (topping) return;
  const [state, text] = receiptText();
  for (const name of ["sent", "waiting", "changed", "lost"]) {
    $("#slip").classList.toggle(`is-${name}`, name === state);
  }
  if ($("#receipt").textContent !== text) $("#receipt").textContent = text;
  const offline = $("#offline");
  offline.hidden = isOnline();
  offline.textContent = waiting()
    ? _("Hors connexion — votre bulletin partira dès le retour du réseau")
    : _("Hors connexion — ce que vous composez est gardé sur ce téléphone");
}

// Handing in

async function handIn() {
  if (!mayWrite()) return;
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
  kept.key = newKey();
  save();
  queue.send(path, { turn: view.turn, draw: view.draw.letters, entered: written }, {
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
  if (item.key !== kept.key || item.path !== path) return;
  kept.receipt = {
    late: reply.late,
    clock: view.clock.ends ? clockText(view.clock.ends - reply.at) : "",
  };
  save();
  renderReceipt();
  announce($("#receipt").textContent);
});
queue.on("refused", ({ item, error }) => {
  if (item.path !== path) return;
  toast(error.message, "bad", 8);
  if (item.key === kept.key) {
    kept.sent = "";
    save();
  }
  renderReceipt();
});
queue.on("change", renderReceipt);

// Several solutions (multitops)

function addSolution() {
  if (slip.fault) {
    toast(slip.fault, "bad", 4);
    return;
  }
  kept.chosen.push(slip.entered);
  clear();
}

function renderChosen() {
  if (solutions === 1) return;
  const list = $("#chosen");
  list.hidden = !kept.chosen.length;
  list.replaceChildren(
    ...kept.chosen.map((one, i) =>
      h(
        "li",
        {},
        one.move ?? [one.reference, one.word, one.score].filter((part) => part !== null).join(" "),
        " ",
        h("button", {
          type: "button",
          class: "quiet",
          "aria-label": _("Retirer la solution {n}", { n: i + 1 }),
          onclick: () => {
            kept.chosen.splice(i, 1);
            changed();
          },
        }, "✕"),
      )
    ),
  );
  $("#add").hidden = !mayWrite() || kept.chosen.length >= solutions - 1;
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

render();
stayAwake();
connect(`/live/${code}/player`, {
  state: (told) => {
    view = told;
    render();
  },
  own: (told) => {
    if (told.entry !== own.entry && !topping) {
      location.reload();
      return;
    }
    own = told;
    render();
  },
}, {
  onState: (state) => {
    live = state;
    if (state === "open") queue.flush();
    renderReceipt();
  },
});
addEventListener("online", renderReceipt);
addEventListener("offline", () => {
  $("rc-connection").state = "closed";
  renderReceipt();
});
document.body.dataset.ready = "1";
