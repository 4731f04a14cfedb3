import { _ } from "../core/i18n.js";

const TEXTS = {
  open: () => _("Connecté"),
  closed: () => _("Hors connexion"),
  connecting: () => _("Connexion…"),
};

/** Pastille de connexion: a dot and a word, so colour is not the only sign. */
export class RcConnection extends HTMLElement {
  set state(value) {
    this.dataset.state = value;
    const text = this.querySelector(".connection-text");
    if (text) text.textContent = TEXTS[value]?.() ?? "";
  }
  get state() {
    return this.dataset.state;
  }
}
customElements.define("rc-connection", RcConnection);
