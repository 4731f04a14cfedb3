// On the page of a finished game: the strongest level's advice on demand, and the rematch.
import { api } from "../core/api.js";
import { $, $$, h, pageData } from "../core/dom.js";
import { _, plural } from "../core/i18n.js";
import { connect } from "../core/live.js";
import { follow, rematchButton } from "./rematch.js";

const view = pageData("jn-view");
const box = $("#advice");
const form = $("#rematch-form");

for (const button of $$("[data-advice]")) {
  button.addEventListener("click", async () => {
    const note = $("#advice-note");
    note.textContent = _("Le niveau le plus fort réfléchit…");
    for (const one of $$("[data-advice]")) one.disabled = true;
    try {
      const found = await api.get(`/api/jarnac/${box.dataset.id}/advice/${button.dataset.advice}`);
      note.textContent = found.length
        ? plural(found.length, "{n} coup joué autrement", "{n} coups joués autrement")
        : _("Il aurait joué comme cela partout.");
      $("#advice-list").replaceChildren(...found.map(line));
    } catch (error) {
      note.textContent = error.message;
    }
    for (const one of $$("[data-advice]")) one.disabled = false;
  });
}

const line = ({ number, step, played, better }) =>
  h(
    "li",
    {},
    h("a", { href: `?fait=${step}#replay` }, _("Tour {n}", { n: number })),
    " ",
    _("{played} ; mieux : ", { played }),
    h("strong", {}, better),
  );

if (view && form) {
  const show = (next) => {
    const seats = [...form.dataset.mine];
    const button = rematchButton(next, seats);
    form.replaceChildren(button);
    follow(next);
  };
  show(view);
  connect(`/jarnac/${view.id}/live`, { table: show }, { onReset: () => {} });
}
