import { h } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { rules, value } from "../core/scoring.js";

export const pointsText = (n) => _(rules().points[n]);

/** A tile as an element; `?` is a joker without a letter yet. */
export function tileElement(letter, { joker = false, tag = "span", ...attributes } = {}) {
  const blank = letter === "?";
  const points = joker || blank ? 0 : value(letter);
  const kinds = { joker, blank, "is-dear": points > 9 };
  const names = Object.keys(kinds).filter((name) => kinds[name]);
  return h(
    tag,
    { class: ["tile", ...names].join(" "), ...attributes },
    h("b", {}, blank ? "" : letter),
    points ? h("i", {}, String(points)) : null,
  );
}
