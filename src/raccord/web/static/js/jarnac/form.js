// The elements of a bar: what is said, the word being made and its lines, the buttons.
import { h } from "../core/dom.js";
import { _ } from "../core/i18n.js";

/** Fill a bar of a seat; gives its elements by name. */
export function layOut(root, seat, { enter, escape, erase }) {
  const say = h("p", { class: "bar-say" });
  const input = h("input", {
    id: `word-${seat}`,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    maxlength: "12",
    enterkeyhint: "done",
    "aria-describedby": `note-${seat}`,
  });
  const label = h("label", { for: `word-${seat}` });
  const submit = h("button", { class: "primary" });
  const cancel = h("button", { type: "button", class: "bar-cancel", onclick: escape }, "✕");
  const back = h("button", {
    type: "button",
    class: "bar-back",
    "aria-label": _("Reprendre la dernière lettre"),
    onclick: erase,
  }, "⌫");
  const lines = h("div", {
    class: "bar-lines row",
    role: "group",
    "aria-label": _("Sur quelle ligne ?"),
  });
  const note = h("p", { class: "bar-note", id: `note-${seat}`, role: "status" });
  const form = h(
    "form",
    {
      class: "bar-form",
      onsubmit: (event) => {
        event.preventDefault();
        enter();
      },
    },
    label,
    h("div", { class: "bar-word" }, input, back, cancel, submit),
    lines,
  );
  const buttons = h("div", { class: "bar-buttons row" });
  root.replaceChildren(say, note, h("div", { class: "bar-foot" }, buttons, form));
  return { say, input, label, submit, cancel, back, lines, note, form, buttons };
}
