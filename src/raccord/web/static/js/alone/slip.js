// The word being composed: its place, its points, whether the word list admits it.
import { $, h } from "../core/dom.js";
import { _, plural } from "../core/i18n.js";

let asked = 0;

/** A word with its jokers in red. */
export const lettered = (text) =>
  text.split(/(\([A-Z]\))/).filter(Boolean).map((part) =>
    part.startsWith("(") ? h("span", { class: "joker-letter" }, part) : part
  );

/** A move as it is written everywhere: place, word, points. */
export const moveParts = ({ reference, word, points }) => [
  `${reference} `,
  ...lettered(word),
  ...(points === undefined ? [] : [" ", h("span", { class: "muted num" }, String(points))]),
];

function setSlip(kind, move, note) {
  const slip = $("#slip");
  slip.classList.toggle("is-good", kind === "good");
  slip.classList.toggle("is-bad", kind === "bad");
  $("#slip-move").replaceChildren(...move);
  $("#slip-note").textContent = note;
}

const shown = (move, counts) => [
  h("span", {}, move.reference),
  h("span", {}, lettered(move.text)),
  counts
    ? h("span", { class: "points" }, plural(move.score.total, "{n} pt", "{n} pts"))
    : h("span", {}),
];

/**
 * Show a composition, then what the game's own word list, `check(words)`, says of it; without one
 * nothing is asked, and where `counts` is off nothing is counted.
 */
export async function showSlip(word, { check = null, counts = true }) {
  const mine = (asked += 1);
  const move = word.move;
  if (!move) {
    setSlip(
      "",
      [],
      word.wantsJoker
        ? _("Joker : tapez sa lettre.")
        : _("Choisissez une case et composez votre mot."),
    );
    return;
  }
  if (!move.reference) {
    setSlip("bad", [], move.fault);
    return;
  }
  const parts = shown(move, counts);
  if (move.fault) {
    setSlip("bad", parts, move.fault);
    return;
  }
  setSlip("", parts, check ? "…" : "");
  if (!check) return;
  const words = move.score.words.map((w) => w.word);
  const admitted = await check(words).catch(() => null);
  if (mine === asked) setSlip(...judged(parts, words, admitted));
}

function judged(parts, words, admitted) {
  if (!admitted) return ["", parts, _("Hors connexion : le mot sera vérifié ensuite.")];
  const wrong = words.filter((word) => !admitted[word]);
  if (wrong.includes(words[0])) {
    return ["bad", parts, _("✗ Mot absent du lexique : {word}", { word: words[0] })];
  }
  if (wrong.length) {
    const word = wrong.join(", ");
    return ["bad", parts, _("✗ Mal placé : {word} n'est pas admis", { word })];
  }
  const others = words.slice(1).join(", ");
  return ["good", parts, others ? _("✓ Admis, avec {words}", { words: others }) : _("✓ Admis")];
}
