// What became of the table's appeals, told where the player looks.
import { api } from "../core/api.js";
import { $, h } from "../core/dom.js";
import { _, plural, typography } from "../core/i18n.js";
import { sanctionName } from "../core/sanctions.js";
import { announce } from "../core/toast.js";

let known = [];

const worth = ({ points, sanction }) =>
  [plural(points, "{n} point", "{n} points"), sanction !== "none" && sanctionName(sanction)]
    .filter(Boolean).join(", ");

const VERDICTS = {
  upheld: () => _("Recours accueilli"),
  dismissed: () => _("Recours rejeté"),
  settled: () => _("La commission a tranché"),
};

/** One line about a case: waiting, or what was decided and why. */
export function appealText({ turn, appeal, decisions }) {
  const head = _("Coup {n}", { n: turn });
  const decided = decisions.at(-1);
  if (decided) {
    const told = `${VERDICTS[decided.verdict]()} : ${worth(decided)} (${decided.reason})`;
    return typography(`${head} — ${told}.`);
  }
  const waits = appeal
    ? _("recours déposé, la commission tranchera")
    : _("bulletin soumis à la commission");
  return `${head} — ${waits}.`;
}

export function showAppeals(code, { cases }, { announced = false } = {}) {
  known = cases;
  const lines = cases.map((one) =>
    h(
      "p",
      { class: one.waits ? "note" : "note is-good", "data-turn": one.turn },
      appealText(one),
      " ",
      h("a", { href: `/jouer/${code}/recours` }, _("Voir")),
    )
  );
  $("#appeals").replaceChildren(...lines);
  if (announced && cases.length) announce(appealText(cases[0]));
}

/** A phone that slept may have missed a decision; who waits for none asks nothing. */
export async function hearAgain(code) {
  if (!known.some((one) => one.waits)) return;
  try {
    showAppeals(code, await api.get(`/api/games/${code}/own/appeals`));
  } catch { /* the next line that opens asks again */ }
}
