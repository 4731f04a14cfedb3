// The game step by step without leaving the page: buttons, arrow keys, and links to a step.
import { $, $$, pageData } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { announce } from "../core/toast.js";
import "../elements/plot.js";
import "./looking_back.js";
import { drawMat } from "./mat.js";

const steps = pageData("jn-steps");
const section = $("#replay");
let at = Number(section.dataset.at);
const MOVES = {
  first: () => 0,
  back: () => at - 1,
  next: () => at + 1,
  last: () => steps.length - 1,
};

function show(wanted) {
  at = Math.max(0, Math.min(steps.length - 1, wanted));
  const step = steps[at];
  $("#replay-count").textContent = step.number
    ? _("Tour {n}", { n: step.number })
    : _("Avant le premier tour");
  section.dataset.at = at;
  $("#replay-text strong").textContent = step.line.text;
  $("#replay-text .muted").textContent = step.line.article;
  $("#replay-bag").textContent = step.bag;
  $$(".mat", section).forEach((mat, side) => {
    const { lines, loose, points, jarnacs } = step.mats[side];
    drawMat($(".mat-body", mat), { lines, loose });
    $(".mat-score strong", mat).textContent = points;
    $(".mat-jarnacs", mat).textContent = jarnacs;
  });
  for (const link of $$("[data-step]")) {
    if (Number(link.dataset.step) === at) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
  announce(step.line.text);
  // A game that was only opened again has no address of its own.
  if (document.getElementById("jn-view")) history.replaceState(null, "", `?fait=${at}`);
}

for (const link of $$("[data-go]", section)) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    show(MOVES[link.dataset.go]());
  });
}
for (const link of $$("[data-step]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    show(Number(link.dataset.step));
    section.scrollIntoView({ block: "start" });
  });
}
addEventListener("keydown", (event) => {
  const move = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" }[event.key];
  if (
    !move || event.altKey || event.ctrlKey || event.metaKey ||
    event.target.closest("input, select, textarea, summary")
  ) return;
  event.preventDefault();
  show(MOVES[move]());
});
