// Ask which letter a joker stands for.
import { h } from "../core/dom.js";
import { _ } from "../core/i18n.js";

/** Resolves to a letter, or to "" when given up. */
export function nameJoker() {
  return new Promise((done) => {
    const choose = (letter) => {
      dialog.close();
      dialog.remove();
      done(letter);
    };
    const buttons = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((letter) =>
      h("button", { type: "button", onclick: () => choose(letter) }, letter)
    );
    const dialog = h(
      "dialog",
      { "aria-labelledby": "rc-joker-title" },
      h("h2", { id: "rc-joker-title" }, _("Quelle lettre pour le joker ?")),
      h("div", { class: "letters" }, buttons),
      h(
        "p",
        { class: "row" },
        h("button", { type: "button", class: "quiet", onclick: () => choose("") }, _("Annuler")),
      ),
    );
    dialog.addEventListener("cancel", (event) => {
      // Closed before it is removed, it gives the keyboard back to where it was.
      event.preventDefault();
      choose("");
    });
    dialog.addEventListener("keydown", (event) => {
      if (/^[a-zA-Z]$/.test(event.key)) {
        event.preventDefault();
        choose(event.key.toUpperCase());
      }
      // The letter is the joker's: the board behind must not take it as one typed.
      event.stopPropagation();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
