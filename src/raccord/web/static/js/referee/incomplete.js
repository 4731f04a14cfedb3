// Which turns still miss which slips, on one line: the whole evening at a glance.
import { $, h } from "../core/dom.js";
import { _ } from "../core/i18n.js";

const MOST_NAMED = 8;

export function showIncomplete({ incomplete }, code) {
  $("#incomplete").hidden = !incomplete.length;
  $("#incomplete").replaceChildren(
    h("strong", {}, _("Manquent")),
    ...incomplete.flatMap((one) => [" ", link(one, code)]),
  );
}

function link({ turn, missing }, code) {
  const rest = missing.length - MOST_NAMED;
  const named = [...missing.slice(0, MOST_NAMED), rest > 0 ? `+ ${rest}` : ""].join(" ").trim();
  return h(
    "a",
    {
      href: `/corriger/${code}?coup=${turn}`,
      title: missing.join(" "),
    },
    _("coup {n} : {tables}", { n: turn, tables: named }),
  );
}
