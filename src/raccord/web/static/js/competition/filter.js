// A list that is looked through while a name is typed; accents and case do not matter.
import { $, $$ } from "../core/dom.js";

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const input = $("#filter");
const lines = $$("[data-filtered] > li").map((line) => [line, plain(line.dataset.text)]);

function filter() {
  const words = plain(input.value).split(/\s+/).filter(Boolean);
  for (const [line, text] of lines) line.hidden = !words.every((word) => text.includes(word));
}

if (input) {
  input.addEventListener("input", filter);
  // Enter looks for the name; it must not send the form with whatever button comes first.
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault();
  });
  filter();
}
