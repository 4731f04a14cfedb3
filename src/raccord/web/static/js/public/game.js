import { $ } from "../core/dom.js";
import { offerNext } from "../core/following.js";
import { _, number } from "../core/i18n.js";
import { connect } from "../core/live.js";
import { renew } from "../core/results.js";
import {
  showCancelled,
  showClock,
  showDraw,
  showInterruption,
  topParts,
  turnRow,
} from "../core/game.js";
import "../elements/board.js";
import "../elements/clock.js";
import "../elements/interruption.js";
import "../elements/plot.js";
import "../elements/rack.js";

const root = $("#pub");
const code = root.dataset.code;

function show(view) {
  offerNext(view, "/partie");
  if ((view.phase === "over") !== (root.dataset.phase === "over")) {
    location.reload();
    return;
  }
  if (view.phase === "over") {
    renew(view);
    return;
  }
  $("#board").cells = view.cells;
  $("#board").last = view.last;
  if (view.number && $("#number")) $("#number").textContent = view.number;
  $("#turn").textContent = _("Coup {n}", { n: view.turn });
  $("#total").textContent = number(view.total);
  showInterruption($("#interruption"), view.interruption);
  $("#draw").hidden = !view.draw;
  $("#waiting").hidden = Boolean(view.draw);
  showCancelled($("#cancelled"), view.cancelled);
  $("#last").hidden = Boolean(view.cancelled) || !view.turns.length;
  $("#no-turn").hidden = view.turns.length > 0;
  $("#reached").hidden = view.turns[0]?.reached == null;
  if (view.turns.length) $("#last-text").replaceChildren(...topParts(view.turns.at(-1).top));
  showDraw($("#rack"), view.draw);
  showClock($("#clock"), view.clock);
  $("#rows").replaceChildren(...view.turns.map((turn) => turnRow(`/partie/${code}`, turn)));
}

connect(`/live/${code}/public`, { state: show });
