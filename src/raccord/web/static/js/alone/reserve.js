// « Jouer seul » where there is no network: the same choices, played with a game of the stock.
import { $, $$, h } from "../core/dom.js";
import { _, number, percent, plural } from "../core/i18n.js";
import { toast } from "../core/toast.js";
import { beginLocal } from "./local.js";
import {
  DAY,
  discard,
  isPossible,
  plays,
  replenish,
  reserve,
  said,
  send,
  stocked,
} from "./stock.js";

const form = $("#settings");
let offline = false;
let leaving = false;
let timer = 0;
const PAUSE_MS = 5000;

/** How many there are beside the game of the day. */
const size = ({ [DAY]: _day, ...stock }) =>
  Object.values(stock).reduce((all, ids) => all + ids.length, 0);

async function showStock() {
  const stock = await reserve();
  const count = size(stock);
  $("#stock").hidden = !isPossible() || (!count && !offline);
  $("#stock").textContent = count
    ? plural(
      count,
      "{n} partie en réserve sur cet appareil : elle se joue aussi sans réseau.",
      "{n} parties en réserve sur cet appareil : elles se jouent aussi sans réseau.",
    )
    : _("Aucune partie en réserve : il en viendra avec le réseau.");
  if (offline) limit(stock);
}

const line = ([id, play]) => {
  const { turn, you, total } = { turn: 1, you: 0, total: 0, ...play.line };
  const where = play.over ? `/solo/reserve/bilan#${id}` : `/solo/reserve#${id}`;
  return h(
    "li",
    {},
    h(
      "a",
      { href: where },
      `${play.over ? _("Bilan") : _("Reprendre")} — ${_("coup {n}", { n: turn })}`,
    ),
    " ",
    h(
      "span",
      { class: "num muted" },
      [
        `${number(you)} / ${number(total)}`,
        percent(total ? you / total : 0),
        play.over ? said(play) : "",
      ]
        .filter(Boolean).join(" · "),
    ),
    removal(id, play),
  );
};

/** A game that will not be sent can be taken off the list. */
const removal = (id, play) =>
  play.over && !play.refused ? "" : h("button", {
    type: "button",
    class: "quiet",
    "aria-label": _("Retirer cette partie"),
    onclick: async () => {
      await discard(id);
      showPlays();
    },
  }, "✕");

/** Games begun here, and those the server has not had yet. */
function showPlays() {
  const mine = Object.entries(plays()).filter(([, play]) => play.digest).reverse();
  $("#kept-games").hidden = !mine.length;
  $("#kept-list").replaceChildren(...mine.map(line));
}

/** The rack of the choices, as the stock calls it; "" where it has none such. */
function kindOf(data) {
  if (!data.get("joker")) return data.get("rack");
  return data.get("rack") === "classic" ? "joker" : "";
}

function offer(input, can) {
  input.disabled = input.closest(".choice").hidden = !can;
}

/** What cannot be had without the server is not offered. */
function limit(stock) {
  for (const part of $$("[data-online]")) part.hidden = true;
  for (const input of $$('[name="rack"]')) offer(input, stock[input.value]);
  offer($('[name="joker"]'), stock.joker);
  for (const button of $$(".presets button")) button.disabled = !stock.classic;
  $("#daily-kept").hidden = !dailyIn(stock);
}

/** Today's game if it is here; the day is that of everybody, and ends at midnight of universal time. */
const dailyIn = (stock) =>
  stock[DAY]?.find((id) => id.startsWith(`${new Date().toISOString().slice(0, 10)}.`));

/** The game of the day, as the server has it: competition, three minutes. */
async function startDaily() {
  const id = dailyIn(await reserve());
  if (id) await playKept(id, { way: "classic", checks: false, competition: true });
}

async function start(event) {
  if (!offline && navigator.onLine) return;
  event.preventDefault();
  const data = new FormData(form);
  const preset = event.submitter?.value;
  const stock = await reserve();
  const [id] = stock[preset ? "classic" : kindOf(data)] ?? [];
  if (!id) {
    toast(_("Aucune partie de cette formule en réserve."), "bad");
    return;
  }
  const help = data.get("help");
  const chosen = {
    way: preset || `${data.get("mode")}/${data.get("time")}`,
    checks: help === "checks",
    competition: help === "competition",
  };
  await playKept(id, chosen);
}

async function playKept(id, chosen) {
  const kept = await stocked(id);
  // A game kept by a version that did not play this way.
  if (!kept.ways[chosen.way]) {
    toast(_("Aucune partie de cette formule en réserve."), "bad");
    return;
  }
  leaving = beginLocal(kept, chosen);
  if (leaving) location.href = `/solo/reserve#${id}`;
  else toast(_("Ce navigateur n'a plus de place."), "bad");
}

async function goOffline() {
  offline = true;
  $("#offline").hidden = false;
  comeBackLater();
  await showStock();
}

/** A page that was kept knows nothing of its visitor: the server's own takes its place. */
async function comeBack() {
  if (!offline || leaving) return;
  const reply = await fetch("/api/session").catch(() => null);
  if (reply?.ok) location.reload();
  else comeBackLater();
}

/** A server that was away, or busy, comes back without a word of the browser's. */
function comeBackLater() {
  clearTimeout(timer);
  timer = setTimeout(comeBack, PAUSE_MS);
}

async function begin() {
  showPlays();
  await showStock();
  document.body.dataset.ready = "1";
  try {
    await send();
    // At once: new games may take the server a moment.
    showPlays();
    await replenish();
  } catch (error) {
    if (error.code === "offline") await goOffline();
  }
  showPlays();
  await showStock();
}

form.addEventListener("submit", start);
$("#daily-kept").addEventListener("click", startDaily);
addEventListener("offline", goOffline);
addEventListener("online", comeBack);
addEventListener("rc-sent", showPlays);
begin();
