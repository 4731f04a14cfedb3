// What is to be announced: shown line by line, read aloud when asked.
import { $, $$, h } from "../core/dom.js";
import { unbroken } from "../core/game.js";
import { typography } from "../core/i18n.js";
import { read } from "./voice.js";

let said = [];

/** Show an announcement; a new one is read by itself where the referee wants each to be. */
export function showSaid(segments, { aloud }) {
  if (segments.join(" ") === said.join(" ")) return;
  said = segments;
  $("#say").replaceChildren(...segments.map((part) => h("li", {}, unbroken(part))));
  if ($("#auto-read").checked && aloud) speak();
}

/** Start and last seconds, in the edition's words; the end comes with the announcement. */
export function showCall({ signal, text }, { aloud }) {
  if (signal === "end" || !text) return;
  $("#call").textContent = typography(text);
  $("#call").hidden = false;
  if ($("#auto-read").checked && aloud) read([text]);
}

export function speak() {
  const lines = $$("#say li");
  read(
    said,
    (index) => lines.forEach((line, i) => line.classList.toggle("is-said", i === index)),
  );
}
