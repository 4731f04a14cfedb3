// Loaded by every page: the elements without which no page is complete.
import "./core/cards.js";
import "./core/install.js";
import "./elements/connection.js";
import { startQueue } from "./core/api.js";

startQueue();
document.documentElement.classList.add("has-script");

/** A form that does what cannot be undone says so in `data-ask`, and is sent after a yes. */
for (const form of document.querySelectorAll("form[data-ask]")) {
  form.addEventListener("submit", async (event) => {
    if (form.dataset.sure) return;
    event.preventDefault();
    const { title, ask: text, yes } = form.dataset;
    const { ask } = await import("./core/ask.js");
    if (!await ask({ title, text, yes })) return;
    form.dataset.sure = "1";
    form.requestSubmit(event.submitter);
  });
}
