// A question before what cannot be undone: asked in the page, answered with the keyboard too.
import { h } from "./dom.js";
import { _ } from "./i18n.js";

/**
 * Resolves to `{ reason }` where the answer is yes, to null where it is no; Escape says no.
 * `text` tells what follows from a yes. With `reason` a motive is asked for, `reasons` are offered;
 * without one « no » has the focus, so that a key pressed too often destroys nothing.
 */
export function ask({ title, text, yes, no = _("Revenir"), reason = "", reasons = [] }) {
  return new Promise((done) => {
    let answer = null;
    const motive = reason
      ? h("input", { id: "rc-ask-reason", maxlength: 400, required: true, autocomplete: "off" })
      : null;
    if (motive && reasons.length) motive.setAttribute("list", "rc-ask-reasons");
    const refuse = h("button", { type: "button", onclick: () => dialog.close() }, no);
    const form = h(
      "form",
      { method: "dialog", class: "stack" },
      h("h2", { id: "rc-ask-title" }, title),
      [text].flat().map((line) => h("p", { class: "ask-text" }, line)),
      motive && h("div", { class: "field" }, h("label", { for: motive.id }, reason), motive),
      motive && h("datalist", { id: "rc-ask-reasons" }, reasons.map((value) => option(value))),
      h("p", { class: "row" }, h("button", { class: "primary" }, yes), refuse),
    );
    form.addEventListener("submit", () => {
      answer = { reason: motive?.value.trim() ?? "" };
    });
    const dialog = h("dialog", { class: "ask", "aria-labelledby": "rc-ask-title" }, form);
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
    (motive ?? refuse).focus();
  });
}

const option = (value) => h("option", { value });
