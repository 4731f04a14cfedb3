// Show the field that goes with the chosen source of draws, and only that one; begin with a file.
import { $, $$ } from "../core/dom.js";
import { remember } from "../core/remembered.js";
import "./reserve.js";

const show = () => {
  const source = document.querySelector('[name="source"]:checked')?.value;
  for (const field of $$("[data-for]")) field.hidden = field.dataset.for !== source;
};
for (const radio of $$('[name="source"]')) radio.addEventListener("change", show);
show();
// One button for a prepared or published game: its file once chosen, the game begins.
let atOnce = false;
const file = $("#record");
$("#open-file").hidden = false;
$("#open-file").addEventListener("click", () => {
  atOnce = true;
  file.click();
});
file.addEventListener("cancel", () => {
  atOnce = false;
});
file.addEventListener("change", () => {
  if (!file.files.length) return;
  $('[name="source"][value="record"]').checked = true;
  show();
  if (atOnce) $("#settings").requestSubmit();
});
remember($("#edition"));
