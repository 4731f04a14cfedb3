// The ranking of a competition for the hall: pages in turn, shown anew when something changed; or
// kept back and revealed from the last line, by whoever speaks or by itself.
import { api } from "../core/api.js";
import { $, $$ } from "../core/dom.js";
import { stayAwake } from "../core/awake.js";

const EACH = 9000;
const POLL = 10_000;
const STEP = 2500;
const root = $("#projector");
const slides = $$(".slide");
let at = 0;
let automatic = null;

const show = (shown) =>
  slides.forEach((slide) => {
    slide.hidden = slide !== shown;
  });

function turn() {
  show(slides[at]);
  at = (at + 1) % slides.length;
}

function rotate() {
  $("#hint")?.remove();
  turn();
  setInterval(turn, EACH);
}

async function follow() {
  try {
    const { revision } = await api.get(`/api/tournaments/${root.dataset.code}/revision`);
    if (revision !== root.dataset.revision) location.reload();
  } catch { /* the network comes back by itself */ }
  setTimeout(follow, POLL);
}

function reveal() {
  const row = $$(".is-veiled").at(-1);
  if (!row) {
    clearInterval(automatic);
    return;
  }
  show(row.closest(".slide"));
  row.classList.remove("is-veiled");
}

function heard(event) {
  if (event.key === " " || event.key === "Enter" || event.key === "PageDown") {
    event.preventDefault();
    reveal();
  } else if (event.key === "a" || event.key === "A") automatic ??= setInterval(reveal, STEP);
  else if (event.key === "Escape") { while ($(".is-veiled")) reveal(); }
}

if (Number(root.dataset.reveal)) {
  show(slides.at(-1));
  addEventListener("keydown", heard);
  // The way back and the choice of colours stay links and buttons.
  addEventListener("click", (event) => event.target.closest("a, button") || reveal());
} else {
  rotate();
  setTimeout(follow, POLL);
}
stayAwake();
document.body.dataset.ready = "";
