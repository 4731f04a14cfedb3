// The server's time: asked a few times, the quickest answer is the truest.
let offset = Number(document.querySelector('meta[name="server-now"]')?.content || Date.now()) -
  Date.now();
let best = Infinity;

let own = false;

export const serverNow = () => Date.now() + offset;

/** A game without a server goes by the browser's own time: a page that was kept tells an old one. */
export function ownTime() {
  own = true;
  offset = 0;
}

export async function sync(rounds = 4) {
  if (own) return;
  best = Infinity;
  for (let i = 0; i < rounds; i += 1) {
    try {
      // Not Date: a clock set meanwhile could make the trip negative.
      const sent = performance.now();
      const reply = await fetch("/api/time", { cache: "no-store" });
      const { now } = await reply.json();
      const trip = performance.now() - sent;
      if (trip < best && !own) {
        best = trip;
        // The answer is taken to have been made half-way: wrong by half the trip at most.
        offset = now + trip / 2 - Date.now();
      }
    } catch {
      return;
    }
  }
}

let started = false;
/** Keep the time right for as long as the page is open. */
export function keepTime() {
  if (started) return;
  started = true;
  sync();
  setInterval(() => sync(2), 60000);
  addEventListener("online", () => sync());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) sync(2);
  });
}
