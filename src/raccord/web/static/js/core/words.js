// Which words are admitted: asked from the server, remembered for as long as the page is open.
import { api } from "./api.js";

const known = new Map();

/** `{word: true | false}` for each word. */
export async function check(words, lexicon = "") {
  const asked = [...new Set(words)].filter((word) => !known.has(lexicon + word));
  if (asked.length) {
    const query = new URLSearchParams({ words: asked.join(","), ...(lexicon && { lexicon }) });
    const reply = await api.get(`/api/words/check?${query}`);
    for (const [word, admitted] of Object.entries(reply.words)) known.set(lexicon + word, admitted);
  }
  return Object.fromEntries(words.map((word) => [word, known.get(lexicon + word)]));
}
