// After the game: ranking, solos, curve and board in turn; a corrected ranking shows at once, and
// one published so is revealed from the last place to the first.
import { $, $$ } from "../core/dom.js";
import { follow } from "../core/following.js";
import { connect } from "../core/live.js";
import { renew } from "../core/results.js";
import { stayAwake } from "../core/awake.js";
import "../elements/board.js";
import "../elements/plot.js";

const EACH = 9000;
const QUICK = 1200; // a line of the ranking that is revealed
const SLOW = 4000; // one of the first three
const PODIUM = 3;
const root = $("#projector");
const slides = $$(".slide");
let at = 0;

const show = (shown) =>
  slides.forEach((slide) => {
    slide.hidden = slide !== shown;
  });

function turn() {
  show(slides[at]);
  at = (at + 1) % slides.length;
}

function hear(view) {
  follow(view, "/projection");
  renew(view);
}

/** Show the ranking line by line from the last place; the first three take their time. */
function reveal(rows, then) {
  const row = rows.at(-1);
  if (!row) {
    setTimeout(then, EACH);
    return;
  }
  show(row.closest(".slide"));
  setTimeout(() => {
    row.classList.remove("is-veiled");
    reveal(rows.slice(0, -1), then);
  }, rows.length > PODIUM ? QUICK : SLOW);
}

function rotate() {
  veiled.forEach((row) => row.classList.remove("is-veiled"));
  turn();
  setInterval(turn, EACH);
}

// Revealed once: a projector that is loaded again goes on with its pages.
const once = `revealed:${root.dataset.code}`;
const veiled = $$(".is-veiled");
if (veiled.length && !sessionStorage.getItem(once)) {
  reveal(veiled, () => {
    sessionStorage.setItem(once, "1");
    rotate();
  });
} else rotate();
stayAwake();
connect(`/live/${root.dataset.code}/public`, { state: hear });
