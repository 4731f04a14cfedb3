// Revision: a missed top as it was, or letters whose words are asked for. Two tries, then the answer.
import "../elements/board.js";
import "../elements/rack.js";
import { enableDrag } from "../elements/drag.js";
import { nameJoker } from "../elements/joker.js";
import { $, h } from "../core/dom.js";
import { _, plural } from "../core/i18n.js";
import { api, queue } from "../core/api.js";
import { Composition } from "../core/compose.js";
import { EMPTY, SIZE } from "../core/scoring.js";
import { announce, toast } from "../core/toast.js";
import { copyOf, keepCopy, tellCopy } from "./copy.js";
import { moveParts, showSlip } from "./slip.js";
import { preview } from "./solutions.js";

const TRIES = 2;
const NOTHING = EMPTY.repeat(SIZE * SIZE);
const board = $("#board");
const rack = $("#rack");
let word = new Composition({});
let cards = [];
let rules = {};
let card = null;
let tries = 0;

const plain = (text) =>
  text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toUpperCase().replace(/[^A-Z]+/g, " ")
    .trim();
const asMove = ([text, points]) => {
  const [reference, written] = text.split(" ");
  return { reference, word: written, points };
};

function question() {
  if (card.kind === "turn") return _("Retrouvez le top de ce coup.");
  const all = card.answers.length;
  return card.kind === "hook"
    ? plural(
      all,
      "Rajouts d'une lettre, devant ou derrière {letters} : {n} mot.",
      "Rajouts d'une lettre, devant ou derrière {letters} : {n} mots.",
    ).replace("{letters}", card.letters)
    : plural(all, "{n} mot avec ces lettres.", "{n} mots avec ces lettres.");
}

function show() {
  [card] = cards;
  $("#nothing").hidden = Boolean(card);
  $("#revision").hidden = !card;
  if (!card) return;
  tries = 0;
  const isTurn = card.kind === "turn";
  $("#left").textContent = plural(cards.length, "{n} fiche", "{n} fiches");
  $("#question").textContent = question();
  $("#position").hidden = !isTurn;
  $("#slip").hidden = !isTurn;
  $("#thinking").hidden = false;
  $("#answer").hidden = true;
  $("#entry").value = "";
  $("#entry").placeholder = isTurn ? _("Ou tapez : H4 LUSTRE") : "";
  $("#entry-label").classList.toggle("sr-only", isTurn);
  $("#entry-label").textContent = isTurn
    ? _("Place et mot, le joker entre parenthèses")
    : _("Tous les mots, séparés par des espaces");
  word = new Composition({
    cells: card.cells || NOTHING,
    rack: isTurn ? card.draw : card.letters,
    play: rules[card.formula],
  });
  word.addEventListener("change", showWord);
  board.cells = card.cells || NOTHING;
  board.last = "";
  board.composition = rack.composition = word;
  rack.setDraw(isTurn ? card.draw : card.letters, isTurn ? card.leave : 0);
  if (isTurn) showWord();
  if (document.body.dataset.ready) $("#left").focus({ preventScroll: true });
}

const showWord = () => showSlip(word, {});

/** Whether what stands there is right: "" or what is to be said of it. */
function judge() {
  if (card.kind === "turn") {
    const move = word.move;
    if (!move || move.fault) return move?.fault || _("Composez d'abord un mot sur la grille.");
    return card.answers.includes(`${move.reference} ${move.text}`)
      ? ""
      : _("Ce n'est pas le top : {n} points.", { n: move.score.total });
  }
  const given = new Set(plain($("#entry").value).split(" ").filter(Boolean));
  const missing = card.answers.filter((answer) => !given.has(answer));
  const wrong = [...given].filter((answer) => !card.answers.includes(answer));
  if (!missing.length && !wrong.length) return "";
  return [
    missing.length ? plural(missing.length, "il manque {n} mot", "il manque {n} mots") : "",
    wrong.length ? _("de trop : {words}", { words: wrong.join(", ") }) : "",
  ].filter(Boolean).join(" ; ");
}

function attempt(event) {
  event?.preventDefault();
  const line = $("#entry");
  if (card.kind === "turn" && line.value.trim()) {
    const reason = word.enter(line.value);
    if (reason) {
      toast(reason, "bad", 4);
      return;
    }
    line.value = "";
  }
  if (card.kind === "turn" && (!word.move || word.move.fault)) {
    toast(judge(), "bad", 4);
    return;
  }
  const wrong = judge();
  tries += 1;
  if (!wrong) settle(tries === 1 ? 3 : 2);
  else if (tries < TRIES) toast(_("{why} Encore un essai.", { why: wrong }), "bad", 4);
  else settle(1);
}

/** Note how it went, and show the answer; the server hears of it now or later. */
function settle(rating) {
  const review = { key: card.key, rating, at: Date.now() };
  cards = cards.slice(1);
  keepCopy("cards", { ...copyOf("cards"), cards });
  queue.send("/api/progress/reviews", { reviews: [review] });
  $("#thinking").hidden = true;
  const right = rating > 1;
  const next = h(
    "button",
    { type: "button", class: "primary", id: "next", onclick: show },
    _("Suite"),
  );
  $("#answer").replaceChildren(
    h(
      "p",
      { class: `note ${right ? "is-good" : "is-bad"} verdict` },
      right ? _("Trouvé.") : _("Cette fiche reviendra bientôt."),
    ),
    h("p", { class: "go-on" }, next),
    answers(),
    card.kind === "turn" && navigator.onLine ? analysisLink() : "",
  );
  $("#answer").hidden = false;
  announce(right ? _("Trouvé.") : card.answers.join(", "));
  next.focus({ preventScroll: true });
}

/** A word that leads to its page, where the server can show it. */
const wordItem = (text) => {
  const address = `/mot/${text}?${new URLSearchParams({ lexicon: card.lexicon })}`;
  const isWord = /^[A-Z]{2,15}$/.test(text) && navigator.onLine;
  return h("li", {}, isWord ? h("a", { href: address }, text) : text);
};

/** Where the position of a card is looked at freely. */
function analysisLink() {
  const asked = new URLSearchParams({
    grille: card.cells,
    tirage: card.draw,
    jouables: rules[card.formula]?.playable ?? 7,
    lexicon: card.lexicon,
    retour: "/solo/revision",
  });
  return h("p", {}, h("a", { href: `/analyse?${asked}` }, _("Analyser")));
}

function answers() {
  if (card.kind !== "turn") return h("ul", { class: "words" }, card.answers.map(wordItem));
  const before = card.cells;
  const tops = card.answers.map((text) => asMove([text, card.points]));
  preview(before, tops[0]);
  board.composition = null;
  return h(
    "ol",
    { class: "solutions num" },
    [...tops, ...(card.others ?? []).map(asMove)].map((move) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "quiet", onclick: () => preview(before, move) },
          moveParts(move),
        ),
      )
    ),
  );
}

function keys(event) {
  if (!card || $("#thinking").hidden || card.kind !== "turn" || event.defaultPrevented) return;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("dialog, input, select, textarea, rc-board")) return;
  if (event.target.closest("button, a, summary") && [" ", "Enter"].includes(event.key)) return;
  if (event.key.startsWith("Arrow")) {
    board.focusSquare(word.cursor ?? 112);
    event.preventDefault();
  } else if (word.cursor === null && word.isEmpty && /^[a-zA-Z0-9]$/.test(event.key)) {
    $("#entry").focus();
  } else board.handleKey(event);
}

async function load() {
  try {
    const told = await api.get("/api/progress/cards");
    // What was just answered may still be on its way.
    const waiting = new Set(
      queue.items.filter((item) => item.path === "/api/progress/reviews")
        .flatMap((item) => item.body.reviews.map((review) => review.key)),
    );
    cards = told.cards.filter((found) => !waiting.has(found.key));
    rules = told.rules;
    keepCopy("cards", { ...told, cards });
  } catch {
    const copy = copyOf("cards");
    cards = copy?.cards ?? [];
    rules = copy?.rules ?? {};
    tellCopy(copy?.now ?? Date.now());
  }
  show();
  document.body.dataset.ready = "1";
}

rack.addEventListener("rc-tile", async ({ detail }) => {
  if (card.kind !== "turn") return;
  const letter = detail.letter === "?" ? await nameJoker() : "";
  if (detail.letter === "?" && !letter) return;
  const reason = word.tap(detail.tile, letter);
  if (reason) toast(reason, "bad", 3);
});
board.addEventListener("rc-refuse", ({ detail }) => toast(detail.reason, "bad", 3));
board.addEventListener("rc-enter", () => attempt());
enableDrag(rack, board, { nameJoker, refuse: (reason) => toast(reason, "bad", 3) });
document.addEventListener("keydown", keys);
$("#entry-form").addEventListener("submit", attempt);
$("#try").addEventListener("click", () => attempt());
$("#give-up").addEventListener("click", () => settle(1));
$("#shuffle").addEventListener("click", () => rack.shuffle());
$("#sort").addEventListener("click", () => rack.sort());
$("#as-drawn").addEventListener("click", () => rack.asDrawn());
load();
