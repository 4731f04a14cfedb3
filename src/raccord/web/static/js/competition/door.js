// Check-in: a click is sent at once and the list stays where it is; without script the form does it.
import { api, newKey } from "../core/api.js";
import { $, $$ } from "../core/dom.js";
import { toast } from "../core/toast.js";

const form = $("#door");

function count() {
  const lines = $$("#door li");
  const marked = (id) =>
    lines.filter((line) => line.querySelector(`[aria-pressed="true"][value$=":${id}"]`)).length;
  let left = lines.length;
  for (const id of ["present", "late", "absent"]) {
    const found = marked(id);
    left -= found;
    $(`[data-count="${id}"]`).textContent = found;
  }
  $('[data-count=""]').textContent = left;
}

async function mark(button) {
  const [number, presence] = button.value.split(":");
  const others = [...button.parentElement.querySelectorAll("button")];
  const before = others.map((one) => one.getAttribute("aria-pressed"));
  others.forEach((one) => one.setAttribute("aria-pressed", String(one === button)));
  count();
  try {
    await api.post(`/api/tournaments/${form.dataset.code}/presence`, {
      numbers: [Number(number)],
      presence,
    }, { key: newKey(), tries: 3 });
  } catch (error) {
    others.forEach((one, n) => one.setAttribute("aria-pressed", before[n]));
    count();
    toast(error.message, "bad");
  }
}

form?.addEventListener("submit", (event) => {
  if (event.submitter?.name !== "mark") return;
  event.preventDefault();
  mark(event.submitter);
});
document.body.dataset.ready = "";
