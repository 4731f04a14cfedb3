// A table of Jarnac: both mats, the bars of the seats played here, clocks, live changes.
import { api, queue } from "../core/api.js";
import { $, $$, h, pageData } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { connect } from "../core/live.js";
import { beep, isMuted, setMuted } from "../core/sounds.js";
import { Told } from "../core/told.js";
import { announce, toast } from "../core/toast.js";
import "../elements/clock.js";
import { Bar } from "./bar.js";
import { enableMatDrag } from "./drag.js";
import { drawMat } from "./mat.js";
import { nameOf } from "./texts.js";

const table = $("#table");
const mine = [...table.dataset.mine];
let view = pageData("jn-view");
let heard = view.log.at(-1)?.number ?? -1;
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
  view = next;
  for (const bar of list) bar.update(view);
  draw();
  tell(before);
}

function tell(before) {
  const news = view.log.filter((line) => line.number > heard);
  heard = view.log.at(-1)?.number ?? heard;
  if (news.length) announce(news.map((line) => line.text).join(" "));
  const received = mine.length === 1 && view.game.turn === mine[0] &&
    (before.game.turn !== mine[0] || before.game.phase === "toss");
  if (view.result && !before.result) beep("end");
  else if (received && view.game.phase !== "toss") beep("good");
  if (view.game.sides.some((side, n) => side.fallen && !before.game.sides[n].fallen)) beep("warn");
}

function draw() {
  table.dataset.version = view.game.version;
  drawMats();
  view.game.sides.forEach(drawHead);
  $("#bag").textContent = view.game.bag;
  $("#invite")?.toggleAttribute("hidden", view.seated.every(Boolean));
  table.hidden = !view.seated.every(Boolean);
  $("#log").replaceChildren(
    ...[...view.log].reverse().map((line) => h("li", { title: line.article }, line.text)),
  );
  drawWindow();
  drawVerdict();
  const stop = $("#stop");
  if (stop) {
    stop.setAttribute("aria-pressed", String(view.game.stopped));
    stop.textContent = view.game.stopped ? _("Reprendre") : _("Pause");
    stop.hidden = Boolean(view.result) || view.game.phase === "toss";
  }
}

function drawMats() {
  for (const { seat, lines, loose } of view.game.sides) {
    const body = $(`#mat-${seat} .mat-body`);
    const bar = list.find((one) => one.isComposing && !one.isBusy && one.source === seat);
    const picked = bar?.mode === "swap" ? bar.picked : null;
    drawMat(body, { lines, loose }, { draft: bar && !picked ? bar.draft : null, picked });
    body.closest(".mat").classList.toggle("is-open", Boolean(bar));
    body.closest(".mat").classList.toggle("is-prey", bar?.mode === "jarnac");
  }
}

function drawHead(side, n) {
  const mat = $(`#mat-${side.seat}`);
  $("h2", mat).firstChild.textContent = `${view.names[n]} `;
  $(".mat-score strong", mat).textContent = side.points;
  $(".mat-jarnacs", mat).textContent = side.jarnacs;
  const holds = view.game.turn === side.seat && !["toss", "over"].includes(view.game.phase);
  $(".mat-turn", mat).hidden = !holds;
  mat.classList.toggle("has-bag", holds);
  $(".mat-flag", mat).hidden = !side.fallen;
  const clock = $("rc-clock", mat);
  if (!clock) return;
  const runs = view.game.running === side.seat && view.clock_ends;
  if (runs) {
    if (clock.dataset.ends !== String(view.clock_ends)) {
      clock.start(view.clock_ends, view.time / 1000, false);
    }
  } else clock.pause(Math.ceil(side.remaining / 1000));
  mat.classList.toggle("is-running", Boolean(runs));
}

function drawWindow() {
  const box = $("#window");
  const clock = $("rc-clock", box);
  const ends = view.window_ends;
  box.hidden = !ends || Boolean(view.result);
  if (!ends) {
    clock.pause(0);
    return;
  }
  const name = nameOf(view, view.game.turn);
  $(".window-text", box).textContent = view.game.phase === "last"
    ? _("Dernier Jarnac de {name} :", { name })
    : _("Temps de {name} :", { name });
  if (clock.dataset.ends !== String(ends)) {
    clock.start(ends, view.game.phase === "last" ? 10 : 30, false);
  }
}

function drawVerdict() {
  const found = view.verdict;
  const box = $("#verdict");
  if (view.result) {
    box.replaceChildren(
      h(
        "div",
        { class: "note is-good" },
        h("p", {}, h("strong", {}, view.result.headline)),
        h("p", {}, view.result.cause),
        h("p", {}, view.result.basis),
        h(
          "p",
          {},
          h("a", { class: "button primary", href: `/jarnac/${view.id}/bilan` }, _("Voir le bilan")),
        ),
      ),
    );
    return;
  }
  if (!found) {
    box.replaceChildren();
    return;
  }
  box.replaceChildren(
    h(
      "div",
      { class: `note ${found.valid ? "is-good" : "is-bad"}`, lang: "fr" },
      h(
        "p",
        {},
        h(
          "strong",
          {},
          `${found.valid ? "✓" : "✗"} ${found.word} : ${found.valid ? _("bon") : _("mauvais")}`,
        ),
      ),
      found.reason ? h("p", {}, `${found.reason}.`) : null,
      h("p", {}, `${found.says}.`),
      h(
        "p",
        { class: "muted" },
        `${
          found.by === "lexicon" ? _("Réponse du lexique") : _("Réponse des arbitres")
        } · ${found.article}`,
      ),
    ),
  );
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
    else if (bar.mode !== "swap") tapLine(bar.draft, event.target);
  });
}

function tapLine(draft, target) {
  const place = target.closest("[data-place]");
  const line = target.closest(".line[data-number]");
  if (place) {
    if (!draft.lift(Number(place.dataset.place))) toast(_("Les lettres d'un mot posé y restent."));
    return;
  }
  if (!line || line.classList.contains("is-target")) return;
  const number = Number(line.dataset.number);
  draft.choose(number > draft.mat.lines.length ? null : number);
}

addEventListener("keydown", (event) => {
  if (
    event.ctrlKey || event.metaKey || event.altKey || event.target.closest("a, summary, select")
  ) return;
  const isTyping = event.target.closest("input");
  const bar = list.find((one) => one.isComposing) || bars[view.game.turn] || list[0];
  if (!bar) return;
  if (list.some((one) => one.key(event.key))) event.preventDefault();
  else if (isTyping || event.target.closest("button")) return;
  else if (event.key === "Enter") {
    event.preventDefault();
    bar.enter();
  } else if (/^[a-z]$/i.test(event.key) && bar.isComposing) bar.input.focus();
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
