// Games in stock: kept in this browser with their tops, played without the server, sent to it later.
// A game is in the cache `rc-stock` under its own address; what was played of it, a few hundred
// bytes, is in localStorage. Both need a secure page: elsewhere there is no stock.
import { api } from "../core/api.js";
import { _ } from "../core/i18n.js";

const CACHE = "rc-stock";
const WORDS = "rc-words";
const PLAYS = "rc-plays";
const INDEX = "/api/solo/stock";
/** How many of each rack are kept ready; those of any other rack, one. */
const WANTED = { classic: 3 };
const MOST_PLAYS = 60;
/** What the stock calls the game of the day. */
export const DAY = "jour";

export const isPossible = () => Boolean(globalThis.caches);
const address = (id) => `${INDEX}/${id}`;

/** What was played here: `{id: {digest, label, way, checks, competition, at, wishes, line, over}}`. */
export function plays() {
  try {
    return JSON.parse(localStorage.getItem(PLAYS) ?? "{}");
  } catch {
    return {};
  }
}

/** Keep a game's play; false where the browser has no room for it. */
export function keepPlay(id, play) {
  try {
    localStorage.setItem(PLAYS, JSON.stringify({ ...plays(), [id]: play }));
    return true;
  } catch {
    return false;
  }
}

/** Forget a game that was begun here, and the game itself. */
export async function discard(id) {
  forgetPlay(id);
  await (await caches.open(CACHE)).delete(address(id));
}

function forgetPlay(id) {
  const { [id]: _gone, ...others } = plays();
  localStorage.setItem(PLAYS, JSON.stringify(others));
}

/** A kept game by its id, or null. */
export async function stocked(id) {
  const found = isPossible() && await (await caches.open(CACHE)).match(address(id));
  return found ? found.json() : null;
}

/** The ids of kept games nobody has begun, by rack; none where there are no words to check by. */
export async function reserve() {
  if (!isPossible() || !(await (await caches.open(WORDS)).keys()).length) return {};
  const begun = plays();
  const found = {};
  for (const { url } of await (await caches.open(CACHE)).keys()) {
    const id = decodeURIComponent(new URL(url).pathname.slice(INDEX.length + 1));
    if (!begun[id]) (found[id.split(".")[1]] ??= []).push(id);
  }
  return found;
}

/** Bring the stock up to what is wanted, with games this browser has never had. */
export async function replenish() {
  if (!isPossible()) return;
  const { form, list, games } = await api.get(INDEX, { tries: 1 });
  const cache = await caches.open(CACHE);
  await drop(cache, form, list);
  await keepWords(list);
  const had = new Set(Object.keys(plays()));
  const here = await reserve();
  // The game of another day, or one that was begun with the server meanwhile.
  for (const id of here[DAY] ?? []) {
    if (!games[DAY]?.includes(id)) await cache.delete(address(id));
  }
  for (const [kind, ids] of Object.entries(games)) {
    const have = here[kind] ?? [];
    const others = shuffled(ids.filter((id) => !had.has(id) && !have.includes(id)));
    for (const id of others.slice(0, Math.max(0, (WANTED[kind] ?? 1) - have.length))) {
      const reply = await fetch(address(id));
      if (!reply.ok) return;
      await cache.put(address(id), reply);
    }
  }
}

/** The worker keeps the words, too; on a first visit it may not be there yet. */
async function keepWords(list) {
  const cache = await caches.open(WORDS);
  if (await cache.match(list)) return;
  const reply = await fetch(list);
  if (reply.ok) await cache.put(list, reply);
}

/** Games that go with another word list cannot be checked any more; those written otherwise, not begun. */
async function drop(cache, form, list) {
  for (const request of await cache.keys()) {
    const game = await (await cache.match(request))?.json();
    // Another tab may have let it go meanwhile.
    if (!game) continue;
    const play = plays()[game.game.id];
    if (game.list === list && (play || game.form === form)) continue;
    await cache.delete(request);
    if (play && !play.over) forgetPlay(game.game.id);
  }
}

function shuffled(list) {
  return list.map((item) => [Math.random(), item]).sort(([a], [b]) => a - b).map(([, item]) =>
    item
  );
}

/** The body the server is sent: what was done, never what it was worth. */
const body = (id, { digest, way, checks, competition, at, wishes }) => ({
  game: id,
  digest,
  way,
  checks,
  competition,
  at,
  wishes,
});

/** Where a game that has ended stands with the server. */
export const said = ({ refused }) =>
  refused ? _("refusée par le serveur : {why}", { why: refused }) : _("à envoyer");

/** The games that have ended and are here only, the youngest first, as the history has games. */
export const waiting = () =>
  Object.entries(plays()).filter(([, play]) => play.over && !play.sent).reverse().map((
    [id, play],
  ) => ({ ...play.line, at: play.at, label: play.label, id, note: said(play) }));

const FIRST_PAUSE_MS = 3000;
const LONGEST_PAUSE_MS = 60_000;
let sending = null;
let timer = 0;
let wait = FIRST_PAUSE_MS;

/**
 * Send what has ended and has not been sent; what the server has, it keeps. True once nothing is
 * left. What cannot be taken now is sent again by itself: the window then hears "rc-sent".
 */
export function send() {
  clearTimeout(timer);
  sending ??= sendAll().finally(() => {
    sending = null;
  });
  return sending;
}

function sendLater() {
  timer = setTimeout(async () => {
    if (await send()) dispatchEvent(new Event("rc-sent"));
  }, wait);
  wait = Math.min(2 * wait, LONGEST_PAUSE_MS);
}

async function sendAll() {
  for (const [id, play] of Object.entries(plays())) {
    if (!play.over || play.sent || play.refused) continue;
    try {
      const view = await api.post(INDEX, body(id, play));
      keepPlay(id, { ...slim(play), sent: view.id });
      await (await caches.open(CACHE)).delete(address(id));
    } catch (error) {
      // A seat whose letters are in play, a busy server, no network: later.
      if (error.isTemporary || error.status >= 500 || error.status === 403) {
        sendLater();
        return false;
      }
      keepPlay(id, { ...play, refused: error.message });
    }
  }
  wait = FIRST_PAUSE_MS;
  tidy();
  return true;
}

/** Of a game the server has, only that it was here: it must not come again. */
const slim = ({ at, over, way }) => ({ at, over, way, wishes: [] });

function tidy() {
  const sent = Object.entries(plays()).filter(([, play]) => play.sent);
  for (const [id] of sent.slice(0, Math.max(0, sent.length - MOST_PLAYS))) forgetPlay(id);
}
