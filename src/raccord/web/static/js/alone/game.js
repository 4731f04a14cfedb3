// Playing alone: compose a word, hand it in, read the result, go on.
import "../elements/board.js";
import "../elements/rack.js";
import "../elements/clock.js";
import { enableDrag } from "../elements/drag.js";
import { nameJoker } from "../elements/joker.js";
import { $, h, pageData } from "../core/dom.js";
import { _, number, percent, plural } from "../core/i18n.js";
import { api, ApiError, newKey } from "../core/api.js";
import { Composition } from "../core/compose.js";
import { EMPTY, parseReference, SIZE } from "../core/scoring.js";
import { announce, toast } from "../core/toast.js";
import { beep, isMuted, setMuted } from "../core/sounds.js";
import { check } from "../core/words.js";

const board = $("#board");
const rack = $("#rack");
const clock = $("#clock");
const word = new Composition({});
let state = pageData("solo-state");
let busy = false;
let shown = 0;
let chosen = [];

const isRunning = () => state.phase === "running";
const bare = (text) => text.replace(/[()]/g, "");

/** A word with its jokers in red. */
function lettered(text) {
  return text.split(/(\([A-Z]\))/).filter(Boolean).map((part) =>
    part.startsWith("(") ? h("span", { class: "joker-letter" }, part[1]) : part
  );
}

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

function show(next) {
  const newTurn = next.turn !== state.turn || next.phase !== state.phase || shown === 0;
  const before = state;
  state = next;
  shown += 1;
  $("#turn").textContent = _("Coup {n}", { n: state.turn });
  $("#thinking").hidden = !isRunning();
  $("#result").hidden = isRunning() && !(state.topping && state.result);
  board.cells = state.cells;
  board.last = state.last;
  showScore();
  if (!newTurn) return;
  word.reset(state.cells, isRunning() ? state.draw : "");
  if (isRunning()) startTurn();
  else {
    clock.stop();
    clock.hidden = true;
  }
  if (state.result && (!isRunning() || (state.topping && before.turn !== state.turn))) showResult();
}

function startTurn() {
  chosen = [];
  showChosen();
  if (!state.topping) $("#result").replaceChildren();
  board.composition = rack.composition = word;
  rack.setDraw(state.draw, state.leave);
  $("#hint").disabled = false;
  $("#hint").textContent = _("Y a-t-il un scrabble ?");
  clock.hidden = !state.ends;
  if (state.ends) clock.start(state.ends, state.seconds, shown > 1);
  showSlip();
}

/** Multitops: the solutions kept so far this turn. */
function showChosen() {
  const several = state.solutions > 1;
  $("#chosen").hidden = !chosen.length;
  $("#chosen").replaceChildren(...chosen.map((text) => h("li", {}, text)));
  $("#hand-in-now").hidden = !several || !chosen.length;
  if (several) {
    $("#hand-in").textContent = _("Valider la solution {n} sur {all}", {
      n: chosen.length + 1,
      all: state.solutions,
    });
  }
}

function showScore() {
  const parts = [
    _("Vous {you}", { you: number(state.you) }),
    _("Top {total}", { total: number(state.total) }),
  ];
  if (state.total) parts.push(percent(state.percent));
  if (state.elapsed !== null) {
    parts.push(
      _("Temps {time}", {
        time: `${Math.floor(state.elapsed / 60)}:${
          String(Math.round(state.elapsed) % 60).padStart(2, "0")
        }`,
      }),
    );
  }
  $("#score").textContent = parts.join(" · ");
}

function setSlip(kind, move, note) {
  const slip = $("#slip");
  slip.classList.toggle("is-good", kind === "good");
  slip.classList.toggle("is-bad", kind === "bad");
  $("#slip-move").replaceChildren(...move);
  $("#slip-note").textContent = note;
}

let asked = 0;
async function showSlip() {
  if (!isRunning()) return;
  const turn = (asked += 1);
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
  const parts = [
    h("span", {}, move.reference),
    h("span", {}, lettered(move.text)),
    h("span", { class: "points" }, plural(move.score.total, "{n} pt", "{n} pts")),
  ];
  if (move.fault) {
    setSlip("bad", parts, move.fault);
    return;
  }
  setSlip("", parts, "…");
  const words = move.score.words.map((w) => w.word);
  let admitted;
  try {
    admitted = await check(words);
  } catch {
    admitted = null;
  }
  if (turn !== asked) return;
  if (!admitted) {
    setSlip("", parts, _("Hors connexion : le mot sera vérifié à la remise."));
    return;
  }
  const wrong = words.filter((w) => !admitted[w]);
  if (!wrong.length) {
    setSlip(
      "good",
      parts,
      words.length > 1
        ? _("✓ Admis, avec {words}", { words: words.slice(1).join(", ") })
        : _("✓ Admis"),
    );
  } else if (wrong.includes(words[0])) {
    setSlip("bad", parts, _("✗ Mot absent du lexique : {word}", { word: words[0] }));
  } else {setSlip(
      "bad",
      parts,
      _("✗ Mal placé : {word} n'est pas admis", { word: wrong.join(", ") }),
    );}
}

function showResult() {
  const r = state.result;
  const tie = (move) =>
    h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "quiet", onclick: () => preview(move) },
        `${move.retained ? "●" : "○"} `,
        h("span", {}, lettered(move.word)),
        ` ${move.reference}`,
      ),
      move.retained ? h("span", { class: "muted" }, ` ${_("retenu")}`) : null,
      move.note ? h("span", { class: "muted" }, ` ${move.note}`) : null,
    );
  const draw = [r.draw.slice(0, r.leave), r.draw.slice(r.leave)].filter(Boolean).join(" + ");
  const formed = r.words.slice(1).map((w) => `${w.word} ${w.reference}`);
  const next = state.phase === "over"
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
  $("#result").replaceChildren(
    h(
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
    ),
    h(
      "div",
      { class: "card" },
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
      r.best.length
        ? h(
          "p",
          {},
          _("Les meilleures solutions : {moves} — {n} points", {
            moves: r.best.map((m) => `${m.reference} ${m.word} (${m.points})`).join(", "),
            n: r.reference,
          }),
        )
        : null,
      formed.length ? h("p", {}, _("Mots formés : {words}", { words: formed.join(", ") })) : null,
      r.bonus ? h("p", { class: "muted" }, _("dont {n} points de prime", { n: r.bonus })) : null,
      r.ties.length > 1 ? h("ul", { class: "ties" }, r.ties.map(tie)) : null,
    ),
    state.topping && isRunning() ? "" : h("p", { class: "go-on" }, next),
  );
  const spoken = _("Top : {word}, {reference}, {n} points.", {
    word: bare(r.top.word),
    reference: r.top.reference,
    n: r.top.points,
  });
  announce([r.verdict, spoken].join(" "));
  if (r.found) beep("good");
  if (!isRunning()) $("#next").focus({ preventScroll: true });
}

/** Show a tie on the board instead of the retained move. */
function preview(move) {
  if (isRunning()) return;
  board.cells = move.retained ? state.cells : placed(state.result.before, move);
  board.last = `${move.reference} ${move.word}`;
}

async function act(run) {
  if (busy) return;
  busy = true;
  try {
    show(await run());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 409) show(await api.get(`/api/solo/${state.id}`));
    else toast(error.message, "bad");
  } finally {
    busy = false;
  }
}

const post = (what, body, key = newKey()) =>
  api.post(`/api/solo/${state.id}/${what}`, body, { key });
const goOn = () => act(() => post("next", {}));

async function handIn() {
  const move = word.move;
  if (!isRunning()) return;
  if (!move) {
    toast(_("Composez d'abord un mot sur la grille."), "bad");
    return;
  }
  if (move.fault) {
    toast(move.fault, "bad");
    return;
  }
  const turn = state.turn;
  const text = `${move.reference} ${move.text}`;
  if (chosen.length + 1 < state.solutions) {
    chosen.push(text);
    word.clear();
    showChosen();
    announce(_("Solution {n} retenue", { n: chosen.length }));
    return;
  }
  await answer([...chosen, text]);
  if (state.topping && isRunning() && state.turn === turn) {
    toast(_("Ce n'est pas le top : cherchez encore."), "", 3);
  }
}

const answer = ([move = null, ...more]) =>
  act(() => post("answer", { turn: state.turn, move, more }));

async function timeIsUp() {
  if (!isRunning()) return;
  const move = word.move;
  const usable = move && !move.fault && !state.topping;
  await answer(usable ? [...chosen, `${move.reference} ${move.text}`] : chosen);
}

async function askHint() {
  const button = $("#hint");
  try {
    const { scrabble } = await api.post(`/api/solo/${state.id}/hint`, { turn: state.turn });
    button.textContent = scrabble ? _("Oui, il y a un scrabble") : _("Non, pas de scrabble");
    button.disabled = true;
    announce(button.textContent);
  } catch (error) {
    toast(error.message, "bad");
  }
}

function keys(event) {
  if (!isRunning() || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) {
    return;
  }
  const target = event.target;
  if (target.closest("dialog, input, select, textarea, rc-board")) return;
  const onControl = target.closest("button, a, summary");
  if (onControl && (event.key === " " || event.key === "Enter")) return;
  if (event.key.startsWith("Arrow")) {
    board.focusSquare(word.cursor ?? 112);
    event.preventDefault();
  } else board.handleKey(event);
}

function showMute() {
  $("#mute").textContent = isMuted() ? _("Son : non") : _("Son : oui");
}

word.addEventListener("change", showSlip);
rack.addEventListener("rc-tile", async ({ detail }) => {
  const letter = detail.letter === "?" ? await nameJoker() : "";
  if (detail.letter === "?" && !letter) return;
  const reason = word.tap(detail.tile, letter);
  if (reason) toast(reason, "bad", 3);
});
board.addEventListener("rc-refuse", ({ detail }) => toast(detail.reason, "bad", 3));
board.addEventListener("rc-enter", handIn);
enableDrag(rack, board, { nameJoker, refuse: (reason) => toast(reason, "bad", 3) });
document.addEventListener("keydown", keys);
clock.addEventListener("rc-clock-end", timeIsUp);
$("#hand-in").addEventListener("click", handIn);
$("#hand-in-now").addEventListener("click", () => answer(chosen));
$("#shuffle").addEventListener("click", () => rack.shuffle());
$("#clear").addEventListener("click", () => word.clear());
$("#hint").addEventListener("click", askHint);
$("#mute").addEventListener("click", () => {
  setMuted(!isMuted());
  showMute();
});
$("#stop").addEventListener("click", async () => {
  if (confirm(_("Arrêter la partie maintenant ?"))) {
    await post("stop", {});
    location.href = `/solo/${state.id}/bilan`;
  }
});
showMute();
show(state);
document.body.dataset.ready = "1";
