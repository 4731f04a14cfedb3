import { h } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { value } from "../core/scoring.js";

const POINTS = {
  0: () => _("joker"),
  1: () => _("un point"),
  2: () => _("deux points"),
  3: () => _("trois points"),
  4: () => _("quatre points"),
  8: () => _("huit points"),
  10: () => _("dix points"),
};
export const pointsText = (n) => POINTS[n]?.() ?? _("{n} points", { n });

/** A tile as an element; `?` is a joker without a letter yet. */
export function tileElement(letter, { joker = false, tag = "span", ...attributes } = {}) {
  const blank = letter === "?";
  const points = joker || blank ? 0 : value(letter);
  return h(
    tag,
    { class: `tile${joker ? " joker" : ""}${blank ? " blank" : ""}`, ...attributes },
    h("b", {}, blank ? "" : letter),
    points ? h("i", {}, String(points)) : null,
  );
}
