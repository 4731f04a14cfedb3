// A page that follows: when the server says that something has come, its parts marked `data-fresh`
// are read again. Not under the fingers of whoever types, chooses or has opened something there.
import { $$ } from "./dom.js";
import { connect } from "./live.js";

const PAUSE_MS = 400;

const isBusy = (part) =>
  part.contains(document.activeElement) || Boolean(part.querySelector("details[open]"));

async function refresh() {
  const reply = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
  if (!reply?.ok) return;
  const next = new DOMParser().parseFromString(await reply.text(), "text/html");
  for (const part of $$("[data-fresh]")) {
    const fresh = next.getElementById(part.id);
    if (fresh && !isBusy(part)) part.replaceChildren(...fresh.childNodes);
  }
}

/** Listen to `url`; any of the events `names` has the page read again. */
export function keepFresh(url, names) {
  let timer = 0;
  let isOpen = false;
  const soon = () => {
    timer ||= setTimeout(async () => {
      await refresh();
      timer = 0;
    }, PAUSE_MS);
  };
  const handlers = Object.fromEntries(names.map((name) => [name, soon]));
  connect(url, handlers, {
    onReset: soon,
    onState: (state) => {
      // What came while the line was cut; the first time the page has just been read.
      if (state === "open" && isOpen) soon();
      isOpen ||= state === "open";
    },
  });
}
