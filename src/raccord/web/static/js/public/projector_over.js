// After the game: ranking, solos, curve and board in turn; a corrected ranking shows at once.
import { $, $$ } from "../core/dom.js";
import { follow } from "../core/following.js";
import { connect } from "../core/live.js";
import { stayAwake } from "../core/awake.js";
import "../elements/board.js";
import "../elements/plot.js";

const EACH = 9000;
const root = $("#projector");
const slides = $$(".slide");
let at = 0;
let known = "";

function turn() {
  slides.forEach((slide, index) => {
    slide.hidden = index !== at;
  });
  at = (at + 1) % slides.length;
}

function hear(view) {
  follow(view, "/projection");
  const now = JSON.stringify([view.phase, view.ranking]);
  if (view.phase !== "over" || (known && known !== now)) location.reload();
  known = now;
}

turn();
setInterval(turn, EACH);
stayAwake();
connect(`/live/${root.dataset.code}/public`, { state: hear });
