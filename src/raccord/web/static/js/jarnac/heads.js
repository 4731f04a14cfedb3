// What stands above and beside the mats: points, clocks, the bag, the last thing that happened.
import { $, h } from "../core/dom.js";
import { _, plural } from "../core/i18n.js";
import { nameOf } from "./texts.js";

/** The head of one mat: whose it is, points, Jarnacs, the clock. */
export function drawHead(view, side, n) {
  const mat = $(`#mat-${side.seat}`);
  $("h2", mat).firstChild.textContent = `${view.names[n]} `;
  $(".mat-score strong", mat).textContent = side.points;
  $(".mat-jarnacs", mat).textContent = side.jarnacs;
  $(".mat-plural", mat).textContent = side.jarnacs < 2 ? _("Jarnac") : _("Jarnacs");
  const holds = view.game.turn === side.seat && !["toss", "over"].includes(view.game.phase);
  $(".mat-turn", mat).hidden = !holds;
  mat.classList.toggle("has-bag", holds);
  $(".mat-flag", mat).hidden = !side.fallen;
  const clock = $("rc-clock", mat);
  if (!clock) return;
  const runs = view.game.running === side.seat && view.clock_ends;
  if (runs) {
    if (clock.dataset.ends !== String(view.clock_ends)) {
      clock.start(view.clock_ends, view.time / 1000, false);
    }
  } else clock.pause(Math.ceil(side.remaining / 1000));
  mat.classList.toggle("is-running", Boolean(runs));
}

/** The seconds somebody has to act, where they are counted. */
export function drawWindow(view) {
  const box = $("#window");
  const clock = $("rc-clock", box);
  const ends = view.window_ends;
  box.hidden = !ends || Boolean(view.result);
  if (!ends) {
    clock.pause(0);
    return;
  }
  const name = nameOf(view, view.game.turn);
  const { held, said, phase } = view.game;
  let text = _("Temps de {name} :", { name });
  if (held) text = _("Encore contestable :");
  else if (said) text = _("Jarnac dit, le mot de {name} :", { name });
  else if (phase === "last") text = _("Dernier Jarnac de {name} :", { name });
  $(".window-text", box).textContent = text;
  if (clock.dataset.ends !== String(ends)) {
    clock.start(ends, phase === "last" && !said ? 10 : 30, false);
  }
}

/** The toss, its two letters side by side, until the first letters are drawn. */
export function drawToss(view) {
  const box = $("#toss");
  const { toss } = view;
  box.hidden = !toss;
  if (!toss) return;
  const letter = (n) =>
    h(
      "div",
      { class: `toss-one${toss.first === "AB"[n] ? " is-first" : ""}` },
      h("span", {}, view.names[n]),
      h("span", { class: "tile" }, h("b", {}, toss.letters[n])),
    );
  const first = toss.first && nameOf(view, toss.first);
  box.replaceChildren(
    h("div", { class: "toss-letters" }, letter(0), letter(1)),
    h("p", {}, first ? _("{name} commence.", { name: first }) : _("Même lettre : à refaire.")),
  );
}

/** The score of a series of games between the same players. */
export function drawSeries(view) {
  const [a, b, drawn] = view.series;
  const box = $("#series");
  box.hidden = !(a + b + drawn);
  const ties = drawn ? ` (${plural(drawn, "{n} nulle", "{n} nulles")})` : "";
  box.textContent = _("Série : {first} {a} – {b} {second}{ties}", {
    first: view.names[0],
    a,
    b,
    second: view.names[1],
    ties,
  });
}

export function drawLog(view) {
  $("#bag").textContent = view.game.bag;
  $("#last").textContent = view.last?.text ?? "";
  $("#log").replaceChildren(
    ...[...view.log].reverse().map((line) => h("li", { title: line.article }, line.text)),
  );
}
