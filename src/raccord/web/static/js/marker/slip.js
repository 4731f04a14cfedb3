// A slip drawn as the player wrote it, its ruling, every other reading, what other editions say.
import { h, pageData } from "../core/dom.js";
import { _, plural, typography } from "../core/i18n.js";
import { sanctionName, sanctionOf } from "../core/sanctions.js";

export const pointsOf = (n) => plural(n, "{n} point", "{n} points");
/** What is seen on paper beside the writing: the server names it, with the page. */
const flagNames = pageData("rc-flags");
/** How a ruling is coloured: "right", "warning", "penalty", "nullity" or "commission". */
export function statusOf(ruling) {
  const sanction = sanctionOf(ruling);
  return sanction === "none" ? "right" : sanction;
}
const sanctionElement = (ruling) =>
  h("span", { class: `sanction is-${statusOf(ruling)}` }, sanctionName(sanctionOf(ruling)));

/** « 69 points · pénalité de 5 points · reason (art. 5.3.1) » */
export function rulingParts(ruling) {
  const found = [...new Map(ruling.findings.map((f) => [f.reason + f.article, f])).values()];
  return [
    h(
      "p",
      { class: "verdict ruled" },
      pointsOf(ruling.points),
      " · ",
      sanctionElement(ruling),
    ),
    ...found.map((f) =>
      h(
        "p",
        {},
        typography(f.reason),
        " ",
        h("span", { class: "muted" }, `(${f.article.replace(/ \(.*\)$/, "")})`),
      )
    ),
    ...ruling.outcomes.map(([points, sanction]) =>
      h(
        "p",
        { class: "muted" },
        _("Issue possible : {points}, {sanction}", {
          points: pointsOf(points),
          sanction: sanctionName(sanction),
        }),
      )
    ),
  ];
}

/** One solution on paper: its letters in boxes, circled ones in a ring. */
function written(slip) {
  const letters = (slip.word || "").match(/\([A-Z.]\)|[A-Z.]/g) ?? [];
  const arrow = { across: "→", down: "↓" }[slip.direction] ?? "";
  return [
    h(
      "p",
      { class: "paper-word", role: "img", "aria-label": slip.word || _("aucun mot") },
      letters.map((l) =>
        h("span", { class: l.length > 1 ? "circled" : "" }, l.length > 1 ? l[1] : l)
      ),
    ),
    slip.grid
      ? h("pre", { class: "paper-grid", role: "img", "aria-label": _("raccord") }, slip.grid)
      : null,
    h(
      "p",
      { class: "num" },
      _("Référence : {reference}", { reference: slip.reference ?? "—" }),
      ` ${arrow} · `,
      _("Points : {points}", { points: slip.score ?? "—" }),
    ),
  ];
}

/** « H4 LUSTRER 74 » */
export const slipText = (
  slip,
) => (!slip || slip.flags.includes("none")
  ? _(flagNames.none)
  : [slip.reference, slip.word || slip.solutions.map((s) => s.word).join(" ; "), slip.score].filter(
    (part) => part !== null && part !== "",
  ).join(" "));

export function slipElement(slip) {
  if (!slip) return h("div", { class: "paper" }, h("p", { class: "muted" }, _("Pas de bulletin.")));
  const each = slip.solutions.length ? slip.solutions : [slip];
  const flags = slip.flags.map((flag) => _(flagNames[flag]));
  return h(
    "div",
    { class: "paper" },
    each.flatMap(written),
    flags.length
      ? h("p", { class: "muted" }, _("Marques : {flags}", { flags: flags.join(", ") }))
      : null,
  );
}

/** What was weighed: the reading chosen, the others, the other editions. */
export function whyParts({ software, by, readings, elsewhere }) {
  const shown = readings.slice(0, 8);
  const parts = [];
  if (by) parts.push(h("h3", {}, _("Décision du logiciel")), ...rulingParts(software));
  if (shown.length) {
    parts.push(
      h("h3", {}, _("Lectures")),
      h(
        "ol",
        { class: "readings" },
        shown.map((r) =>
          h(
            "li",
            { class: r.chosen ? "chosen" : "" },
            r.chosen ? "➤ " : "",
            r.move,
            " ",
            h("span", { class: "muted" }, typography(`(${r.mode})`)),
            " ",
            r.against.length
              ? typography(`✗ ${r.against.join(" ; ")}`)
              : r.points === null
              ? ""
              : pointsOf(r.points),
          )
        ),
      ),
    );
  }
  if (elsewhere.length) {
    parts.push(
      h("h3", {}, _("Selon les autres règlements")),
      h(
        "dl",
        { class: "facts" },
        elsewhere.flatMap((e) => [
          h("dt", {}, typography(e.title)),
          h(
            "dd",
            {},
            `${pointsOf(e.ruling.points)} · `,
            sanctionElement(e.ruling),
          ),
        ]),
      ),
    );
  }
  return parts;
}
