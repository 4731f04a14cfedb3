// Positions to try: a mat to spell on, three letters to pick, or a choice; the rules answer.
import { api } from "../core/api.js";
import { $, $$, h, pageData } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { Draft } from "./draft.js";
import { drawMat } from "./mat.js";

const SWAPPED = 3;
const lessons = pageData("jn-lessons") ?? [];
const puzzle = pageData("jn-puzzle");
const CHOICES = {
  contest: [["contest", _("Je conteste")], ["leave", _("Je laisse")]],
  winner: [["A", "Anne"], ["B", "Bruno"], ["draw", _("Match nul")]],
};

/** One position; `path` is where its attempts are judged. */
class Trial {
  draft = new Draft();
  picked = new Set();

  constructor(section, { kind, lines = [], loose = "" }, path) {
    Object.assign(this, { section, kind, lines, loose, path });
    this.answer = $(".lesson-answer", section);
    this.body = $(".mat-body", section);
    const bar = $(".lesson-bar", section);
    if (CHOICES[kind]) {
      bar.append(
        ...CHOICES[kind].map(([choice, text]) =>
          h("button", { type: "button", onclick: () => this.send({ choice }) }, text)
        ),
      );
      return;
    }
    this.draft.follow({ lines, loose });
    this.draft.addEventListener("change", () => this.draw());
    this.body.addEventListener("click", (event) => this.touched(event.target));
    const text = { lay: _("Poser"), jarnac: _("Prendre"), swap: _("Changer") }[kind];
    bar.append(
      h("button", { type: "button", "aria-label": _("Effacer"), onclick: () => this.clear() }, "✕"),
      h("button", { type: "button", class: "primary", onclick: () => this.submit() }, text),
    );
    this.draw();
  }

  clear() {
    this.picked.clear();
    this.draft.clear();
  }

  touched(target) {
    const loose = target.closest("[data-loose]");
    if (loose && this.kind === "swap") {
      const place = Number(loose.dataset.loose);
      if (!this.picked.delete(place) && this.picked.size < SWAPPED) this.picked.add(place);
      this.draw();
    } else if (loose) this.draft.add(loose.dataset.letter);
    else if (this.kind !== "swap") this.draft.tap(target);
  }

  draw() {
    const mat = { lines: this.lines, loose: this.loose };
    drawMat(this.body, mat, this.kind === "swap" ? { picked: this.picked } : { draft: this.draft });
  }

  submit() {
    const word = this.kind === "swap"
      ? [...this.picked].map((place) => this.loose[place]).join("")
      : this.draft.word;
    this.send({ word, line: this.draft.target ?? null });
  }

  async send(body) {
    try {
      const { ok, text } = await api.post(this.path, body);
      this.answer.textContent = text;
      this.answer.className = `lesson-answer ${ok ? "good" : "bad"}`;
      this.section.classList.toggle("is-done", ok);
    } catch (error) {
      this.answer.textContent = error.message;
    }
  }
}

const trials = $$("[data-lesson]").map((section) => {
  const given = lessons.find((one) => one.id === section.dataset.lesson);
  return new Trial(section, given, `/api/jarnac/lessons/${given.id}`);
});
if (puzzle) {
  const path = `/api/jarnac/puzzles/${puzzle.id}`;
  trials.push(new Trial($("[data-puzzle]"), { kind: "jarnac", ...puzzle }, path));
}
document.body.dataset.ready = trials.length;
