// What the pages of a live game share: its clock, its draw, the last top.
import { h } from "./dom.js";
import { _, number, typography } from "./i18n.js";

/** Set a clock as the server tells it; with `sound` one that starts is heard. */
export function showClock(clock, { phase, seconds, ends, left, calls }, { sound = false } = {}) {
  clock.hidden = phase === "none";
  clock.calls = calls;
  clock.dataset.duration = seconds;
  if (phase === "running" && ends) {
    if (Number(clock.dataset.ends) !== ends) clock.start(ends, seconds, sound);
  } else if (phase === "paused") clock.pause(Math.ceil((left ?? seconds * 1000) / 1000));
  else if (phase === "over") clock.pause(0);
  else clock.stop();
}

/** How long the game stands still; set only when it changes, for it ticks by itself. */
export function showInterruption(element, interruption) {
  const shown = JSON.stringify(interruption);
  if (element.dataset.shown === shown) return;
  element.dataset.shown = shown;
  element.value = interruption;
}

/** That a turn was cancelled and why, until it is played again. */
export function showCancelled(element, cancelled) {
  element.hidden = !cancelled;
  if (!cancelled) return;
  const { turn: n, reason, article } = cancelled;
  const told = _("Coup {n} annulé : {reason}", { n, reason: typography(reason) });
  element.textContent = `${told} — ${typography(article)}`;
}

/** A word whose joker letters stand in parentheses, in another colour. */
export function wordElement(word) {
  const parts = word.split(/(\([A-Z]\))/).filter(Boolean);
  return h(
    "span",
    { class: "letters-text" },
    ...parts.map((
      part,
    ) => (part.startsWith("(") ? h("span", { class: "joker-letter" }, part) : part)),
  );
}

export const drawElement = (draw, leave) =>
  h(
    "span",
    { class: "letters-text" },
    leave ? h("span", { class: "leave" }, draw.slice(0, leave)) : null,
    leave ? "+" : "",
    draw.slice(leave),
  );

/** An announcement to be read: « Norvège-N » stays on one line. */
export const unbroken = (text) => typography(text).replace(/(?<=\p{L})-(?=\p{L})/gu, "\u2011");

/** « 74 pts · H4 · LUSTRE(R) » */
export const topParts = (
  { points, reference, word },
) => [_("{n} pts", { n: points }), ` · ${reference} · `, wordElement(word)];

export function showDraw(rack, draw) {
  if (
    (draw?.letters ?? "") !== rack.dataset.draw || (draw?.leave ?? 0) !== Number(rack.dataset.leave)
  ) rack.setDraw(draw?.letters ?? "", draw?.leave ?? 0);
}

export function turnRow(base, { turn, draw, leave, rejected, top, total, reached }) {
  return h(
    "tr",
    {},
    h(
      "th",
      { scope: "row", class: "points" },
      h(
        "a",
        { href: `${base}/coup/${turn}`, "aria-label": _("Coup {n}", { n: turn }) },
        String(turn),
      ),
    ),
    h(
      "td",
      {},
      drawElement(draw, leave),
      rejected.length ? h("small", { class: "muted" }, " ", _("rejet")) : null,
    ),
    h("td", {}, wordElement(top.word)),
    h("td", {}, top.reference),
    h("td", { class: "points" }, String(top.points)),
    h("td", { class: "points" }, number(total)),
    reached != null && h(
      "td",
      { class: "points" },
      h("a", { href: `${base}/coup/${turn}#turn-more` }, String(reached)),
    ),
  );
}
