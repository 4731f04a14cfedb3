// The hall's screen: it follows the game by itself, says the announcements as subtitles, and comes
// back alone.
import { $, pageData } from "../core/dom.js";
import { _, number } from "../core/i18n.js";
import { connect } from "../core/live.js";
import { showClock, showDraw, topParts, unbroken } from "../core/game.js";
import { stayAwake } from "../core/awake.js";
import "../elements/board.js";
import "../elements/clock.js";
import "../elements/rack.js";

const SILENT = new Set(["running", "time-up"]);
const LONG = 60;
const root = $("#projector");
const said = $("#said");
let speaking = null; // null until the script speaks: the page came with the whole announcement
let timer = 0;

/** Show the segments one after the other, each as long as it takes to say; the last one stays. */
function subtitle(segments) {
  const whole = segments.join(" ");
  if (whole === speaking) return;
  speaking = whole;
  clearTimeout(timer);
  const sayFrom = (index) => {
    const text = unbroken(segments[index] ?? "");
    said.textContent = text;
    said.classList.toggle("is-long", text.length > LONG);
    if (index + 1 < segments.length) {
      timer = setTimeout(() => sayFrom(index + 1), 1100 + text.length * 75);
    }
  };
  sayFrom(0);
}

function show(view) {
  if (view.phase === "over") {
    location.reload();
    return;
  }
  const begun = Boolean(view.draw || view.turns.length);
  $("#welcome").hidden = begun;
  $("#play").hidden = !begun;
  $("#turn").textContent = view.turn;
  $("#board").cells = view.cells;
  $("#board").last = view.last;
  $("#draw").className = `proj-draw of-${view.draw?.letters.length ?? 0}`;
  showDraw($("#rack"), view.draw);
  $("#clock").classList.toggle("is-hours", view.clock.seconds >= 600);
  showClock($("#clock"), view.clock);
  $("#last").hidden = !view.turns.length;
  if (view.turns.length) $("#last-text").replaceChildren(...topParts(view.turns.at(-1).top));
  $("#total").textContent = number(view.total);
  if (view.interrupted) subtitle([_("Partie interrompue.")]);
  else {subtitle(
      SILENT.has(view.phase)
        ? (view.phase === "time-up" ? [_("Terminé !")] : [])
        : view.announcement,
    );}
}

const phase = root.dataset.phase;
subtitle(SILENT.has(phase) ? [] : pageData("announcement"));
stayAwake();
connect(`/live/${root.dataset.code}/public`, { state: show }, {
  onState: (state) => {
    $("#lost").hidden = state === "open";
  },
});
