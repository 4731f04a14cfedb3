// The hall's screen: it follows the game by itself, says the announcements as subtitles, and comes
// back alone.
import { $, pageData } from "../core/dom.js";
import { follow } from "../core/following.js";
import { foundParts } from "../core/found.js";
import { number } from "../core/i18n.js";
import { connect } from "../core/live.js";
import {
  showCancelled,
  showClock,
  showDraw,
  showInterruption,
  topParts,
  unbroken,
} from "../core/game.js";
import { stayAwake } from "../core/awake.js";
import "../elements/board.js";
import "../elements/clock.js";
import "../elements/interruption.js";
import "../elements/rack.js";

const LONG = 60;
const root = $("#projector");
const said = $("#said");
let speaking = null; // null until the script speaks: the page came with the whole announcement
let timer = 0;
let running = root.dataset.phase === "running";

/** Show the segments one after the other, each as long as it takes to say; the last one stays. */
function play(segments, then = null) {
  clearTimeout(timer);
  const sayFrom = (index) => {
    const text = unbroken(segments[index] ?? "");
    said.textContent = text;
    said.classList.toggle("is-long", text.length > LONG);
    const next = index + 1 < segments.length ? () => sayFrom(index + 1) : then;
    if (next) timer = setTimeout(next, 1100 + text.length * 75);
  };
  sayFrom(0);
}

function subtitle(segments, then) {
  const whole = segments.join(" ");
  if (whole === speaking) return;
  speaking = whole;
  play(segments, then);
}

/** What is said now. The words of a start soon leave the screen, and are not said twice. */
function spoken({ phase, announcement, clock }) {
  if (phase !== "running") return announcement;
  const start = clock.calls.filter(({ signal }) => signal === "start");
  return [...(running ? [] : start.map(({ text }) => text)), ""];
}

/** Between two turns: who found the top, and how many each solution, if the referee shows it. */
function showFound({ draw, found }) {
  $("#found").hidden = Boolean(draw) || !found?.solutions.length;
  if ($("#found").hidden) return;
  $("#found").replaceChildren(...foundParts(found));
}

function show(view) {
  follow(view, "/projection");
  const begun = Boolean(view.draw || view.turns.length || view.cancelled);
  $("#welcome").hidden = begun;
  if (view.number) {
    $("#number").hidden = false;
    $("#number-text").textContent = view.number;
  }
  $("#play").hidden = !begun;
  // Between two turns the top is what the hall looks at, not a clock that stands still.
  $("#play").classList.toggle("is-idle", begun && !view.draw);
  if (view.phase !== "over") $("#turn").textContent = view.turn;
  $("#board").cells = view.cells;
  $("#board").last = view.last;
  $("#draw").className = `proj-draw of-${view.draw?.letters.length ?? 0}`;
  showDraw($("#rack"), view.draw);
  $("#clock").classList.toggle("is-hours", view.clock.seconds >= 600);
  $("#clock").dataset.signals = view.clock.signal;
  showClock($("#clock"), view.clock);
  showCancelled($("#cancelled"), view.cancelled);
  $("#last").hidden = Boolean(view.cancelled) || !view.turns.length;
  if (view.turns.length) $("#last-text").replaceChildren(...topParts(view.turns.at(-1).top));
  showInterruption($("#interruption"), view.interruption);
  said.hidden = Boolean(view.interruption);
  $("#total").textContent = number(view.total);
  showFound(view);
  // The last top, the end and the solos are said before the ranking comes.
  subtitle(spoken(view), view.phase === "over" ? () => location.reload() : null);
  running = view.phase === "running";
}

subtitle(running ? [] : pageData("announcement"));
$("#clock").addEventListener("rc-clock-signal", ({ detail: { signal, text } }) => {
  if (signal === "last") play([text, ""]);
});
stayAwake();
connect(`/live/${root.dataset.code}/public`, { state: show }, {
  onState: (state) => {
    $("#lost").hidden = state === "open";
  },
});
