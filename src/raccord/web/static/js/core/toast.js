import { $, h } from "./dom.js";

/** Say something to screen readers without showing it. */
export function announce(text) {
  const region = $("#rc-live");
  // The same text again would not be spoken: a space makes it another one.
  if (region) region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** Show a short message; `kind` is "", "good" or "bad". */
export function toast(text, kind = "", seconds = 5) {
  for (const shown of document.querySelectorAll(".toast")) {
    if (shown.textContent === text) shown.remove();
  }
  const element = h("p", { class: `toast ${kind ? `is-${kind}` : ""}` }, text);
  $("#rc-toasts")?.append(element);
  announce(text);
  setTimeout(() => element.remove(), seconds * 1000);
}
