// Show only the choices that go with the kind of game and of clock.
import { $$ } from "../core/dom.js";

const chosen = () => new Set($$("#settings [type=radio]:checked").map((radio) => radio.value));
const show = () => {
  const values = chosen();
  for (const part of $$("[data-for]")) part.hidden = !values.has(part.dataset.for);
};
for (const radio of $$("#settings [type=radio]")) radio.addEventListener("change", show);
show();
