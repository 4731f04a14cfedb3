// The result of a turn: the verdict, the top and its ties, which the board shows on demand.
import { $, h } from "../core/dom.js";
import { _, plural } from "../core/i18n.js";
import { EMPTY, parseReference, SIZE } from "../core/scoring.js";
import { beep } from "../core/sounds.js";
import { announce } from "../core/toast.js";
import { lettered } from "./slip.js";

const bare = (text) => text.replace(/[()]/g, "");

/** The board with a move laid on it. */
function placed(cells, move) {
  const { index, direction } = parseReference(move.reference);
  const letters = move.word.match(/\([A-Z]\)|[A-Z]/g);
  const after = [...cells];
  letters.forEach((letter, i) => {
    const at = index + i * (direction === "across" ? 1 : SIZE);
    if (after[at] === EMPTY) after[at] = letter.length > 1 ? letter[1].toLowerCase() : letter;
  });
  return after.join("");
}

/** Show a tie on the board instead of the retained move. */
function preview({ cells, result }, move) {
  $("#board").cells = move.retained ? cells : placed(result.before, move);
  $("#board").last = `${move.reference} ${move.word}`;
}

/** Show what a turn has earned; `goOn()` asks for the next one. */
export function showResult(state, { isRunning, goOn }) {
  const r = state.result;
  const continues = state.topping && isRunning;
  $("#result").replaceChildren(
    verdict(r),
    h(
      "div",
      { class: "card" },
      ...topParts(r),
      r.ties.length > 1
        ? h("ul", { class: "ties" }, r.ties.map((move) => tie(state, move, isRunning)))
        : "",
    ),
    continues ? "" : h("p", { class: "go-on" }, nextElement(state, goOn)),
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

function verdict(r) {
  return h(
    "div",
    { class: `note ${r.found ? "is-good" : r.points ? "" : "is-bad"}` },
    h("p", { class: "verdict" }, r.found ? "★ " : "", r.verdict),
    r.reasons.length ? h("p", {}, r.reasons.join(" · ")) : null,
    r.yours
      ? h(
        "p",
        { class: "num" },
        _("Votre mot : {move} — {points}", {
          move: r.yours,
          points: plural(r.points, "{n} point", "{n} points"),
        }),
      )
      : null,
  );
}

function topParts(r) {
  const draw = [r.draw.slice(0, r.leave), r.draw.slice(r.leave)].filter(Boolean).join(" + ");
  const formed = r.words.slice(1).map((w) => `${w.word} ${w.reference}`).join(", ");
  const best = r.best.map((m) => `${m.reference} ${m.word} (${m.points})`).join(", ");
  return [
    h("p", { class: "muted" }, _("Tirage : {draw}", { draw })),
    h(
      "p",
      { class: "muted" },
      r.ties.length > 1 ? plural(r.ties.length, "{n} top", "{n} tops ex aequo") : _("Le top"),
    ),
    h(
      "p",
      { class: "result-top num" },
      lettered(r.top.word),
      ` ${r.top.reference} · `,
      plural(r.top.points, "{n} point", "{n} points"),
    ),
    best &&
    h(
      "p",
      {},
      _("Les meilleures solutions : {moves} — {n} points", { moves: best, n: r.reference }),
    ),
    formed && h("p", {}, _("Mots formés : {words}", { words: formed })),
    r.bonus && h("p", { class: "muted" }, _("dont {n} points de prime", { n: r.bonus })),
  ].filter(Boolean);
}

const tie = (state, move, isRunning) =>
  h(
    "li",
    {},
    h(
      "button",
      {
        type: "button",
        class: "quiet",
        onclick: () => {
          if (!isRunning) preview(state, move);
        },
      },
      `${move.retained ? "●" : "○"} `,
      h("span", {}, lettered(move.word)),
      ` ${move.reference}`,
    ),
    move.retained ? h("span", { class: "muted" }, ` ${_("retenu")}`) : null,
    move.note ? h("span", { class: "muted" }, ` ${move.note}`) : null,
  );

const nextElement = (state, goOn) =>
  state.phase === "over"
    ? h(
      "a",
      { class: "button primary", id: "next", href: `/solo/${state.id}/bilan` },
      _("Voir le bilan"),
    )
    : h(
      "button",
      { type: "button", class: "primary", id: "next", onclick: goOn },
      _("Coup suivant"),
    );
