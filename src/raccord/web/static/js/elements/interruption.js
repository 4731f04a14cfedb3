import { h } from "../core/dom.js";
import { _, typography } from "../core/i18n.js";
import { keepTime, serverNow } from "../core/time.js";

const MINUTE = 60_000;
const clock = (ms) => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** Whether the edition lets the game end now. */
export const isTooLong = ({ since, limit }) => limit !== null && serverNow() - since > limit;

/** What becomes of a game interrupted for too long, in the words of a question or of a notice. */
export function outcome({ voids, turns }) {
  if (voids) return _("faute de coups relevés, les résultats sont annulés");
  if (!turns) return _("aucun coup n'étant relevé, il n'y a pas de résultats");
  return _("les résultats tiennent jusqu'au coup {n}", { n: turns });
}

/**
 * Interruption: how long the game stands still, by the server's time, and what its edition says.
 *   element.value = view.interruption;   // or null
 * `class="is-too-long"` beyond the limit, with the event "rc-interruption-limit", once.
 */
export class RcInterruption extends HTMLElement {
  #timer = 0;
  #value = null;

  connectedCallback() {
    keepTime();
    if (this.dataset.value) this.value = JSON.parse(this.dataset.value);
  }
  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  set value(value) {
    clearInterval(this.#timer);
    this.#value = value;
    this.hidden = !value;
    this.classList.remove("is-too-long");
    this.replaceChildren();
    if (!value) return;
    this.append(
      h("strong", { class: "num" }, ""),
      h("span", { class: "interruption-rule" }, ""),
    );
    this.#timer = setInterval(() => this.#show(), 500);
    this.#show();
  }

  #show() {
    const value = this.#value;
    const passed = clock(serverNow() - value.since);
    this.firstChild.textContent = _("Partie interrompue depuis {time}", { time: passed });
    const late = isTooLong(value);
    if (this.lastChild.textContent && late === this.classList.contains("is-too-long")) return;
    this.classList.toggle("is-too-long", late);
    this.lastChild.textContent = rule(value, late);
    if (late) this.dispatchEvent(new CustomEvent("rc-interruption-limit", { bubbles: true }));
  }
}

function rule(value, late) {
  if (value.limit === null) return _("Ce règlement ne fixe pas de limite.");
  const values = { n: value.limit / MINUTE, outcome: outcome(value) };
  const told = late
    ? _(
      "La limite de {n} minutes est dépassée : si le juge-arbitre arrête la partie, {outcome}.",
      values,
    )
    : _("Au-delà de {n} minutes, le juge-arbitre peut arrêter la partie : {outcome}.", values);
  return `${told.slice(0, -1)} — ${typography(value.article)}.`;
}

customElements.define("rc-interruption", RcInterruption);
