// The balance of a game that is in the browser only; the server's own once it has the game.
import "../elements/board.js";
import "../elements/plot.js";
import { $, h } from "../core/dom.js";
import { _, formulaName, number, percent } from "../core/i18n.js";
import { figure, minutes } from "./figures.js";
import { openLocal } from "./local.js";
import { moveParts } from "./slip.js";
import { plays, said, send } from "./stock.js";

const id = decodeURIComponent(location.hash.slice(1));

function figures(view, results) {
  const found = results.filter((r) => r.found).length;
  const parts = [
    figure(number(view.you), _("vos points")),
    figure(number(view.total), _("au total des tops")),
    figure(percent(view.percent), _("du top")),
    figure(`${found} / ${results.length}`, _("tops trouvés")),
  ];
  if (view.elapsed !== null) {
    parts.push(figure(minutes(view.elapsed), _("temps, pénalités comprises")));
  }
  return parts;
}

const bare = ({ reference, word }) => ({ reference, word });
const cells = (...parts) =>
  h("tr", {}, parts.map(([content, kind = ""]) => h("td", { class: kind }, content)));

const missedRow = (r) =>
  cells(
    [String(r.turn)],
    [r.draw, "draw"],
    [moveParts(bare(r.top))],
    [String(r.top.points), "points"],
    [[r.yours || "—", r.reasons.length ? h("span", { class: "bad" }, ` ✗ ${r.reasons}`) : ""]],
    [number(r.points - r.reference), "points"],
  );

const wholeRow = (r) =>
  cells(
    [String(r.turn)],
    [[r.draw.slice(0, r.leave), r.draw.slice(r.leave)].filter(Boolean).join("+"), "draw"],
    [moveParts(bare(r.top))],
    [String(r.top.points), "points"],
    [r.yours || "—"],
    [[
      String(r.points),
      r.found ? h("span", { class: "good", role: "img", "aria-label": _("top") }, " ★") : "",
    ], "points"],
  );

/** Running totals from nothing. */
const running = (values) => values.reduce((all, value) => [...all, all.at(-1) + value], [0]);

function show(view, label) {
  const results = view.sheet;
  const missed = results.filter((r) => !r.found)
    .sort((a, b) => (a.points - a.reference) - (b.points - b.reference));
  $("#terms").textContent = `${formulaName(label)} · ${view.lexicon}`;
  $("#figures").replaceChildren(...figures(view, results));
  $("#curve").series = [
    { name: _("Vous"), values: running(results.map((r) => r.points)) },
    { name: _("Top"), values: running(results.map((r) => r.reference)) },
  ];
  $("#board").cells = view.cells;
  $("#board").last = view.last;
  $("#missed").hidden = !missed.length;
  $("#missed-rows").replaceChildren(...missed.map(missedRow));
  $("#all-found").hidden = Boolean(missed.length) || !results.length;
  $("#whole-rows").replaceChildren(...results.map(wholeRow));
  $("#whole").hidden = !results.length;
}

function leave() {
  const { sent } = plays()[id] ?? {};
  if (sent) location.replace(`/solo/${sent}/bilan`);
}

async function begin() {
  const found = await openLocal(id);
  if (!found) {
    location.replace(plays()[id]?.sent ? `/solo/${plays()[id].sent}/bilan` : "/solo");
    return;
  }
  const play = plays()[id];
  show(found.view(), play.label);
  if (play.refused) $("#waiting").textContent = said(play);
  document.body.dataset.ready = "1";
  await send().then(leave, () => {});
}

addEventListener("online", () => send().then(leave, () => {}));
addEventListener("rc-sent", leave);
begin();
