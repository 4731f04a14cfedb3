// A tournament's page follows its tables: what changed is read again, and what is typed is kept.
import { $ } from "../core/dom.js";
import { connect } from "../core/live.js";

const PAUSE_MS = 400;
const box = $("#live");
let timer = 0;

/** Not under the fingers of who types: the next change brings the page up to date. */
const isTyping = () => Boolean($("#live details[open]"));

async function refresh() {
  timer = 0;
  if (isTyping()) return;
  const reply = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
  if (!reply?.ok) return;
  const next = new DOMParser().parseFromString(await reply.text(), "text/html");
  const fresh = next.getElementById("live");
  if (fresh && !isTyping()) box.replaceChildren(...fresh.childNodes);
  // The buttons of the organiser stand outside: a round that ends offers the next one.
  const row = next.getElementById("next");
  if (row) $("#next")?.replaceWith(row);
}

const soon = () => {
  timer ||= setTimeout(refresh, PAUSE_MS);
};
let line = null;
function listen() {
  line?.close();
  line = connect(box.dataset.live, {
    table: soon,
    // A new round has new tables to listen to.
    tournament: () => {
      soon();
      listen();
    },
  }, {
    onReset: soon,
    onState: (state) => {
      if (state === "open") soon();
    },
  });
}
if (box) listen();
