// Show the field that goes with the chosen source of draws, and only that one; begin with a file.
import { $, $$ } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { remember } from "../core/remembered.js";
import { toast } from "../core/toast.js";
import { lightened } from "./lighten.js";
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
/** Put a file too large to be sent as it is in its place, lightened; false where that is no help. */
async function fits() {
  const limit = Number(file.dataset.limit);
  if (file.files[0].size <= limit) return true;
  const light = await lightened(file.files[0]);
  const chosen = new DataTransfer();
  if (light.size <= limit) chosen.items.add(light);
  file.files = chosen.files;
  return file.files.length > 0;
}
file.addEventListener("change", async () => {
  if (!file.files.length) return;
  if (!await fits()) {
    toast(_("Ce fichier est trop volumineux pour une partie."), "bad");
    return;
  }
  $('[name="source"][value="record"]').checked = true;
  show();
  if (atOnce) $("#settings").requestSubmit();
});
remember($("#edition"));
