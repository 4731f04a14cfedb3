// Files are read into the text they fill, so that they can be looked at and corrected first.
import { $ } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { remember } from "../core/remembered.js";
import { toast } from "../core/toast.js";

function fill(input, target) {
  input?.addEventListener("change", async () => {
    const file = input.files[0];
    if (!file) return;
    if (file.size > 2_000_000) {
      toast(_("Ce fichier est trop volumineux."), "bad");
      return;
    }
    target.value = decode(await file.arrayBuffer());
    target.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

/** Spreadsheets write CSV in UTF-8, or still in the old Windows alphabet. */
function decode(buffer) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(buffer);
  } catch {
    return new TextDecoder("windows-1252").decode(buffer);
  }
}

fill($("#players-file"), $("#players"));
fill($("#record-file"), $("#record"));

// Each edition provides its own times.
const edition = $("#edition");
if (edition) {
  edition.addEventListener("change", () => {
    $("#time").setAttribute("list", `times-${edition.value}`);
  });
  remember(edition);
}
for (const radio of document.querySelectorAll('input[name="draw"]')) {
  radio.addEventListener("change", () => {
    $("#prepared").open = radio.value === "prepared" && radio.checked;
  });
}
