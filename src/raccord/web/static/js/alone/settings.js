// Show the field that goes with the chosen source of draws, and only that one.
import { $, $$ } from "../core/dom.js";
import { remember } from "../core/remembered.js";
import "./reserve.js";

const show = () => {
  const source = document.querySelector('[name="source"]:checked')?.value;
  for (const field of $$("[data-for]")) field.hidden = field.dataset.for !== source;
};
for (const radio of $$('[name="source"]')) radio.addEventListener("change", show);
show();
remember($("#edition"));
