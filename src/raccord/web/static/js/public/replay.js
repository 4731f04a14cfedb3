// Step through a game: arrows go from turn to turn, the space bar replays from here on.
import { $, pageData } from "../core/dom.js";
import { _, number } from "../core/i18n.js";
import { topParts } from "../core/game.js";
import "../elements/board.js";
import "../elements/rack.js";

const THINK = 2200;
const SHOW = 2600;
const root = $("#turn-page");
const steps = pageData("steps");
const button = $("#play");
let at = Number(root.dataset.turn) - 1;
let timer = 0;

const go = (turn) => location.assign(`${root.dataset.base}/coup/${turn}`);

function draw({ turn, before, draw: letters, leave, total, points }) {
  $("#turn-title").textContent = _("Coup {n}", { n: turn });
  $("#board").cells = before;
  $("#board").last = "";
  $("#rack").setDraw(letters, leave);
  $("#turn-top").textContent = "…";
  $("#total").textContent = number(total - points);
}

function place(step) {
  $("#board").cells = step.after;
  $("#board").last = step.move;
  $("#turn-top").replaceChildren(...topParts(step));
  $("#total").textContent = number(step.total);
}

function next() {
  const step = steps[at];
  draw(step);
  timer = setTimeout(() => {
    place(step);
    if (at + 1 === steps.length) {
      stop();
      return;
    }
    timer = setTimeout(() => {
      at += 1;
      next();
    }, SHOW);
  }, THINK);
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  go(steps[at].turn);
}

function toggle() {
  if (timer) {
    stop();
    return;
  }
  if (at + 1 === steps.length) at = 0;
  $("#turn-more").hidden = true;
  for (const link of root.querySelectorAll(".turn-nav a")) link.hidden = true;
  button.textContent = _("Arrêter");
  next();
}

button.hidden = $("#keys").hidden = false;
button.addEventListener("click", toggle);
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("button, a, input")) {
    return;
  }
  if (event.key === " ") {
    event.preventDefault();
    toggle();
  }
  if (timer) return;
  if (event.key === "ArrowLeft" && at > 0) go(at);
  if (event.key === "ArrowRight" && at + 1 < steps.length) go(at + 2);
});
