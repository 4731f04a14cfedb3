// What is to be announced: shown line by line, read aloud when asked.
import { $, $$, h } from "../core/dom.js";
import { unbroken } from "../core/game.js";
import { read } from "./voice.js";

let said = [];

/** Show an announcement; a new one is read by itself where the referee wants each to be. */
export function showSaid(segments, { aloud }) {
  if (segments.join(" ") === said.join(" ")) return;
  said = segments;
  $("#say").replaceChildren(...segments.map((part) => h("li", {}, unbroken(part))));
  if ($("#auto-read").checked && aloud) speak();
}

export function speak() {
  const lines = $$("#say li");
  read(
    said,
    (index) => lines.forEach((line, i) => line.classList.toggle("is-said", i === index)),
  );
}
