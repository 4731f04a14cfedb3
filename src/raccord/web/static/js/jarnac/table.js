// A table of Jarnac: both mats, the bars of the seats played here, clocks, live changes.
import { api, queue } from "../core/api.js";
import { $, $$, pageData } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { connect } from "../core/live.js";
import { isMuted, setMuted } from "../core/sounds.js";
import { Told } from "../core/told.js";
import { announce, toast } from "../core/toast.js";
import "../elements/clock.js";
import { Bar } from "./bar.js";
import { placeOf, play } from "./drama.js";
import { enableMatDrag } from "./drag.js";
import { drawHead, drawLog, drawSeries, drawToss, drawWindow } from "./heads.js";
import { drawMat, drawStrip } from "./mat.js";
import { follow } from "./rematch.js";
import { drawVerdict } from "./verdict.js";

const table = $("#table");
const isProjector = document.body.classList.contains("jn-projector");
const mine = [...table.dataset.mine];
const other = (seat) => (seat === "A" ? "B" : "A");
let view = pageData("jn-view");
let heard = view.log.at(-1)?.number ?? -1;
/** The mat a player unfolded himself; null where the game decides. */
let peeked = null;
const slot = `jarnac:${view.id}`;
const bars = Object.fromEntries(
  mine.map((seat) => [seat, new Bar($(`#bar-${seat}`), seat, { send, redraw: drawMats })]),
);
const list = Object.values(bars);

function send(body) {
  setBusy(true);
  queue.send(`/api/jarnac/${view.id}/moves`, body, { slot });
}

function setBusy(isBusy) {
  for (const bar of list) {
    bar.isBusy = isBusy;
    bar.update(view);
  }
  drawMats();
}

const told = new Told({ table: view }, {
  read: async () => ({ table: await api.get(`/api/jarnac/${view.id}`) }),
  apply,
});
queue.on("sent", async ({ item, reply }) => {
  if (item.slot !== slot) return;
  // Only then: a draft cleared before its word lies on the mat would flicker.
  await told.reached(reply.revision);
  for (const bar of list) bar.draft.clear();
  setBusy(false);
});
queue.on("refused", async ({ item, error }) => {
  if (item.slot !== slot) return;
  toast(error.expected ? `${error.message} ${error.expected}` : error.message, "bad", 8);
  setBusy(false);
  await told.read();
});

function apply({ table: next }) {
  const before = view;
  const from = placeOf(before, next);
  view = next;
  if (before.game.turn !== view.game.turn) peeked = null;
  for (const bar of list) bar.update(view);
  draw();
  const news = view.log.filter((line) => line.number > heard);
  heard = view.log.at(-1)?.number ?? heard;
  if (news.length) announce(news.map((line) => line.text).join(" "));
  play(before, view, from, mine);
  follow(view);
}

function draw() {
  table.dataset.version = view.game.version;
  drawMats();
  view.game.sides.forEach((side, n) => drawHead(view, side, n));
  const isFull = view.seated.every(Boolean);
  $("#invite")?.toggleAttribute("hidden", isFull);
  table.parentElement.hidden = !isFull;
  drawLog(view);
  drawSeries(view);
  drawToss(view);
  drawWindow(view);
  drawVerdict(view, mine, isProjector);
  const stop = $("#stop");
  if (stop) {
    stop.setAttribute("aria-pressed", String(view.game.stopped));
    stop.textContent = view.game.stopped ? _("Reprendre") : _("Pause");
    stop.hidden = Boolean(view.result) || view.game.phase === "toss";
  }
}

/** The mat that a small screen shows whole: one's own, the other's when it matters. */
function unfolded() {
  const hunter = list.find((bar) => bar.mode === "jarnac");
  if (hunter) return hunter.source;
  if (list.some((bar) => bar.mode === "swap")) return view.game.turn;
  if (peeked) return peeked;
  if (mine.length !== 1) return view.game.turn;
  const offers = view.game.sides[mine[0] === "A" ? 0 : 1].offers;
  return offers.includes("call-jarnac") ? other(mine[0]) : mine[0];
}

function drawMats() {
  const shown = unfolded();
  const claim = view.game.claim;
  for (const { seat, lines, loose } of view.game.sides) {
    const mat = $(`#mat-${seat}`);
    const body = $(".mat-body", mat);
    const bar = list.find((one) => one.isComposing && !one.isBusy && one.source === seat);
    const picked = bar?.mode === "swap" ? bar.picked : null;
    const fresh = view.new_letters?.seat === seat ? view.new_letters.count : 0;
    const robbed = claim?.jarnac && claim.seat !== seat && view.last?.kind !== "ended"
      ? { line: view.robbed_line, word: claim.word }
      : null;
    const marks = { fresh, robbed, laid: claim?.seat === seat ? claim.word : "" };
    drawMat(body, { lines, loose }, { draft: bar && !picked ? bar.draft : null, picked, marks });
    drawStrip($(".mat-strip", mat), { lines, loose }, seat === shown);
    mat.classList.toggle("is-unfolded", seat === shown);
    mat.classList.toggle("is-open", Boolean(bar));
    mat.classList.toggle("is-prey", bar?.mode === "jarnac");
  }
}

for (const body of $$(".mat-body", table)) {
  const seat = body.closest(".mat").dataset.seat;
  const barHere = () => list.find((bar) => bar.isComposing && !bar.isBusy && bar.source === seat);
  enableMatDrag(body, () => {
    const bar = barHere();
    return bar && bar.mode !== "swap" ? bar.draft : null;
  });
  body.addEventListener("click", (event) => {
    const bar = barHere();
    if (!bar || body.dataset.dragged) return;
    const loose = event.target.closest("[data-loose]");
    if (loose && bar.mode === "swap") bar.pick(Number(loose.dataset.loose));
    else if (loose) bar.draft.add(loose.dataset.letter);
    else if (bar.mode !== "swap") bar.draft.tap(event.target);
  });
  $(".mat-strip", body.parentElement).addEventListener("click", () => {
    peeked = peeked || unfolded() !== (mine[0] ?? view.game.turn) ? mine[0] ?? seat : seat;
    drawMats();
  });
}

addEventListener("keydown", (event) => {
  if (
    event.ctrlKey || event.metaKey || event.altKey || event.target.closest("a, summary, select")
  ) return;
  const isTyping = event.target.closest("input");
  const bar = list.find((one) => one.isComposing) || bars[view.game.turn] || list[0];
  if (!bar) return;
  if (list.some((one) => one.key(event.key))) event.preventDefault();
  else if (isTyping) return;
  else if (event.key === "Enter") {
    if (event.target.closest("button")) return;
    event.preventDefault();
    bar.enter();
  } else if (bar.isComposing && bar.write(event.key)) event.preventDefault();
});

$("#stop")?.addEventListener(
  "click",
  () => send({ type: view.game.stopped ? "resume" : "stop", seat: mine[0] }),
);
const mute = $("#mute");
const showMute = () => {
  mute.setAttribute("aria-pressed", String(!isMuted()));
  mute.textContent = isMuted() ? _("Son coupé") : _("Son");
};
mute.addEventListener("click", () => {
  setMuted(!isMuted());
  showMute();
});
showMute();

connect(`/jarnac/${view.id}/live`, { table: (next) => told.hear({ table: next }) }, {
  onReset: () => told.read(),
  onState: (state) => {
    table.classList.toggle("is-offline", state === "closed");
    if (state === "open") {
      told.read();
      queue.flush();
    }
  },
});
for (const bar of list) {
  bar.isBusy = queue.items.some((item) => item.slot === slot);
  bar.update(view);
}
draw();
follow(view);
