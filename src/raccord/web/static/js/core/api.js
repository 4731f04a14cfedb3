// Requests to the server: the session's token, one error shape, retries that count once.
import { _ } from "./i18n.js";

const bearer = () => document.querySelector('meta[name="csrf-token"]');
export const token = () => bearer()?.content || "";
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** What the server said it could not do, or `code === "offline"` when it could not be reached. */
export class ApiError extends Error {
  constructor(status, { code = "unknown", message = "", expected = "" } = {}) {
    super(message || _("Le serveur n'a pas pu répondre."));
    Object.assign(this, { status, code, expected });
  }
  get isTemporary() {
    return this.code === "offline" || this.status >= 502 || this.status === 429;
  }
}

async function once(method, path, body, key, renewed = false) {
  const headers = { accept: "application/json" };
  if (method !== "GET") headers["x-csrf-token"] = token();
  if (body !== undefined) headers["content-type"] = "application/json";
  // The server counts a key once, so an answer lost on the way may be asked again.
  if (key) headers["idempotency-key"] = key;
  let response;
  try {
    response = await fetch(path, {
      method,
      headers,
      credentials: "same-origin",
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(0, { code: "offline", message: _("Hors connexion.") });
  }
  const text = await response.text();
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch { /* not JSON: only the status counts */ }
  if (response.ok) return data;
  if (data?.error?.code === "csrf" && !renewed && (await renew())) {
    return once(method, path, body, key, true);
  }
  throw new ApiError(response.status, data?.error);
}

/** A page kept for when there is no network bears nobody's token: ask for this session's. */
async function renew() {
  try {
    const reply = await fetch("/api/session", { credentials: "same-origin" });
    bearer().content = (await reply.json()).csrf;
    return reply.ok;
  } catch {
    return false;
  }
}

async function request(method, path, body, { key = "", tries = 1 } = {}) {
  for (let attempt = 1;; attempt += 1) {
    try {
      return await once(method, path, body, key);
    } catch (error) {
      if (!error.isTemporary || attempt >= tries) throw error;
      // Spread out: a hall whose network comes back must not knock all at once.
      await pause(Math.min(300 * 2 ** attempt, 5000) * (0.75 + Math.random() / 2));
    }
  }
}

export const newKey = () =>
  // A page over plain HTTP on the local network has no randomUUID.
  crypto.randomUUID?.() ??
    [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0"))
      .join("");

export const api = {
  get: (path, options) => request("GET", path, undefined, { tries: 3, ...options }),
  /** Posting again after a lost answer needs a `key`; without one a post is tried once. */
  post: (path, body = {}, options = {}) =>
    request("POST", path, body, { tries: options.key ? 4 : 1, ...options }),
  put: (path, body = {}, options = {}) => request("PUT", path, body, { tries: 3, ...options }),
  delete: (path, options = {}) => request("DELETE", path, undefined, { tries: 3, ...options }),
};

// The queue keeps what must reach the server even if the network or the page goes away.
const STORE = "rc-queue";
const events = new EventTarget();
const read = () => {
  try {
    return JSON.parse(localStorage.getItem(STORE) || "[]");
  } catch {
    return [];
  }
};
const write = (items) => {
  localStorage.setItem(STORE, JSON.stringify(items));
  events.dispatchEvent(new CustomEvent("change", { detail: items }));
};
let flushing = null;

export const queue = {
  /** Items waiting: `{key, path, body, slot}`. */
  get items() {
    return read();
  },
  /** Send now or as soon as possible; a later item of the same `slot` replaces an earlier one. */
  send(path, body, { key = newKey(), slot = key } = {}) {
    // A slip changed before it left replaces the first: only the last one counts.
    write([...read().filter((item) => item.slot !== slot), { key, path, body, slot }]);
    this.flush();
    return key;
  },
  flush() {
    // One at a time, in order: a later slip must not overtake an earlier one.
    flushing ??= drain().finally(() => {
      flushing = null;
    });
    return flushing;
  },
  /** Listen to "change", "sent" (`{item, reply}`) and "refused" (`{item, error}`). */
  on(name, listener) {
    events.addEventListener(name, (event) => listener(event.detail));
  },
};

async function drain() {
  for (let item = read()[0]; item; item = read()[0]) {
    try {
      const reply = await once("POST", item.path, item.body, item.key);
      write(read().filter((other) => other.key !== item.key));
      events.dispatchEvent(new CustomEvent("sent", { detail: { item, reply } }));
    } catch (error) {
      // Kept: the timer, the network or the stream that comes back tries again.
      if (error.isTemporary) return;
      write(read().filter((other) => other.key !== item.key));
      events.dispatchEvent(new CustomEvent("refused", { detail: { item, error } }));
    }
  }
}

export function startQueue() {
  addEventListener("online", () => queue.flush());
  setInterval(() => {
    if (read().length) queue.flush();
  }, 3000);
  if (read().length) queue.flush();
}
