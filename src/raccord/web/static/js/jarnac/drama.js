// The moments of a game, with restraint: the cry, the word that flies to the other mat, sounds.
// Nothing here is needed to play; whoever asks for less motion sees the marks without the flight.
import { $, h } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { beep } from "../core/sounds.js";
import { nameOf } from "./texts.js";

const CRY_MS = 1600;
const FLIGHT_MS = 900;
const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const at = (box) => `translate(${box.left}px, ${box.top}px)`;
const other = (seat) => (seat === "A" ? "B" : "A");

/** Where the word about to be taken lies now, before the mats are drawn anew. */
export function placeOf(view, next) {
  const happened = next.last;
  if (happened?.kind !== "jarnac" || happened.number === view.last?.number) return null;
  const mat = $(`#mat-${other(happened.seat)}`);
  const line = happened.line && $(`.lines li:nth-child(${happened.line}) .cells`, mat);
  return (line || $(".loose", mat) || mat).getBoundingClientRect();
}

/** Show what is new between two views; `from` is where a word taken lay. */
export function play(before, view, from, mine) {
  const happened = view.last;
  if (!happened || happened.number === before.last?.number) return;
  if (happened.kind === "said") cry(view, happened);
  if (happened.kind === "jarnac") {
    cry(view, happened);
    if (from) fly(happened, from, view);
  }
  sound(before, view, happened, mine);
}

function sound(before, view, happened, mine) {
  if (view.result && !before.result) beep("end");
  else if (["jarnac", "said"].includes(happened.kind)) beep("jarnac");
  else if (happened.kind === "judged") beep(view.verdict?.valid ? "good" : "doubt");
  else if (happened.kind === "flag") beep("warn");
  else if (
    mine.length === 1 && view.game.turn === mine[0] && view.game.phase !== "toss" &&
    (before.game.turn !== mine[0] || before.game.phase === "toss")
  ) beep("good");
}

function cry(view, { seat, word }) {
  const name = nameOf(view, seat);
  const banner = h(
    "div",
    { class: "cry", "aria-hidden": "true" },
    h("strong", {}, _("Jarnac !")),
    h("span", {}, word ? _("{name} prend {word}", { name, word }) : name),
  );
  document.body.append(banner);
  if (!isCalm()) {
    banner.animate(
      [
        { opacity: 0, transform: "scale(.7)" },
        { opacity: 1, transform: "scale(1)", offset: 0.15 },
        { opacity: 1, transform: "scale(1)", offset: 0.8 },
        { opacity: 0, transform: "scale(1.05)" },
      ],
      { duration: CRY_MS },
    );
  }
  setTimeout(() => banner.remove(), CRY_MS);
}

function fly({ seat, word }, from, view) {
  const lines = view.game.sides[seat === "A" ? 0 : 1].lines.length;
  const goal = $(`#mat-${seat} .lines li:nth-child(${lines}) .cells`) || $(`#mat-${seat}`);
  let to = goal.getBoundingClientRect();
  // A mat folded into its strip has no lines to land on.
  if (!to.width) to = $(`#mat-${seat}`).getBoundingClientRect();
  if (isCalm() || !from.width || !to.width) return;
  const ghost = h(
    "div",
    { class: "flight", "aria-hidden": "true" },
    [...word].map((letter) => h("span", { class: "tile" }, h("b", {}, letter))),
  );
  document.body.append(ghost);
  ghost.animate([{ transform: at(from) }, { transform: at(to) }], {
    duration: FLIGHT_MS,
    easing: "cubic-bezier(.3, 0, .2, 1)",
  }).finished.finally(() => ghost.remove());
}
