// What stays usable without the server. Kept: this version's static files, the pages shown without
// a network and their texts, and the free word list where somebody asked for it. Nothing else, ever:
// pages of games hold secrets that are told in time, and are asked for anew or not at all. Games in
// stock are kept by the page of playing alone itself.
// The server puts `self.KEPT = {…}` before these lines: what there is to keep in this version.
const { VERSION, LANGUAGE, FILES, SHELL, OWN, TEXTS, LIST } = self.KEPT;
// One for each language: pages of two are never mixed, however early the network goes.
const FILES_CACHE = `rc-files-${VERSION}-${LANGUAGE}`;
const WORDS_CACHE = "rc-words";
const WORDS = /^\/mots\/hors-ligne\/[0-9a-f]+\.txt$/;
/** Where a page without a network is better than a browser's error: study, and playing alone. */
const STUDY = /^\/($|solo(\/|$)|mots?(\/|$)|analyse$|salon$|hors-ligne$)/;

self.addEventListener("install", (event) => {
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

async function keep() {
  const cache = await caches.open(FILES_CACHE);
  await cache.addAll(FILES);
  // Without the session's cookie: what everybody may see is all that is kept.
  for (const path of [SHELL, ...OWN, ...TEXTS]) {
    const headers = { "x-language": LANGUAGE };
    const shell = await fetch(path, { credentials: "omit", cache: "no-store", headers });
    if (!shell.ok) throw new Error(`${path}: ${shell.status}`);
    await cache.put(path, shell);
  }
  await keepWords();
}

/** A worker without words is better than none. */
async function keepWords() {
  try {
    await words(new Request(LIST, { credentials: "omit" }));
  } catch {
    // The page offers them again.
  }
}

self.addEventListener("activate", (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()));
});

async function tidy() {
  for (const name of await caches.keys()) {
    if (name.startsWith("rc-files-") && name !== FILES_CACHE) await caches.delete(name);
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith(`/static/${VERSION}/`)) event.respondWith(file(request));
  else if (WORDS.test(url.pathname)) event.respondWith(words(request));
  else if (TEXTS.includes(url.pathname)) event.respondWith(page(request));
  else if (request.mode === "navigate" && STUDY.test(url.pathname)) {
    event.respondWith(page(request));
  }
});

async function file(request) {
  const cache = await caches.open(FILES_CACHE);
  return (await cache.match(request)) || fetch(request);
}

/** The list is asked for by its digest: what is kept under it cannot be stale. */
async function words(request) {
  const cache = await caches.open(WORDS_CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const found = await fetch(request);
  if (found.ok) {
    for (const old of await cache.keys()) await cache.delete(old);
    await cache.put(request, found.clone());
  }
  return found;
}

/** Always the server's; only where it cannot be reached, the page that says so. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const cache = await caches.open(FILES_CACHE);
    const { pathname } = new URL(request.url);
    const own = [...OWN, ...TEXTS].includes(pathname);
    const shell = await cache.match(own ? pathname : SHELL);
    if (!shell) throw error;
    return shell;
  }
}
