// The head referee's desk: one state, told by the server and drawn whole; one key for each action.
import { api, ApiError, newKey } from "../core/api.js";
import { $, $$, pageData } from "../core/dom.js";
import { showCancelled, showClock, showInterruption } from "../core/game.js";
import { _ } from "../core/i18n.js";
import { connect } from "../core/live.js";
import { Told } from "../core/told.js";
import { announce, toast } from "../core/toast.js";
import {
  isPossible,
  missingText,
  showBar,
  showRest,
  showSlips,
  showTop,
  showTurns,
} from "./panels.js";
import { question } from "./questions.js";
import { showCall, showSaid, speak } from "./say.js";
import { onPaper, openSettings } from "./settings.js";
import { Tops } from "./tops.js";
import { speechStop } from "./voice.js";
import "../elements/board.js";
import "../elements/clock.js";
import "../elements/connection.js";
import "../elements/interruption.js";
import "../elements/rack.js";
import "../elements/server-health.js";

let view = pageData("desk-data");
const code = view.game.code;
const base = `/api/games/${code}`;
const tops = new Tops();
const partsOf = (desk) => ({ desk, slips: desk.slips });
const told = new Told(partsOf(view), {
  read: async () => partsOf(await api.get(`${base}/referee`)),
  apply,
});
let busy = false;
let isOpen = false; // a clock that runs already when the page comes makes no sound
let began = false; // nothing is read aloud before the referee has done something here

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
  c: "publish",
  e: "read",
  o: "eye",
  b: "bag",
};

function render() {
  const game = view.game;
  showBar(view, busy);
  showRest(view);
  showInterruption($("#interruption"), game.interruption);
  $("#rack").setDraw(game.draw?.letters || "", game.draw?.leave || 0);
  $("#rack").hidden = !game.draw;
  showTop(game);
  $("#board").cells = game.cells;
  $("#board").last = game.last;
  $("#clock").dataset.signals = String(game.clock.signal);
  showClock($("#clock"), game.clock, { sound: isOpen });
  if (game.clock.phase !== "running") $("#call").hidden = true;
  showSaid(game.announcement, { aloud: began });
  tops.show(view);
  showCancelled($("#cancelled"), game.cancelled);
  showSlips(view);
  showTurns(game);
}

/** Show what is new: the desk, or the slips alone, which come four times a second. */
function apply({ desk, slips = view.slips }) {
  const before = view.game;
  view = { ...(desk ?? view), slips };
  if (!desk) {
    showSlips(view);
    return;
  }
  // Made private, the game has a new code: this page moves to it, and so do its links.
  if (view.game.code !== code) {
    location.replace(`/arbitrer/${view.game.code}`);
    return;
  }
  const { turn, draw, phase } = view.game;
  if (before.turn !== turn || before.draw?.letters !== draw?.letters) tops.forget();
  render();
  if (before.phase !== phase) {
    announce($("#turn").textContent + " — " + ($("[data-act].primary")?.textContent.trim() || ""));
  }
}

let underWay = Promise.resolve();
let isNextAsked = false;

/**
 * Do one thing at a time. What is asked while the last one is being written waits for it, one deep:
 * the screen shows the next step as soon as the stream tells it, and the referee need not wait.
 */
async function act(name, body = {}) {
  if (busy) {
    if (isNextAsked) return false;
    isNextAsked = true;
    await underWay;
    isNextAsked = false;
    if (!isPossible(view, name)) return false;
  }
  const doing = write(name, body);
  underWay = doing.then(() => {});
  return await doing;
}

async function write(name, body) {
  busy = began = true;
  speechStop();
  render();
  try {
    await told.write(() => api.post(`${base}/${name}`, body, { key: newKey() }));
    return true;
  } catch (error) {
    toast(error instanceof ApiError ? error.message : String(error), "bad", 8);
    return false;
  } finally {
    busy = false;
    render();
  }
}

const ACTIONS = {
  draw() {
    if (view.settings.draw === "hand") {
      $("#letters").focus();
      return;
    }
    act("draw");
  },
  publish() {
    const missing = missingText(view.slips);
    $("#publish-missing").textContent = missing
      ? `${missing} ${_("Publiés ainsi, ils comptent zéro.")}`
      : _("Tous les bulletins sont corrigés.");
    $("#publish-dialog").showModal();
  },
  bag() {
    $("#letters").focus();
  },
  read: speak,
  eye() {
    tops.toggle();
    tops.show(view);
  },
};
async function run(name) {
  if (ACTIONS[name]) {
    ACTIONS[name]();
    return;
  }
  const chosen = name === "retain" && tops.chosen ? { move: tops.chosen } : {};
  const answer = await question(name, view);
  // While it was asked the game went on: what was meant may no longer be what it would do.
  if (answer && isPossible(view, name)) act(name, { ...answer, ...chosen });
}

for (const button of $$("button[data-act]")) {
  button.addEventListener("click", () => run(button.dataset.act));
}
$("#read").addEventListener("click", speak);
$("#clock").addEventListener("rc-clock-signal", ({ detail }) => showCall(detail, { aloud: began }));
$("#eye").addEventListener("click", ACTIONS.eye);
$("#interruption").addEventListener("rc-interruption-limit", () => showBar(view, busy));

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !$("#keys").checked) return;
  if (
    event.target.closest(
      "input:not([type=checkbox]):not([type=radio]), textarea, select, dialog[open]",
    ) || $("dialog[open]")
  ) return;
  const name = KEYS[event.key.toLowerCase()];
  if (name && (["read", "eye", "bag"].includes(name) || isPossible(view, name))) {
    event.preventDefault();
    run(name);
  } else if (tops.pick(Number(event.key) - 1)) event.preventDefault();
});

$("#number-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const body = { number: $("#number").value, source: $("#number-source").value };
  if (await act("public-number", body)) event.target.reset();
});
$("#letters-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await act("draw", { letters: $("#letters").value })) {
    $("#letters").value = "";
    $("#letters").blur();
  }
});
$("#publish-form").addEventListener("submit", () => {
  // What is missing was said in the question.
  act("publish", { from_last: $("#publish-from-last").checked, insist: true });
});
$("#publish-close").addEventListener("click", () => $("#publish-dialog").close());
$("#correct-draw").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await act("correct-draw", { letters: $("#c-letters").value, reason: $("#c-reason").value })) {
    event.target.reset();
  }
});
openSettings(view.settings, async (settings) => {
  try {
    await told.write(() => api.put(`${base}/settings`, settings));
    toast(`${_("Réglages enregistrés.")} ${onPaper(settings.paper_tables)}`, "good");
  } catch (error) {
    toast(error.message, "bad");
  }
});

render();
isOpen = true;
connect(`/live/${code}/referee`, {
  desk: (desk) => told.hear(partsOf(desk)),
  slips: (slips) => told.hear({ slips }),
});
