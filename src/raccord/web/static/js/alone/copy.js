// A copy of a player's own data in his browser, for when the server cannot be reached.
import { $ } from "../core/dom.js";
import { _ } from "../core/i18n.js";

/** Keep what the server told. */
export function keepCopy(name, value) {
  try {
    localStorage.setItem(`rc-${name}`, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the server has it all.
  }
}

/** What the server told last, or null. */
export function copyOf(name) {
  try {
    return JSON.parse(localStorage.getItem(`rc-${name}`) ?? "null");
  } catch {
    return null;
  }
}

export const forgetCopies = () => {
  for (const name of ["progress", "games", "cards", "plays"]) localStorage.removeItem(`rc-${name}`);
};

/** Say that a copy is shown, and of when. */
export function tellCopy(at) {
  const when = new Date(at).toLocaleString(document.documentElement.lang, {
    dateStyle: "long",
    timeStyle: "short",
  });
  $("#copy").textContent = _("Hors connexion : copie du {when}.", { when });
  $("#copy").hidden = false;
}
