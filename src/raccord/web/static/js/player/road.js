// After a turn: what the slip earned and why, the top, the road sheet.
import { api } from "../core/api.js";
import { $, h } from "../core/dom.js";
import { _, number, plural, typography } from "../core/i18n.js";
import { topParts, wordElement } from "../core/game.js";
import { sanctionName, sanctionOf } from "../core/sanctions.js";
import { toast } from "../core/toast.js";
import { foundLine, onward } from "./room.js";

const article = (text) => text.replace(/ \(.*\)$/, "");
const reasons = (findings) => [...new Map(findings.map((f) => [f.reason, f])).values()];
const bare = (reason) => reason.replace(/\.$/, "");
const sanctionText = (ruling) =>
  sanctionOf(ruling) === "none" ? "" : sanctionName(sanctionOf(ruling));

/** Points, then the sanction, its motive and its article. */
export function verdict({ ruling, points, top, taken_ms: taken, found }) {
  if (taken !== null) {
    const seconds = number(taken / 1000, 1);
    return found
      ? _("Top trouvé en {n} s.", { n: seconds })
      : _("Top non trouvé : {n} s comptées.", { n: seconds });
  }
  if (points === null) return _("Votre bulletin est en cours de correction.");
  const earned = plural(points, "{n} point", "{n} points");
  const sanction = ruling ? sanctionText(ruling) : "";
  if (!sanction) {
    return points === top.points
      ? _("{points} — c'est le top, bien vu !", { points: earned })
      : _("{points} sur {top}.", { points: earned, top: top.points });
  }
  const faults = reasons(ruling.findings).filter((f) => f.sanction !== "none");
  const why = faults.map((f) => `${bare(f.reason)} (${article(f.article)})`).join(" ; ");
  return typography(`${earned} — ${sanction}${why ? ` : ${why}` : ""}.`);
}

export function showResult(card, line, { code, place, tables, over, published, found, room }) {
  const parts = [
    h("h2", {}, _("Coup {n}", { n: line.turn })),
    h("p", { class: "verdict" }, line.absent ? _("Vous n'avez pas joué ce coup.") : verdict(line)),
  ];
  if (line.ruling) {
    parts.push(h(
      "p",
      {},
      h("button", { type: "button", onclick: () => showWhy(code, line.turn) }, _("Pourquoi ?")),
    ));
  }
  parts.push(h("p", {}, _("Top :"), " ", ...topParts(line.top)));
  if (wordsOf(line.slip)) {
    parts.push(h("p", { class: "muted" }, _("Votre bulletin :"), " ", ...slipParts(line.slip)));
  }
  parts.push(foundLine(found, line.turn, room));
  if (place) {
    parts.push(
      h(
        "p",
        {},
        _("Vous êtes {place} sur {tables}.", { place: ordinal(place), tables }),
        published ? " " : ` (${_("provisoire")}) `,
        over ? null : h("a", { href: `/partie/${code}/classement` }, _("Classement")),
      ),
    );
  }
  if (over && !published) {
    parts.push(h("p", {}, _("L'arbitre publiera le classement."), " ", _("Total provisoire.")));
  }
  if (over) {
    parts.push(
      h(
        "p",
        { class: "row" },
        onward(room),
        published &&
          h(
            "a",
            { class: room ? "button" : "button primary", href: `/partie/${code}/classement` },
            _("Classement"),
          ),
        h("a", { class: "button", href: `/partie/${code}` }, _("Page de la partie")),
      ),
    );
  }
  card.replaceChildren(...parts.filter(Boolean));
}

const ordinal = (n) => (n === 1 ? _("1er") : _("{n}e", { n }));

/** The words of a slip: one, or several in multitops. */
export const wordsOf = (
  slip,
) => (slip ? [slip, ...slip.solutions].map((one) => one.word).filter(Boolean).join(" ; ") : "");

export const slipParts = (slip) =>
  slip.solutions.length
    ? slip.solutions.flatMap((one, i) => [i ? " ; " : "", ...slipParts(one)])
    : [
      slip.reference ? `${slip.reference} ` : "",
      wordElement(slip.word || "—"),
      slip.score === null ? "" : ` · ${plural(slip.score, "{n} point", "{n} points")}`,
    ];

/** « 4 avertissements (−5) »: what counts beside the points of the turns. */
const weighed = (what, points) => (what && points ? `${what} (${points})` : what || "");

export function showRoad(own, total) {
  $("#road").hidden = !own.road.length;
  $("#sum").textContent = [
    _("Vous {you}", { you: number(own.total) }),
    own.provisional && _("provisoire"),
    _("Top {total}", { total: number(total) }),
    weighed(
      own.warnings && plural(own.warnings, "{n} avertissement", "{n} avertissements"),
      own.warning_cost && `−${number(own.warning_cost)}`,
    ),
    weighed(own.solos && plural(own.solos, "{n} solo", "{n} solos"), own.bonus && `+${own.bonus}`),
  ].filter(Boolean).join(" · ");
  $("#road-lines").replaceChildren(
    ...[...own.road].reverse().map((line) =>
      h(
        "tr",
        {},
        h(
          "th",
          { scope: "row" },
          line.ruling
            ? h("button", {
              type: "button",
              class: "quiet",
              "aria-label": _("Coup {n} : pourquoi ?", { n: line.turn }),
              onclick: () => showWhy(own.code, line.turn),
            }, String(line.turn))
            : String(line.turn),
        ),
        h(
          "td",
          {},
          wordElement(wordsOf(line.slip) || "—"),
          line.slip?.reference ? h("small", { class: "muted" }, ` ${line.slip.reference}`) : null,
        ),
        h(
          "td",
          { class: "points" },
          line.points === null ? "…" : String(line.points),
          line.ruling && sanctionText(line.ruling)
            ? h("small", { class: "muted" }, ` ${sanctionText(line.ruling)}`)
            : null,
        ),
        h("td", { class: "points" }, number(line.total)),
        h(
          "td",
          {},
          wordElement(line.top.word),
          h("small", { class: "muted" }, ` ${line.top.reference} ${line.top.points}`),
        ),
      )
    ),
  );
}

let asked = 0;

/** A new draw is on the table: the last turn is explained no more. */
export function closeWhy() {
  asked += 1;
  $("#why").close();
}

async function showWhy(code, turn) {
  const mine = (asked += 1);
  let why;
  try {
    why = await api.get(`/api/games/${code}/own/${turn}/why`);
  } catch (error) {
    toast(error.message, "bad");
    return;
  }
  if (mine !== asked) return;
  $("#why-text").replaceChildren(...whyParts(why));
  $("#why").showModal();
}

function whyParts({ slip, ruling, by, readings }) {
  const parts = [];
  if (wordsOf(slip)) parts.push(h("p", {}, _("Vous avez écrit :"), " ", ...slipParts(slip), "."));
  if (ruling.placement) {
    parts.push(
      h("p", {}, _("Le bulletin est lu ainsi :"), " ", h("strong", {}, ruling.placement), "."),
    );
  }
  const found = reasons(ruling.findings);
  parts.push(
    found.length
      ? h(
        "ul",
        { class: "why-list" },
        found.map((f) => h("li", {}, typography(`${bare(f.reason)} (${article(f.article)}).`))),
      )
      : h("p", {}, _("Aucune faute : les points du mot sont accordés.")),
  );
  if (by) {
    parts.push(h("p", {}, _("Décision de {name}, à la place de celle du logiciel.", { name: by })));
  }
  if (ruling.outcomes.length) {
    parts.push(
      h(
        "p",
        {},
        _("La commission tranchera ; en attendant, {points}.", {
          points: plural(ruling.points, "{n} point", "{n} points"),
        }),
      ),
    );
  }
  const others = readings.filter((r) => !r.chosen && r.mode !== "premier coup").slice(0, 6);
  if (others.length) {
    parts.push(
      h("p", {}, _("Autres lectures examinées :")),
      h(
        "ul",
        { class: "why-list" },
        others.map((r) =>
          h(
            "li",
            {},
            h("strong", {}, r.move),
            typography(` (${r.mode}) — ${
              r.against.length
                ? r.against.join(" ; ")
                : plural(r.points ?? 0, "{n} point", "{n} points")
            }`),
          )
        ),
      ),
    );
  }
  return parts;
}
