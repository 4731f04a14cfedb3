// The page of the word lists: a name for the file chosen, and the import as it goes on.
import { api, ApiError } from "../core/api.js";
import { $ } from "../core/dom.js";
import { _ } from "../core/i18n.js";

const POLL_MS = 400;
const RUNNING = ["reading", "compiling"];

/** A name made of the file's, which may be changed. */
function named(file) {
  const plain = file.name.split(".")[0].normalize("NFD").toLowerCase();
  return plain.replace(/[^\w\s-]/g, "").replace(/\s+/g, "-").replace(/^[_-]+/, "").slice(0, 32);
}

function choose(input) {
  const file = input.files[0];
  const isLarge = file && file.size > Number(input.dataset.limit);
  input.setCustomValidity(isLarge ? _("Ce fichier est trop volumineux.") : "");
  input.reportValidity();
  if (file && !$("#name").value) $("#name").value = named(file);
}

/** Ask until the step changes, then show the page as it is by now. */
async function follow(shown) {
  if (!RUNNING.includes(shown.dataset.step)) return;
  try {
    const { step } = await api.get("/api/lexicons/import");
    if (step !== shown.dataset.step) return location.replace("/listes");
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // A server that was stopped meanwhile comes back without this import.
    if (!error.isTemporary) return location.replace("/listes");
  }
  setTimeout(() => follow(shown), POLL_MS);
}

$("#file").addEventListener("change", ({ currentTarget }) => choose(currentTarget));
if ($("#import-state")) follow($("#import-state"));
