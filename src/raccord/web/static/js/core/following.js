// « Même salle, partie suivante »: what follows is told with the game.
import { $ } from "./dom.js";

/** Go to the game that follows, as soon as there is one. */
export function follow({ next }, base) {
  if (next) location.replace(`${base}/${next}`);
}

/** Show the way to the game that follows to whoever may still be busy with this one. */
export function offerNext({ next }, base, room = "") {
  const link = $("#following");
  if (!next || !link) return;
  link.href = `${base}/${next}${room}`;
  link.hidden = false;
}
