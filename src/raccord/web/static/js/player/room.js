// A phone in the open room, where nobody stands by: when the game begins, and the way to the next.
import { h } from "../core/dom.js";
import { foundParts } from "../core/found.js";
import { _, language } from "../core/i18n.js";

/** What is said before the first draw: in the room the hour is known. */
export function begins(room) {
  if (!room?.starts) return _("La partie va commencer.");
  const time = new Date(room.starts).toLocaleTimeString(language, {
    hour: "2-digit",
    minute: "2-digit",
  });
  return _("La partie commence à {time}.", { time });
}

/** Who found the top of the turn, where the game tells it. */
export const foundLine = (found, turn, room) =>
  found?.turn === turn && found.solutions.length
    ? h("div", { id: "found" }, foundParts(found, { ofPlayers: Boolean(room) }))
    : null;

/** The way to the room's next game. */
export const onward = (room) =>
  room && h("a", { class: "button primary", href: "/salon" }, _("Partie suivante"));
