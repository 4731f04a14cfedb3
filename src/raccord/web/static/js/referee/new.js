// The forms of a new game and of its players: read back before they count, never lost.
import { api, ApiError } from "../core/api.js";
import { $, $$ } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { remember } from "../core/remembered.js";
import { toast } from "../core/toast.js";

/** Files are read into the text they fill, so that they can be looked at and corrected first. */
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

const PAUSE_MS = 250;
let asked = 0;

/** Show the formula and its time in words, as the server understands them. */
function readBack() {
  const number = asked += 1;
  setTimeout(async () => {
    if (number !== asked) return;
    const { said, isGood } = await understood();
    if (number !== asked) return;
    const shown = $("#read-back");
    shown.hidden = !said;
    shown.textContent = said;
    shown.classList.toggle("is-bad", !isGood);
  }, PAUSE_MS);
}

async function understood() {
  const parts = [$("#formula").value, $("#draw-letters").value, $("#joker").checked && "joker"];
  const query = new URLSearchParams({
    formula: parts.filter(Boolean).join("+"),
    time: $("#time").value,
  });
  try {
    const { formula, text } = await api.get(`/api/formula?${query}`);
    return {
      said: _("{formula}, {time} par coup", { formula: _(formula), time: text }),
      isGood: true,
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { said: error.isTemporary ? "" : error.message, isGood: false };
  }
}

/** Enter goes on to the next field: a form is sent by its button, when it is complete. */
function goOn(event) {
  const field = event.target;
  if (event.key !== "Enter" || !field.matches("input:not([type=file]), select")) return;
  event.preventDefault();
  const fields = $$("input:not([type=hidden]), select, textarea, button", event.currentTarget)
    .filter((one) => one.offsetParent);
  fields[fields.indexOf(field) + 1]?.focus();
}

/** Each edition provides its own times; some let an event have its own rule for solos. */
function followEdition(edition) {
  const solos = $("#solos");
  $("#time").setAttribute("list", `times-${edition.value}`);
  solos.hidden = !solos.dataset.editions.split(" ").includes(edition.value);
  for (const input of $$("input", solos)) input.disabled = solos.hidden;
}

function followEntry() {
  $("#mixed-hall").hidden = $('input[name="entry"]:checked').value === "paper";
  $("#paper-tables").disabled = $("#mixed-hall").hidden;
}

/** Only where the software draws does a number of the hall mix into it. */
function followDraw() {
  const draw = $('input[name="draw"]:checked').value;
  $("#prepared").open = draw === "prepared";
  $("#number-field").hidden = !["software", "mixed"].includes(draw);
}

function openForm() {
  const edition = $("#edition");
  edition.addEventListener("change", () => followEdition(edition));
  if (!("given" in edition.dataset)) remember(edition);
  followEdition(edition);
  for (const radio of $$('input[name="draw"]')) radio.addEventListener("change", followDraw);
  followDraw();
  for (const radio of $$('input[name="entry"]')) radio.addEventListener("change", followEntry);
  followEntry();
  for (const id of ["formula", "draw-letters", "joker", "time"]) {
    $(`#${id}`).addEventListener("input", readBack);
  }
  readBack();
}

fill($("#players-file"), $("#players"));
fill($("#record-file"), $("#record"));
if ($("#new-game")) openForm();
for (const form of $$("form[data-steps]")) form.addEventListener("keydown", goOn);
