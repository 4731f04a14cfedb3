// Figures of a game or of many: a value above its name, and times.
import { h } from "../core/dom.js";

export const figure = (value, name) =>
  h("p", {}, h("strong", { class: "num" }, value), " ", h("span", {}, name));

/** Seconds as « 2:05 ». */
export function minutes(seconds) {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
