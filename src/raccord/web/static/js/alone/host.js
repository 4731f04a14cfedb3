// Whom a game asks: the server, or this browser where the game is one of its stock. Both answer alike:
// `state` to begin with, `read()`, `post(what, body)`, `solutions(turn)`, `check(words)`, `balance`;
// the server alone has `pages` of turns and of words.
import { api, newKey } from "../core/api.js";
import { pageData } from "../core/dom.js";
import { check } from "../core/words.js";

const remote = (state) => ({
  state,
  play: undefined,
  balance: `/solo/${state.id}/bilan`,
  read: () => api.get(`/api/solo/${state.id}`),
  post: (what, body) => api.post(`/api/solo/${state.id}/${what}`, body, { key: newKey() }),
  solutions: (turn) => api.get(`/api/solo/${state.id}/solutions/${turn}`),
  check: (words) => check(words, state.lexicon),
  pages: {
    turn: (number) => `/solo/${state.id}/coup/${number}`,
    word: (word) => `/mot/${word}?${new URLSearchParams({ lexicon: state.lexicon })}`,
  },
});

/** The host of this page's game; null where the game is nowhere to be found. */
export async function findHost() {
  const state = pageData("solo-state");
  if (state) return remote(state);
  const { localHost } = await import("./local.js");
  return localHost(decodeURIComponent(location.hash.slice(1)));
}
