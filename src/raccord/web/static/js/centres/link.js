// The centre's screen: the grey line that tells how the link is, and a fresh page when it matters.
import { api, ApiError } from "../core/api.js";
import { $ } from "../core/dom.js";
import { _, plural } from "../core/i18n.js";

const POLL_MS = 3000;

function told({ linked, pending, complete }) {
  const offline = linked ? _("en liaison") : _("hors liaison — tout est gardé");
  const state = complete ? _("tout est transmis, et l'organisateur peut le prouver") : offline;
  const left = plural(pending, "{n} bulletin à transmettre", "{n} bulletins à transmettre");
  return pending ? `${state}, ${left}` : state;
}

async function follow(line) {
  try {
    const state = await api.get(`/centre/${line.dataset.name}/liaison.json`);
    // Another envelope is awaited, or none any more: its form comes or goes.
    if (String(state.awaits) !== line.dataset.awaits && !document.activeElement?.value) {
      return location.reload();
    }
    line.textContent = told(state);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  setTimeout(() => follow(line), POLL_MS);
}

setTimeout(() => follow($("#link")), POLL_MS);
