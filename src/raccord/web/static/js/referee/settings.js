// The settings of a game, and what this browser remembers of its referee's wishes.
import { $ } from "../core/dom.js";
import { _, plural } from "../core/i18n.js";
import { isMuted, setMuted } from "../core/sounds.js";
import { formatTables, parseTables } from "../core/tables.js";

const SECOND = 1000;

/** Fill the forms; `save(settings)` is called with what the referee changes. */
export function openSettings(settings, save) {
  $("#s-entry").value = settings.entry;
  $("#s-grace").value = settings.grace_ms / SECOND;
  $("#s-paper").value = formatTables(settings.paper_tables);
  $("#s-ranking").checked = settings.show_ranking;
  $("#s-private").checked = settings.private;
  $("#s-found").checked = settings.show_found;
  $("#s-machine").checked = settings.machine_reads;
  $("#s-photos").value = settings.photo_days;
  $("#s-hands").checked = settings.keep_hands;
  $("#s-paper").addEventListener("input", readTables);
  $("#settings").addEventListener("submit", (event) => {
    event.preventDefault();
    const { tables } = readTables();
    if (tables) save(chosen(tables));
    else $("#s-paper").focus();
  });
  remember($("#auto-read"), "rc-auto-read", false);
  remember($("#keys"), "rc-desk-keys", true);
  $("#muted").checked = isMuted();
  $("#muted").addEventListener("change", () => setMuted($("#muted").checked));
}

/** Show the tables on paper as they are understood, or what is not; nothing is left out. */
function readTables() {
  const read = parseTables($("#s-paper").value);
  const shown = $("#s-paper-read");
  shown.textContent = read.tables ? onPaper(read.tables) : _(
    "« {part} » n'est pas un numéro de table (p. ex. 5-12 14) : rien n'est enregistré.",
    { part: read.wrong },
  );
  shown.classList.toggle("is-bad", !read.tables);
  $("#s-paper").setAttribute("aria-invalid", String(!read.tables));
  return read;
}

/** « 9 tables sur papier : 5-12 14 » */
export const onPaper = (tables) =>
  tables.length
    ? `${plural(tables.length, "{n} table sur papier", "{n} tables sur papier")} : ${
      formatTables(tables)
    }`
    : _("aucune table à part");

function chosen(tables) {
  return {
    entry: $("#s-entry").value,
    grace_ms: Math.round(Number($("#s-grace").value) * SECOND),
    paper_tables: tables,
    show_ranking: $("#s-ranking").checked,
    private: $("#s-private").checked,
    show_found: $("#s-found").checked,
    machine_reads: $("#s-machine").checked,
    photo_days: Number($("#s-photos").value),
    keep_hands: $("#s-hands").checked,
  };
}

function remember(box, key, usual) {
  const kept = localStorage.getItem(key);
  box.checked = kept === null ? usual : kept === "1";
  box.addEventListener("change", () => localStorage.setItem(key, box.checked ? "1" : "0"));
}
