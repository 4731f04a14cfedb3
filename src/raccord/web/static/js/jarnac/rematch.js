// Another game with one tap on each phone: who asks is told to the other, then both go there.
import { api, newKey } from "../core/api.js";
import { h } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { toast } from "../core/toast.js";
import { nameOf } from "./texts.js";

/** The button that asks for a rematch, or accepts the one that is asked for. */
export function rematchButton(view, mine) {
  const asked = view.rematch.find((seat) => !mine.includes(seat));
  const isMine = view.rematch.some((seat) => mine.includes(seat));
  let text = _("Revanche");
  if (asked) text = _("{name} demande la revanche : d'accord", { name: nameOf(view, asked) });
  if (isMine) text = _("Revanche demandée…");
  return h("button", {
    type: "button",
    id: "rematch",
    class: asked ? "primary" : "",
    disabled: isMine,
    onclick: () => ask(view.id),
  }, text);
}

async function ask(id) {
  try {
    follow(await api.post(`/api/jarnac/${id}/rematch`, {}, { key: newKey() }));
  } catch (error) {
    toast(error.message, "bad", 8);
  }
}

/** Go to the rematch once it is open; a projector stays a projector. */
export function follow(view) {
  if (!view.next) return;
  const isScreen = document.body.classList.contains("jn-projector");
  location.assign(`/jarnac/${view.next}${isScreen ? "/ecran" : ""}`);
}
