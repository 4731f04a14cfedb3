// How far the sections of a game have come, asked for again while the page is looked at.
import { api } from "../core/api.js";
import { $, $$ } from "../core/dom.js";
import { _, plural } from "../core/i18n.js";

const POLL_MS = 3000;
const line = $("#settled");

function show(view) {
  const told = plural(
    view.settled,
    "{n} section sur {total} à jour",
    "{n} sections sur {total} à jour",
    { total: view.total },
  );
  line.textContent = `${_("Coup {n}", { n: view.turn })} · ${told}`;
  const rows = $$("#sections tbody tr");
  if (rows.length !== view.sections.length) {
    location.reload();
    return;
  }
  for (const [index, section] of view.sections.entries()) {
    const [tables, closed, slips] = $$("td", rows[index]);
    tables.textContent = section.tables;
    closed.textContent = `${section.closed} / ${view.turn}`;
    slips.textContent = section.found === null ? bySlips(section) : byFinders(section);
  }
}

const bySlips = ({ settled }) => (settled ? _("tous corrigés") : _("attendus"));
const byFinders = ({ found, tables }) => `${found} / ${tables}`;

async function follow() {
  try {
    if (!document.hidden) show(await api.get(`/api/games/${line.dataset.code}/sections`));
  } catch {
    // The next time tells.
  }
  setTimeout(follow, POLL_MS);
}

if (line) setTimeout(follow, POLL_MS);
