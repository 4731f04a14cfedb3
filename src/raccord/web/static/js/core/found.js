// Who found the top of a turn, and how many each solution: for those whom the game tells it.
import { h } from "./dom.js";
import { plural } from "./i18n.js";

const MOST_NAMES = 8; // more are only counted
const MOST_SOLUTIONS = 4;

/** `ofPlayers` where everybody plays for himself: tables are then people. */
export function foundParts({ finders, solutions }, { ofPlayers = false } = {}) {
  const who = finders.length && finders.length <= MOST_NAMES
    ? ` : ${finders.map(({ players }) => players.join(" / ")).join(", ")}`
    : "";
  const count = ofPlayers
    ? plural(finders.length, "Top trouvé par {n} joueur", "Top trouvé par {n} joueurs")
    : plural(finders.length, "Top trouvé par {n} table", "Top trouvé par {n} tables");
  const each = solutions.slice(0, MOST_SOLUTIONS).map(({ move, points, count: tables }) =>
    `${move || "—"} ${points} × ${tables}`
  );
  return [h("p", {}, count, who), h("p", { class: "muted" }, each.join(" · "))];
}
