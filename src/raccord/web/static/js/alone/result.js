// The result of a turn: the verdict, the way on, the top and its ties, which the board shows.
import { $, h } from "../core/dom.js";
import { _, plural } from "../core/i18n.js";
import { beep } from "../core/sounds.js";
import { announce } from "../core/toast.js";
import { lettered } from "./slip.js";
import { allSolutions, preview, tieList } from "./solutions.js";

const bare = (text) => text.replace(/[()]/g, "");

/** Show what a turn has earned; `goOn()` asks for the next one, `host` knows the solutions. */
export function showResult(state, { isRunning, goOn, host }) {
  const r = state.result;
  const continues = state.topping && isRunning;
  $("#result").replaceChildren(
    verdict(r, isRunning),
    ...(continues ? [] : [h("p", { class: "go-on" }, nextElement(state, goOn, host))]),
    h("div", { class: "card" }, ...topParts(r, host.pages)),
    ...(isRunning ? [] : [
      allSolutions(() => host.solutions(r.turn), r.before, r.yours),
    ]),
  );
  const spoken = _("Top : {word}, {reference}, {n} points.", {
    word: bare(r.top.word),
    reference: r.top.reference,
    n: r.top.points,
  });
  announce([r.verdict, spoken].join(" "));
  if (r.found) beep("good");
  if (!isRunning) $("#next").focus({ preventScroll: true });
}

/** My own move, which the board can show beside the top's. */
function mine(r, isRunning) {
  if (!r.yours) return null;
  const [reference, word] = r.yours.split(" ");
  const said = _("Votre mot : {move}, {points}", {
    move: r.yours,
    points: plural(r.points, "{n} point", "{n} points"),
  });
  const shows = r.points > 0 && !isRunning && !r.yours.includes("+");
  return h(
    "p",
    { class: "num" },
    said,
    shows
      ? h("button", {
        type: "button",
        class: "quiet",
        id: "show-mine",
        onclick: () => preview(r.before, { reference, word }),
      }, _("Voir sur la grille"))
      : "",
  );
}

function verdict(r, isRunning) {
  const gap = r.points - r.reference;
  const figures = `${r.points} / ${r.reference}, ${gap < 0 ? "−" : "+"}${Math.abs(gap)}`;
  return h(
    "div",
    { class: `note ${r.found ? "is-good" : r.points ? "" : "is-bad"}` },
    h("p", { class: "verdict num" }, r.found ? "★ " : "", r.verdict),
    r.reasons.length ? h("p", {}, r.reasons.join(" · ")) : null,
    gap && r.verdict !== figures ? h("p", { class: "num", id: "figures" }, figures) : null,
    mine(r, isRunning),
  );
}

/** The top's word, which leads to its page; without the server it is only said. */
const topWord = ({ word }, pages) =>
  pages ? h("a", { href: pages.word(bare(word)) }, lettered(word)) : lettered(word);

/** Where a turn is studied: its tops, the moves below, its analysis. */
const studyLink = (turn, pages) =>
  pages && h("p", {}, h("a", { href: pages.turn(turn), id: "study" }, _("Étudier ce coup")));

function topParts(r, pages) {
  const draw = [r.draw.slice(0, r.leave), r.draw.slice(r.leave)].filter(Boolean).join(" + ");
  const formed = r.words.slice(1).map((w) => `${w.reference} ${w.word}`).join(", ");
  const best = r.best.map((m) => `${m.reference} ${m.word} ${m.points}`).join(", ");
  return [
    h("p", { class: "muted" }, _("Tirage : {draw}", { draw })),
    h("p", { class: "muted" }, title(r)),
    h(
      "p",
      { class: "result-top num" },
      `${r.top.reference} `,
      topWord(r.top, pages),
      ` · ${plural(r.top.points, "{n} point", "{n} points")}`,
    ),
    r.ties.length > 1 && tieList(r.before, r.ties),
    best &&
    h(
      "p",
      {},
      _("Les meilleures solutions : {moves} — {n} points", { moves: best, n: r.reference }),
    ),
    formed && h("p", {}, _("Mots formés : {words}", { words: formed })),
    r.bonus && h("p", { class: "muted" }, _("dont {n} points de prime", { n: r.bonus })),
    studyLink(r.turn, pages),
  ].filter(Boolean);
}

const title = (r) =>
  r.published
    ? _("Le mot de la partie publiée")
    : r.ties.length > 1
    ? plural(r.ties.length, "{n} top", "{n} tops ex aequo")
    : _("Le top");

const nextElement = (state, goOn, host) =>
  state.contest === "example"
    ? h("a", { class: "button primary", id: "next", href: "/solo" }, _("Jouer une vraie partie"))
    : state.phase === "over"
    ? h(
      "a",
      { class: "button primary", id: "next", href: host.balance },
      _("Voir le bilan"),
    )
    : h(
      "button",
      { type: "button", class: "primary", id: "next", onclick: goOn },
      _("Coup suivant"),
    );
