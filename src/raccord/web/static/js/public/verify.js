// A published game held against its secret, its public number and what a witness noted, all here.
import { $, pageData } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { publicNumber, verify } from "./fair_draws.js";

const classic = pageData("classic");
const SHORT = 16; // digits of a hash that nobody meets twice by trying

function parsed(typed) {
  try {
    return JSON.parse(typed);
  } catch {
    return null;
  }
}

/** What a witness wrote down and the record does not bear. */
function noted({ commitment, number }) {
  const digits = $("#noted-commitment").value.replace(/\s/g, "").toLowerCase();
  const called = $("#noted-number").value.trim();
  const isOther = digits && (digits.length < SHORT || !commitment.startsWith(digits));
  return [
    isOther && _("L'engagement noté n'est pas celui de la partie."),
    called && publicNumber(called) !== number && _("Le nombre noté n'est pas celui de la partie."),
  ].filter(Boolean);
}

function say(selector, message, kind = "") {
  const line = $(selector);
  line.hidden = !message;
  line.textContent = message;
  line.className = `note ${kind}`;
}

function show() {
  const typed = $("#record").value.trim();
  $("#verdict").hidden = !typed;
  if (!typed) return;
  const found = verify(parsed(typed), classic);
  const isGood = found.status === "verified";
  const faults = found.status === "unreadable" ? [] : noted(found);
  say("#result", `${isGood ? "✓" : "✗"} ${found.message}`, isGood ? "is-good" : "is-bad");
  say("#differs", faults.map((fault) => `✗ ${fault}`).join(" "), "is-bad");
  say("#caveat", found.caveat ?? "", "is-warn");
  $("#verdict").dataset.status = isGood && !faults.length ? "verified" : "failed";
  for (const name of ["title", "commitment", "secret", "number", "source", "scheme"]) {
    $(`#of-${name}`).textContent = found[name] || "—";
  }
}

$("#file").addEventListener("change", async ({ target }) => {
  if (!target.files[0]) return;
  $("#record").value = await target.files[0].text();
  show();
});
for (const id of ["#record", "#noted-commitment", "#noted-number"]) {
  $(id).addEventListener("input", show);
}
show();
