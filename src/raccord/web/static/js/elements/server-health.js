// How late the server runs, for whoever runs it: quiet while all is well.
import { _, number } from "../core/i18n.js";

const EVERY_MS = 10_000;
// A delay that people begin to notice.
const LATE_MS = 100;

class ServerHealth extends HTMLElement {
  connectedCallback() {
    this.setAttribute("role", "status");
    this.ask();
    this.timer = setInterval(() => this.ask(), EVERY_MS);
  }

  disconnectedCallback() {
    clearInterval(this.timer);
  }

  async ask() {
    try {
      const reply = await fetch("/api/server", { cache: "no-store" });
      if (reply.ok) this.show(await reply.json());
    } catch {
      // The connection's own sign tells that the server is away.
    }
  }

  show({ worst }) {
    const late = worst >= LATE_MS;
    this.classList.toggle("is-late", late);
    const n = number(worst / 1000, 1);
    this.textContent = late
      ? _(
        "Serveur chargé : jusqu'à {n} s d'attente. Les bulletins sont datés à leur arrivée.",
        { n },
      )
      : _("Serveur à l'heure");
  }
}

customElements.define("rc-server-health", ServerHealth);
