// The line of a slip: what it would do is shown before Enter; whatever is typed goes to it.
import { api } from "../core/api.js";
import { $, h } from "../core/dom.js";
import { _, plural } from "../core/i18n.js";
import { claimPane } from "./pane.js";
import { pointsOf, rulingParts, slipElement, slipText, statusOf, whyParts } from "./slip.js";

// Typing on within it asks nothing of the server.
const PREVIEW_MS = 150;
// Everything weighed costs the server more than a ruling: only once typing rests.
const WEIGH_MS = 250;
const elsewhere = (target) => target.closest?.("input, select, textarea, dialog");

export class Line {
  #input = $("#line");
  #last = "";
  #asked = 0;
  #timer = 0;

  /**
   * `desk` gives `base`, whether it is the `second` marker's, `turn()` and the cell `standing(table)`
   * already; it is told what a line was `read(reply)` as, null for none, of a slip
   * `entered(text, reply)` and of one `weighed(table)` on the right.
   */
  constructor(desk) {
    this.desk = desk;
    this.path = `${desk.base}/${desk.second ? "second" : "marks"}/line`;
    this.#input.addEventListener("input", () => this.#edit());
    this.#input.addEventListener("keydown", (event) => this.#key(event));
    $("#entry").addEventListener("submit", (event) => {
      event.preventDefault();
      this.enter();
    });
    $("#help-open").addEventListener("click", openHelp);
    $("#help").addEventListener("close", () => this.#input.focus());
    document.addEventListener("keydown", (event) => this.#typedAnywhere(event));
  }

  /** Whether slips of the turn may be entered; an idle keyboard then types here. */
  set isOpen(isOpen) {
    this.#input.disabled = !isOpen;
    const idle = !document.activeElement || document.activeElement === document.body;
    if (isOpen && idle && matchMedia("(hover: hover)").matches) {
      this.#input.focus({ preventScroll: true });
    }
  }

  get text() {
    return this.#input.value;
  }

  focus() {
    this.#input.focus({ preventScroll: true });
  }

  /** Write the line from elsewhere, and show what it would do. */
  async fill(text) {
    this.#input.value = text;
    clearTimeout(this.#timer);
    await this.#preview({ told: false });
  }

  /** Say why there is no line. */
  complain(text) {
    this.#asked += 1;
    setPreview("", h("p", { class: "muted" }, text));
  }

  /** Begin the line of a table, unless one is being typed. */
  begin(table) {
    if (!this.#input.value.trim()) this.#input.value = `${table} `;
  }

  #key(event) {
    if (event.key === "ArrowUp" && !this.#input.value) {
      this.#input.value = this.#last;
      this.#edit();
      event.preventDefault();
    }
    if (event.key === "Escape") {
      this.#input.value = "";
      this.#edit();
    }
  }

  #typedAnywhere(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || elsewhere(event.target)) return;
    if (event.key === "?") {
      openHelp();
      event.preventDefault();
    } else if (/^[0-9a-zA-Z=]$/.test(event.key) && !this.#input.disabled) this.#input.focus();
  }

  #edit() {
    if (this.#input.value.trim() === "?") {
      this.#input.value = "";
      openHelp();
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#preview(), PREVIEW_MS);
  }

  #body(text, more = {}) {
    return { line: text, turn: this.desk.turn() || null, ...more };
  }

  /** `told`: the slip read is told to the desk, which did not write the line itself. */
  async #preview({ told = true } = {}) {
    const text = this.#input.value.trim();
    const mine = (this.#asked += 1);
    if (!text) {
      this.#empty();
      return;
    }
    let reply;
    try {
      reply = await api.post(`${this.path}/preview`, this.#body(text), { tries: 1 });
    } catch (error) {
      if (mine === this.#asked) setPreview("", h("p", { class: "muted" }, error.message));
      return;
    }
    // An answer about a line typed on since then.
    if (mine !== this.#asked) return;
    if (told) this.desk.read(reply);
    setPreview(statusOf(reply.ruling), ...this.#previewParts(reply));
    if (reply.slip && reply.tables.length === 1) {
      setTimeout(() => {
        if (mine === this.#asked) this.#weigh(text, reply, mine);
      }, WEIGH_MS);
    }
  }

  #empty() {
    setPreview("");
    this.desk.read(null);
  }

  #previewParts({ tables, slip, ruling }) {
    const names = tables.length > 1
      ? plural(tables.length, "{n} table", "{n} tables")
      : _("Table {n}", { n: tables[0] ?? "—" });
    const standing = tables.length === 1 && !this.desk.second && this.desk.standing(tables[0]);
    return [
      h("p", {}, h("strong", {}, names), slip ? ` · ${slipText(slip)}` : ""),
      ...rulingParts(ruling),
      standing &&
      h(
        "p",
        { class: "muted" },
        _("Déjà jugé : {points}. Entrer demandera un motif.", {
          points: pointsOf(standing.points),
        }),
      ),
    ];
  }

  /** On the right, the slip about to be entered with everything that is weighed. */
  async #weigh(text, { tables, slip, ruling }, mine) {
    let why;
    try {
      why = await api.post(`${this.desk.base}/marks/line/why`, this.#body(text), { tries: 1 });
    } catch {
      return;
    }
    if (mine !== this.#asked) return;
    claimPane();
    this.desk.weighed(tables[0]);
    $("#pane-title").textContent = _("Table {n} — avant de l'entrer", { n: tables[0] });
    $("#pane-text").replaceChildren(slipElement(slip), ...rulingParts(ruling), ...whyParts(why));
  }

  async enter(reason = "") {
    const text = this.#input.value.trim();
    if (!text) return;
    clearTimeout(this.#timer);
    this.#asked += 1;
    let reply;
    try {
      reply = await api.post(this.path, this.#body(text, { reason }));
    } catch (error) {
      setPreview(
        "bad",
        h("p", {}, error.message),
        error.code === "reason-needed" ? this.#reasonForm(text) : null,
      );
      $("#again-reason")?.focus();
      return;
    }
    this.#last = text;
    this.#input.value = "";
    this.#empty();
    this.desk.entered(text, reply);
  }

  /** Entering a slip again needs its reason; both entries are kept. */
  #reasonForm(text) {
    return h(
      "form",
      {
        class: "row",
        onsubmit: (event) => {
          event.preventDefault();
          this.#input.value = text;
          this.enter($("#again-reason").value);
        },
      },
      h("label", { for: "again-reason" }, _("Motif")),
      h("input", { id: "again-reason", maxlength: 400, required: true, class: "reason" }),
      h("button", {}, _("Remplacer")),
    );
  }
}

function setPreview(kind, ...parts) {
  $("#preview").className = `preview ${kind ? `is-${kind}` : ""}`;
  $("#preview").replaceChildren(...parts.filter(Boolean));
}

const openHelp = () => $("#help").showModal();
