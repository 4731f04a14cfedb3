// Under the slip, what became of it: on its way, received, changed since, or lost.
import { $ } from "../core/dom.js";
import { _ } from "../core/i18n.js";

const clockText = (ms) => {
  const s = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
};

/** What the server's answer says: late or not, and what the clock showed when the slip came. */
export const receiptOf = ({ late, at }, ends) => ({
  late,
  clock: ends ? clockText(ends - at) : "",
});

/**
 * `kept` is the draft, `written` what would be sent now; `waits` while it has not reached the
 * server, `mayChange` while the clock runs.
 */
export function receiptText({ view, own, kept, written, waits, isOnline, mayChange }) {
  const receipt = kept.receipt;
  if (waits) return ["waiting", isOnline ? _("Envoi…") : _("Bulletin gardé sur ce téléphone.")];
  // A second phone of the table, or a page reloaded, has no receipt of its own.
  const slipKnown = receipt || (own.slip && own.turn === view.turn);
  if (!slipKnown) {
    return view.phase === "time-up" && !own.on_paper && own.plays
      ? ["lost", _("Aucun bulletin n'a été remis.")]
      : ["", ""];
  }
  if (receipt?.late) return ["lost", _("Arrivé après la fin du coup : ce bulletin est nul.")];
  const at = receipt?.clock ? _("Reçu à {time}", { time: receipt.clock }) : _("Bulletin reçu");
  if (!mayChange) return ["sent", at];
  if (receipt && written && JSON.stringify(written) !== kept.sent) {
    return [
      "changed",
      _("{receipt} — modifié depuis : remettez-le pour que ce mot compte", { receipt: at }),
    ];
  }
  return ["sent", _("{receipt} — vous pouvez modifier jusqu'à la fin", { receipt: at })];
}

export function showReceipt(about) {
  const [state, text] = receiptText(about);
  for (const name of ["sent", "waiting", "changed", "lost"]) {
    $("#slip").classList.toggle(`is-${name}`, name === state);
  }
  if ($("#receipt").textContent !== text) $("#receipt").textContent = text;
  $("#offline").hidden = about.isOnline;
  $("#offline").textContent = about.waits
    ? _("Hors connexion — votre bulletin partira dès le retour du réseau")
    : _("Hors connexion — ce que vous composez est gardé sur ce téléphone");
}
