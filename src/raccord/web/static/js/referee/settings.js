// The settings of a game, and what this browser remembers of its referee's wishes.
import { $ } from "../core/dom.js";
import { isMuted, setMuted } from "../core/sounds.js";

/** Fill the forms; `save(settings)` is called with what the referee changes. */
export function openSettings(settings, save) {
  $("#s-entry").value = settings.entry;
  $("#s-grace").value = settings.grace_ms / 1000;
  $("#s-paper").value = settings.paper_tables.join(" ");
  $("#s-ranking").checked = settings.show_ranking;
  $("#s-private").checked = settings.private;
  $("#s-found").checked = settings.show_found;
  $("#settings").addEventListener("submit", (event) => {
    event.preventDefault();
    save(chosen());
  });
  remember($("#auto-read"), "rc-auto-read", false);
  remember($("#keys"), "rc-desk-keys", true);
  $("#muted").checked = isMuted();
  $("#muted").addEventListener("change", () => setMuted($("#muted").checked));
}

function chosen() {
  const tables = $("#s-paper").value.split(/[\s,;]+/).filter(Boolean).map(Number);
  return {
    entry: $("#s-entry").value,
    grace_ms: Math.round(Number($("#s-grace").value) * 1000),
    paper_tables: tables.filter(Number.isInteger),
    show_ranking: $("#s-ranking").checked,
    private: $("#s-private").checked,
    show_found: $("#s-found").checked,
  };
}

function remember(box, key, usual) {
  const kept = localStorage.getItem(key);
  box.checked = kept === null ? usual : kept === "1";
  box.addEventListener("change", () => localStorage.setItem(key, box.checked ? "1" : "0"));
}
