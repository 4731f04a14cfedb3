// The grey line that tells how the link is: on the centre's screen, which is asked for again when an
// envelope is awaited, and at the desk, which only says where to open it.
import { api, ApiError } from "../core/api.js";
import { $ } from "../core/dom.js";
import { _, plural } from "../core/i18n.js";

const POLL_MS = 3000;

function told({ linked, pending, complete, awaits }, atDesk) {
  const offline = linked ? _("en liaison") : _("hors liaison — tout est gardé");
  const state = complete ? _("tout est transmis, et l'organisateur peut le prouver") : offline;
  const left = plural(pending, "{n} bulletin à transmettre", "{n} bulletins à transmettre");
  const line = pending ? `${state}, ${left}` : state;
  if (!atDesk || linked || !awaits) return line;
  const where = _("enveloppe du coup {n} : code par téléphone, à l'écran du centre", { n: awaits });
  return `${line} · ${where}`;
}

async function follow(line) {
  try {
    const state = await api.get(`/centre/${line.dataset.name}/liaison.json`);
    const { awaits } = line.dataset;
    // Another envelope is awaited, or none any more: its form comes or goes.
    if (awaits && String(state.awaits) !== awaits && !document.activeElement?.value) {
      return location.reload();
    }
    line.textContent = told(state, !awaits);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  setTimeout(() => follow(line), POLL_MS);
}

setTimeout(() => follow($("#link")), POLL_MS);
