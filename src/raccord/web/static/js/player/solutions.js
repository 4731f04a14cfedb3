// Several solutions on one slip (multitops): those kept before the one being written.
import { $, h } from "../core/dom.js";
import { _ } from "../core/i18n.js";

/** What would be sent: the solutions kept, then the one being written. */
export function together(chosen, written) {
  const [one, ...others] = [...chosen, written].filter(Boolean);
  return others.length ? { ...one, others } : one ?? null;
}

/** List the solutions kept; `changed` is called when one is taken out. */
export function showChosen(chosen, { mayAdd, changed }) {
  $("#chosen").hidden = !chosen.length;
  $("#chosen").replaceChildren(
    ...chosen.map((one, i) =>
      h(
        "li",
        {},
        one.move ?? [one.reference, one.word, one.score].filter((part) => part !== null).join(" "),
        " ",
        h("button", {
          type: "button",
          class: "quiet",
          "aria-label": _("Retirer la solution {n}", { n: i + 1 }),
          onclick: () => {
            chosen.splice(i, 1);
            changed();
          },
        }, "✕"),
      )
    ),
  );
  $("#add").hidden = !mayAdd;
}
