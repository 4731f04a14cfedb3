// Playing alone: compose a word, hand it in, read the result, go on.
import "../elements/board.js";
import "../elements/rack.js";
import "../elements/clock.js";
import { enableDrag } from "../elements/drag.js";
import { nameJoker } from "../elements/joker.js";
import { $ } from "../core/dom.js";
import { _, number, percent } from "../core/i18n.js";
import { ApiError } from "../core/api.js";
import { Composition } from "../core/compose.js";
import { announce, toast } from "../core/toast.js";
import { showResult } from "./result.js";
import { Chosen } from "./chosen.js";
import { minutes } from "./figures.js";
import { findHost } from "./host.js";
import { keep, kept } from "./kept.js";
import { startMenu } from "./menu.js";
import { showSheet } from "./sheet.js";
import { showSlip } from "./slip.js";

const host = await findHost();
if (!host) location.replace("/solo");
const board = $("#board");
const rack = $("#rack");
const clock = $("#clock");
const word = new Composition({ play: host?.play });
const chosen = new Chosen(() => {
  chosen.render(state.solutions);
  save();
});
let state = host?.state;
let busy = false;
let shown = 0;
let loading = false;

const RETRY = 4;
const isRunning = () => state.phase === "running";
const save = () => {
  if (isRunning() && !loading) {
    const line = $("#entry").value;
    keep(state, { word: word.draft, order: rack.order, chosen: chosen.moves, line });
  }
};

/** Take the state the server answers with, and show it. */
function apply(next) {
  const newTurn = next.turn !== state.turn || next.phase !== state.phase || shown === 0;
  const before = state;
  state = next;
  shown += 1;
  $("#turn").textContent = _("Coup {n}", { n: state.turn });
  $("#thinking").hidden = !isRunning();
  $("#paused").hidden = state.phase !== "paused";
  $("#result").hidden = state.phase === "paused" ||
    (isRunning() && !(state.topping && state.result));
  board.cells = state.cells;
  board.last = state.last;
  showScore();
  showSheet(state);
  if (!newTurn) return;
  loading = true;
  word.reset(state.cells, isRunning() ? state.draw : "");
  if (isRunning()) startTurn();
  else stopClock();
  loading = false;
  if (state.result && (hasEnded() || (state.topping && before.turn !== state.turn))) {
    showResult(state, { isRunning: isRunning(), goOn, host });
  }
  if (shown > 1) toTop();
  if (shown > 1 && isRunning()) $("#turn").focus({ preventScroll: true });
}

/** What is new stands at the top, however far the last turn was read. */
function toTop() {
  scrollTo({ top: 0 });
  $(".play-side").scrollTop = 0;
}

const hasEnded = () => state.phase === "result" || state.phase === "over";

function stopClock() {
  clock.stop();
  clock.hidden = state.paused_left === null;
  $("#pause").hidden = true;
  if (state.paused_left !== null) clock.pause(Math.ceil(state.paused_left / 1000));
  if (state.phase === "paused") $("#resume").focus({ preventScroll: true });
}

function startTurn() {
  if (!state.topping) $("#result").replaceChildren();
  board.composition = rack.composition = word;
  rack.setDraw(state.draw, state.leave);
  const draft = kept(state);
  chosen.moves = draft?.chosen ?? [];
  chosen.render(state.solutions);
  $("#entry").value = draft?.line ?? "";
  if (draft) {
    rack.order = draft.order;
    word.draft = draft.word;
  }
  $("#hint").hidden = $("#hint").disabled = state.competition;
  $("#hint").textContent = _("Y a-t-il un scrabble ?");
  $("#pause").hidden = !state.ends || state.topping || state.competition;
  clock.hidden = !state.ends;
  if (state.ends) clock.start(state.ends, state.seconds, shown > 1);
  showWord();
}

function showWord() {
  // Below the rack: the tiles stay where they are when the advice makes room for the word.
  $("#coach")?.toggleAttribute("hidden", !word.isEmpty);
  showSlip(word, { check: state.checks && host.check, counts: !state.competition });
}

function showScore() {
  const parts = [
    _("Vous {you}", { you: number(state.you) }),
    _("Top {total}", { total: number(state.total) }),
  ];
  if (state.total) parts.push(percent(state.percent));
  if (state.elapsed !== null) {
    parts.push(_("Temps {time}", { time: minutes(state.elapsed) }));
  }
  $("#score").textContent = parts.join(" · ");
}

async function act(run) {
  if (busy) return;
  busy = true;
  try {
    apply(await run());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Most often the turn is over elsewhere, in another tab or by the clock: show it as it is.
    if (error.status === 409) apply(await host.read());
    else toast(error.message, "bad");
  } finally {
    busy = false;
  }
}

const goOn = () => act(() => host.post("next", {}));

async function handIn() {
  if (!isRunning()) return;
  const reason = layLine();
  if (reason) {
    toast(reason, "bad", 4);
    return;
  }
  const move = word.move;
  if (!move) {
    toast(_("Composez d'abord un mot sur la grille."), "bad");
    return;
  }
  if (move.fault) {
    toast(move.fault, "bad");
    return;
  }
  const turn = state.turn;
  const text = `${move.reference} ${move.text}`;
  if (chosen.has(text)) {
    toast(_("Cette solution est déjà choisie."), "bad", 3);
    return;
  }
  if (chosen.moves.length + 1 < state.solutions) {
    chosen.add(text);
    word.clear();
    chosen.render(state.solutions);
    save();
    announce(_("Solution {n} retenue", { n: chosen.moves.length }));
    return;
  }
  await answer([...chosen.moves, text]);
  if (state.topping && isRunning() && state.turn === turn) {
    toast(_("Ce n'est pas le top : cherchez encore."), "", 3);
  }
}

const answer = ([move = null, ...more]) =>
  act(() => host.post("answer", { turn: state.turn, move, more }));

async function timeIsUp() {
  if (!isRunning()) return;
  layLine();
  const move = word.move;
  const text = move && !move.fault ? `${move.reference} ${move.text}` : "";
  // In topping what was not proposed in time was not found (2017 7.4).
  const usable = text && !state.topping && !chosen.has(text);
  const { turn } = state;
  await answer(usable ? [...chosen.moves, text] : chosen.moves);
  if (isRunning() && state.turn === turn) untilHeard(turn);
}

/** The time is up and the server does not know: ask it again until the network is back. */
function untilHeard(turn) {
  toast(_("Hors connexion : le coup sera corrigé au retour du réseau."), "bad", RETRY);
  setTimeout(() => {
    if (state.turn === turn) timeIsUp();
  }, RETRY * 1000);
}

const pass = () => act(() => host.post("pass", { turn: state.turn }));

/** Lay on the board what stands on the line, if anything does. Returns "" or why not. */
function layLine() {
  const line = $("#entry");
  const text = line.value;
  if (!text.trim()) return "";
  line.value = "";
  const reason = word.enter(text);
  if (reason) line.value = text;
  return reason;
}

/** « H4 LUSTRE » typed on its line: laid on the board; once more Enter hands it in. */
function enter(event) {
  event.preventDefault();
  if (!$("#entry").value.trim()) {
    handIn();
    return;
  }
  const reason = layLine();
  if (reason) toast(reason, "bad", 4);
}

async function askHint() {
  const button = $("#hint");
  try {
    const { scrabble } = await host.post("hint", { turn: state.turn });
    button.textContent = scrabble ? _("Oui, il y a un scrabble") : _("Non, pas de scrabble");
    button.disabled = true;
    announce(button.textContent);
  } catch (error) {
    toast(error.message, "bad");
  }
}

function keys(event) {
  if (!isRunning() || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) {
    return;
  }
  const target = event.target;
  if (target.closest("dialog, input, select, textarea, rc-board")) return;
  const onControl = target.closest("button, a, summary");
  if (onControl && (event.key === " " || event.key === "Enter")) return;
  if (event.key.startsWith("Arrow")) {
    board.focusSquare(word.cursor ?? 112);
    event.preventDefault();
  } else if (word.cursor === null && word.isEmpty && /^[a-zA-Z0-9]$/.test(event.key)) {
    // Nothing is chosen on the board: what is typed is a place and a word.
    $("#entry").focus();
  } else board.handleKey(event);
}

word.addEventListener("change", () => {
  if (!isRunning()) return;
  showWord();
  save();
});
rack.addEventListener("rc-tile", async ({ detail }) => {
  const letter = detail.letter === "?" ? await nameJoker() : "";
  if (detail.letter === "?" && !letter) return;
  const reason = word.tap(detail.tile, letter);
  if (reason) toast(reason, "bad", 3);
});
board.addEventListener("rc-refuse", ({ detail }) => toast(detail.reason, "bad", 3));
board.addEventListener("rc-enter", handIn);
enableDrag(rack, board, { nameJoker, refuse: (reason) => toast(reason, "bad", 3) });
document.addEventListener("keydown", keys);
clock.addEventListener("rc-clock-end", timeIsUp);
$("#hand-in").addEventListener("click", handIn);
$("#hand-in-now").addEventListener("click", () => answer(chosen.moves));
$("#pass").addEventListener("click", pass);
$("#pause").addEventListener("click", () => act(() => host.post("pause", { turn: state.turn })));
$("#resume").addEventListener("click", () => act(() => host.post("resume", {})));
$("#entry-form").addEventListener("submit", enter);
for (const [id, order] of [["shuffle", "shuffle"], ["sort", "sort"], ["as-drawn", "asDrawn"]]) {
  $(`#${id}`).addEventListener("click", () => {
    rack[order]();
    save();
  });
}
$("#entry").addEventListener("input", save);
$("#clear").addEventListener("click", () => {
  $("#entry").value = "";
  word.clear();
});
$("#hint").addEventListener("click", askHint);
startMenu(host);
// Beside the board on a wide screen, folded below it on a phone.
$("#sheet").open = $("#left").open = matchMedia("(min-width: 60rem)").matches;
if (state) apply(state);
document.body.dataset.ready = "1";
