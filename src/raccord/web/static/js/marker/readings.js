// Slips read from photographs, one after the other, the most doubtful first: the picture beside
// what was read there and its ruling. Nothing is entered before the marker has said so.
import { $, h } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { beep } from "../core/sounds.js";
import { toast } from "../core/toast.js";
import { rulingParts, slipText, statusOf } from "./slip.js";

// Less than it takes to look: a key pressed before was meant for the slip before.
const SEEN_MS = 300;
const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT] = [148.5, 105];

export class Readings {
  /** Slips to confirm: what the server told, with where they were taken; the first one is shown. */
  #waiting = [];
  #chosen = 0;
  #shownAt = 0;

  /** `desk` gives `base`, `where()`, the `line`, and is told of slips `recorded(slip)` already. */
  constructor(desk) {
    this.desk = desk;
    $("#reading-accept").addEventListener("click", () => this.accept());
    $("#reading-correct").addEventListener("click", () => this.correct());
    $("#reading-later").addEventListener("click", () => this.later());
    $("#reading-drop").addEventListener("click", () => this.drop());
    // Before the line hears it: an empty line leaves these keys to the slip shown.
    document.addEventListener("keydown", (event) => this.#key(event), { capture: true });
  }

  get tables() {
    return this.#waiting.map(({ table }) => table).filter(Boolean);
  }

  /** The photograph of a table's slip, for a line that corrects what was read there. */
  pictureOf(table) {
    return this.#waiting.find((slip) => slip.table === table)?.picture ?? "";
  }

  /** Take slips that were just read; one already here is replaced by a surer reading of it. */
  take(slips) {
    for (const slip of slips) {
      if (slip.recorded) this.desk.recorded(slip);
      else if (slip.readings.length) this.#add({ ...slip, begun: this.desk.where() });
    }
    this.show();
  }

  #add(slip) {
    if (this.#waiting.some((other) => other.picture === slip.picture)) return;
    if (slip.table && this.tables.includes(slip.table)) return;
    const current = this.#current;
    const rest = current ? this.#waiting.slice(1) : this.#waiting;
    // The slip before the marker's eyes stays; behind it the most doubtful comes first.
    this.#waiting = [
      ...(current ? [current] : []),
      ...[...rest, slip].sort((a, b) => sureness(a) - sureness(b)),
    ];
    beep("good");
  }

  /** A slip of a table was entered, by whatever way. */
  entered(table) {
    this.#waiting = this.#waiting.filter((slip) => slip.table !== table);
    this.show();
  }

  /** The slip shown; what was taken for another turn waits until the page is there again. */
  get #current() {
    const { turn } = this.desk.where();
    const other = ({ begun }) => begun.turn === turn ? 0 : 1;
    this.#waiting.sort((a, b) => other(a) - other(b));
    const [first] = this.#waiting;
    return first && !other(first) ? first : null;
  }

  accept() {
    const slip = this.#current;
    if (!slip || performance.now() - this.#shownAt < SEEN_MS) return;
    if (!slip.table) {
      this.correct();
      return;
    }
    const { line } = slip.readings[this.#chosen];
    const { table, begun, picture } = slip;
    this.desk.line.sending.send({ text: line, begun, table, reason: "", seen: true, picture });
    this.#next();
  }

  /** The reading as a line, to be put right by hand. */
  correct() {
    const slip = this.#current;
    if (!slip) return;
    this.desk.line.aim(slip.table || null);
    this.desk.line.fill(slip.readings[this.#chosen].line);
    this.desk.line.focus();
    if (!slip.table) toast(_("Table inconnue : tapez son numéro devant la ligne."), "bad");
  }

  later() {
    this.#waiting.push(this.#waiting.shift());
    this.#chosen = 0;
    this.show();
  }

  drop() {
    this.#next();
  }

  #next() {
    this.#waiting.shift();
    this.#chosen = 0;
    this.show();
  }

  choose(index) {
    if (!this.#current?.readings[index]) return;
    this.#chosen = index;
    this.show();
  }

  #key(event) {
    if (!this.#current || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest("button, select, dialog, a, [role=grid]")) return;
    if (event.target.matches("input, textarea") && event.target.id !== "line") return;
    if (!this.desk.line.isIdle) return;
    if (event.key === "Enter") this.accept();
    else if (/^[1-3]$/.test(event.key)) this.choose(Number(event.key) - 1);
    else if (event.key === "ArrowUp") this.correct();
    else if (event.key === "Escape") this.later();
    else {
      // Whatever else is typed is a line of this table.
      if (this.#current.table && event.key.length === 1) this.desk.line.aim(this.#current.table);
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  show() {
    const slip = this.#current;
    $("#reading").hidden = !slip;
    const isNew = $("#reading").dataset.picture !== slip?.picture;
    if (isNew) this.#shownAt = performance.now();
    $("#reading").dataset.picture = slip?.picture ?? "";
    if (!slip) return;
    const reading = slip.readings[this.#chosen];
    $("#reading-table").textContent = slip.table
      ? _("Table {n}", { n: slip.table })
      : _("Table inconnue");
    const left = this.#waiting.length - 1;
    $("#reading-left").textContent = left ? _("encore {n}", { n: left }) : "";
    $("#reading-picture").replaceChildren(this.#image(slip), marked(reading.differs));
    // The next one is fetched while this one is looked at.
    if (this.#waiting[1]) this.#image(this.#waiting[1]);
    $("#reading-choices").replaceChildren(...slip.readings.map((one, i) => this.#choice(one, i)));
    $("#reading-free").textContent = slip.free === slip.readings[0].line
      ? ""
      : _("Lecture libre, sans connaître le jeu : {line}", { line: slip.free });
    this.desk.line.aim(slip.table || null);
  }

  #image(slip) {
    slip.image ??= h("img", {
      src: `${this.desk.base}/photos/${slip.picture}`,
      alt: _("Photo du bulletin"),
      width: 891,
      height: 630,
    });
    return slip.image;
  }

  #choice(one, i) {
    const chosen = i === this.#chosen;
    return h(
      "li",
      { class: `reading-choice is-${statusOf(one.ruling)} ${chosen ? "chosen" : ""}` },
      h(
        "button",
        {
          type: "button",
          "aria-pressed": String(chosen),
          onclick: () => {
            this.choose(i);
            this.desk.line.focus();
          },
        },
        h("kbd", { "aria-hidden": "true" }, String(i + 1)),
        ` ${slipText(one.slip)} `,
        h("span", { class: "muted" }, percent(one.probability)),
      ),
      chosen ? h("div", { class: "reading-ruling" }, rulingParts(one.ruling)) : null,
    );
  }
}

const sureness = (slip) => (slip.plain ? 1 : 0) + slip.readings[0].probability;
const percent = (p) => `${(100 * Math.min(p, 0.999)).toFixed(p > 0.99 ? 1 : 0)} %`;

/** The cells that read otherwise, framed on the photograph. */
function marked(cells) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute("aria-hidden", "true");
  for (const cell of cells) {
    const rect = document.createElementNS(SVG, "rect");
    for (const name of ["x", "y", "width", "height"]) rect.setAttribute(name, cell[name]);
    svg.append(rect);
  }
  return svg;
}
