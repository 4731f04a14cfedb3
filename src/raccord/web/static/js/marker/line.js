// The line of a slip: what it would do is shown before Enter; whatever is typed goes to it.
import { api } from "../core/api.js";
import { $, h } from "../core/dom.js";
import { _, plural } from "../core/i18n.js";
import { toast } from "../core/toast.js";
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
  /** The turn a line was begun on, with the draw it then had; a line goes to no other. */
  #begun = null;
  /** Lines begun on turns that the marker has left, by turn. */
  #drafts = new Map();
  #asked = 0;
  #timer = 0;

  /**
   * `desk` gives `base`, whether it is the `second` marker's, `where()` (turn and draw) and the cell
   * `standing(table)` already; it is told what a line was `read(reply)` as, null for none, of a slip
   * `entered(text, reply)`, of one `weighed(table)` on the right, and when the line is `idle()`.
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

  get isIdle() {
    return !this.text.trim();
  }

  /** Leave the turn: what was begun on it is kept for when the marker is back. */
  leave() {
    if (!this.isIdle) this.#drafts.set(this.#begun.turn, { text: this.text, begun: this.#begun });
    this.#write("");
    this.#empty();
  }

  /** The page shows a turn: its line is taken up again, or dropped where its draw is another. */
  arrive({ turn, draw }) {
    const draft = this.#drafts.get(turn);
    if (draft && this.isIdle) {
      this.#drafts.delete(turn);
      this.#input.value = draft.text;
      this.#begun = draft.begun;
      this.#edit();
    }
    if (this.isIdle) return;
    this.#begun.draw ||= draw; // begun before the page knew it
    if (this.#begun.turn === turn && this.#begun.draw === draw) return;
    this.#write("");
    this.#empty();
    toast(_("Ce coup a été annulé ou tiré à nouveau : la ligne commencée est effacée."), "bad");
  }

  /** Every change of the line: one that begins is bound to the turn shown. */
  #write(text) {
    this.#input.value = text;
    this.#bind();
  }

  #bind() {
    if (this.isIdle) this.#begun = null;
    else this.#begun ??= this.desk.where();
  }

  focus() {
    this.#input.focus({ preventScroll: true });
  }

  /** Write the line from elsewhere, and show what it would do. */
  async fill(text) {
    this.#write(text);
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
    if (this.isIdle) this.#write(`${table} `);
  }

  #key(event) {
    if (event.key === "ArrowUp" && !this.#input.value) {
      this.#write(this.#last);
      this.#edit();
      event.preventDefault();
    }
    if (event.key === "Escape") {
      this.#write("");
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
      this.#write("");
      openHelp();
      return;
    }
    this.#bind();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#preview(), PREVIEW_MS);
  }

  #body(text, more = {}) {
    return { line: text, ...(this.#begun ?? this.desk.where()), ...more };
  }

  /** `told`: the slip read is told to the desk, which did not write the line itself. */
  async #preview({ told = true } = {}) {
    const text = this.#input.value.trim();
    const mine = (this.#asked += 1);
    if (!text) {
      this.#empty();
      this.desk.idle();
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
    this.#write("");
    this.#empty();
    this.desk.entered(text, reply);
    this.desk.idle();
  }

  /** Entering a slip again needs its reason; both entries are kept. */
  #reasonForm(text) {
    return h(
      "form",
      {
        class: "row",
        onsubmit: (event) => {
          event.preventDefault();
          this.#write(text);
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
