// Playing alone: compose a word, hand it in, read the result, go on.
import "../elements/board.js";
import "../elements/rack.js";
import "../elements/clock.js";
import { enableDrag } from "../elements/drag.js";
import { nameJoker } from "../elements/joker.js";
import { $, h, pageData } from "../core/dom.js";
import { _, number, percent } from "../core/i18n.js";
import { api, ApiError, newKey } from "../core/api.js";
import { Composition } from "../core/compose.js";
import { announce, toast } from "../core/toast.js";
import { isMuted, setMuted } from "../core/sounds.js";
import { showResult } from "./result.js";
import { showSlip } from "./slip.js";

const board = $("#board");
const rack = $("#rack");
const clock = $("#clock");
const word = new Composition({});
let state = pageData("solo-state");
let busy = false;
let shown = 0;
let chosen = [];

const isRunning = () => state.phase === "running";

/** Take the state the server answers with, and show it. */
function apply(next) {
  const newTurn = next.turn !== state.turn || next.phase !== state.phase || shown === 0;
  const before = state;
  state = next;
  shown += 1;
  $("#turn").textContent = _("Coup {n}", { n: state.turn });
  $("#thinking").hidden = !isRunning();
  $("#result").hidden = isRunning() && !(state.topping && state.result);
  board.cells = state.cells;
  board.last = state.last;
  showScore();
  if (!newTurn) return;
  word.reset(state.cells, isRunning() ? state.draw : "");
  if (isRunning()) startTurn();
  else {
    clock.stop();
    clock.hidden = true;
  }
  if (state.result && (!isRunning() || (state.topping && before.turn !== state.turn))) {
    showResult(state, { isRunning: isRunning(), goOn });
  }
}

function startTurn() {
  chosen = [];
  showChosen();
  if (!state.topping) $("#result").replaceChildren();
  board.composition = rack.composition = word;
  rack.setDraw(state.draw, state.leave);
  $("#hint").disabled = false;
  $("#hint").textContent = _("Y a-t-il un scrabble ?");
  clock.hidden = !state.ends;
  if (state.ends) clock.start(state.ends, state.seconds, shown > 1);
  showSlip(word);
}

/** Multitops: the solutions kept so far this turn. */
function showChosen() {
  const several = state.solutions > 1;
  $("#chosen").hidden = !chosen.length;
  $("#chosen").replaceChildren(...chosen.map((text) => h("li", {}, text)));
  $("#hand-in-now").hidden = !several || !chosen.length;
  if (several) {
    $("#hand-in").textContent = _("Valider la solution {n} sur {all}", {
      n: chosen.length + 1,
      all: state.solutions,
    });
  }
}

function showScore() {
  const parts = [
    _("Vous {you}", { you: number(state.you) }),
    _("Top {total}", { total: number(state.total) }),
  ];
  if (state.total) parts.push(percent(state.percent));
  if (state.elapsed !== null) {
    parts.push(
      _("Temps {time}", {
        time: `${Math.floor(state.elapsed / 60)}:${
          String(Math.round(state.elapsed) % 60).padStart(2, "0")
        }`,
      }),
    );
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
    if (error.status === 409) apply(await api.get(`/api/solo/${state.id}`));
    else toast(error.message, "bad");
  } finally {
    busy = false;
  }
}

const post = (what, body, key = newKey()) =>
  api.post(`/api/solo/${state.id}/${what}`, body, { key });
const goOn = () => act(() => post("next", {}));

async function handIn() {
  const move = word.move;
  if (!isRunning()) return;
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
  if (chosen.length + 1 < state.solutions) {
    chosen.push(text);
    word.clear();
    showChosen();
    announce(_("Solution {n} retenue", { n: chosen.length }));
    return;
  }
  await answer([...chosen, text]);
  if (state.topping && isRunning() && state.turn === turn) {
    toast(_("Ce n'est pas le top : cherchez encore."), "", 3);
  }
}

const answer = ([move = null, ...more]) =>
  act(() => post("answer", { turn: state.turn, move, more }));

async function timeIsUp() {
  if (!isRunning()) return;
  const move = word.move;
  // In topping what was not proposed in time was not found (2017 7.4).
  const usable = move && !move.fault && !state.topping;
  await answer(usable ? [...chosen, `${move.reference} ${move.text}`] : chosen);
}

async function askHint() {
  const button = $("#hint");
  try {
    const { scrabble } = await api.post(`/api/solo/${state.id}/hint`, { turn: state.turn });
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
  } else board.handleKey(event);
}

function showMute() {
  $("#mute").textContent = isMuted() ? _("Son : non") : _("Son : oui");
}

word.addEventListener("change", () => {
  if (isRunning()) showSlip(word);
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
$("#hand-in-now").addEventListener("click", () => answer(chosen));
$("#shuffle").addEventListener("click", () => rack.shuffle());
$("#clear").addEventListener("click", () => word.clear());
$("#hint").addEventListener("click", askHint);
$("#mute").addEventListener("click", () => {
  setMuted(!isMuted());
  showMute();
});
$("#stop").addEventListener("click", async () => {
  if (confirm(_("Arrêter la partie maintenant ?"))) {
    await post("stop", {});
    location.href = `/solo/${state.id}/bilan`;
  }
});
showMute();
apply(state);
document.body.dataset.ready = "1";
