// Drawing a mat: loose letters, eight numbered lines of nine cells, points. The same as mat.html.
import { h } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { LINES, LONGEST } from "./draft.js";

const tile = (letter, attributes = {}, tag = "span") =>
  h(tag, { ...attributes, class: `tile ${attributes.class || ""}` }, h("b", {}, letter));

/** What is marked on a mat: how many letters are new, the line robbed, the word just laid. */
const NOTHING = { fresh: 0, robbed: null, laid: "" };

/**
 * Draw a mat into its `.mat-body`. With a `draft`, its letters and lines can be used; `picked` are
 * the places of loose letters chosen to be changed, in which case only those can be touched.
 */
export function drawMat(
  body,
  { lines, loose },
  { draft = null, picked = null, marks = NOTHING } = {},
) {
  const focused = body.contains(document.activeElement)
    ? document.activeElement.dataset.focus
    : null;
  body.replaceChildren(looseLetters(loose, draft, picked, marks), lineList(lines, draft, marks));
  if (focused) {
    (body.querySelector(`[data-focus="${focused}"]`) || body.querySelector("[data-focus]"))
      ?.focus();
  }
}

/** Letters from which the words of a strip are written smaller, so that they keep to two rows. */
const CROWDED = [[56, " is-full"], [44, " is-crowded"]];

/** The same mat as a strip to read at a glance, and to touch to see it whole. */
export function drawStrip(strip, { lines, loose }, isOpen) {
  strip.setAttribute("aria-expanded", String(isOpen));
  strip.replaceChildren(
    h(
      "span",
      { class: `strip-words${CROWDED.find(([most]) => lines.join("").length > most)?.[1] ?? ""}` },
      lines.length
        ? lines.map((word, index) => h("span", {}, h("small", {}, String(index + 1)), word))
        : h("em", {}, _("Aucun mot encore")),
    ),
    h(
      "span",
      { class: "strip-loose" },
      h("span", { class: "sr-only" }, _("Reliquat : {letters}", { letters: "" })),
      [...loose].join(" ") || "—",
    ),
  );
}

function looseLetters(loose, draft, picked, { fresh }) {
  const isNew = (place) => place >= loose.length - fresh;
  const spoken = h(
    "span",
    { class: "sr-only" },
    _("Reliquat : {letters}", { letters: [...loose].join(" ") || _("vide") }),
  );
  if (!draft && !picked) {
    return h(
      "div",
      { class: "loose" },
      spoken,
      [...loose].map((letter, place) =>
        tile(letter, { "aria-hidden": "true", class: isNew(place) ? "is-new" : "" })
      ),
    );
  }
  const free = draft ? [...draft.free] : [...loose];
  const places = [...loose].map((letter, place) => {
    const at = free.indexOf(letter);
    if (at >= 0) free.splice(at, 1);
    const isOn = Boolean(picked?.has(place));
    return tile(letter, {
      type: "button",
      "data-loose": place,
      "data-letter": letter,
      "data-focus": `loose-${place}`,
      class: `${at < 0 ? "is-used" : ""} ${isOn ? "is-picked" : ""} ${
        isNew(place) ? "is-new" : ""
      }`,
      disabled: at < 0,
      "aria-label": picked ? _("Changer {letter}", { letter }) : _("Ajouter {letter}", { letter }),
      "aria-pressed": picked ? String(isOn) : null,
    }, "button");
  });
  return h("div", {
    class: "loose is-open",
    role: "group",
    "aria-label": _("Reliquat : {letters}", { letters: [...loose].join(" ") || _("vide") }),
  }, places);
}

function lineList(lines, draft, { robbed, laid }) {
  const next = lines.length + 1;
  const target = draft?.word || typeof draft?.line === "number" ? draft.target ?? null : undefined;
  return h(
    "ol",
    { class: "lines" },
    Array.from({ length: LINES }, (_empty, index) => {
      const number = index + 1;
      const word = lines[index] || "";
      const isTarget = target !== undefined &&
        (target === null ? number === next : target === number);
      return line({
        number,
        word,
        draft,
        isTarget,
        isNext: number === next,
        // The line has closed up: the mark stands where the word was.
        taken: robbed && (robbed.line ?? next) === number ? robbed.word : "",
        isLaid: Boolean(word) && word === laid,
      });
    }),
  );
}

function line({ number, word, draft, isTarget, isNext, taken, isLaid }) {
  const shown = isTarget && draft.word ? draft.word : word;
  const added = isTarget ? draft.isAdded : [];
  const points = shown ? shown.length ** 2 : "";
  const spoken = word
    ? _("Ligne {n} : {word}, {points} points", { n: number, word, points: word.length ** 2 })
    : _("Ligne {n} : vide", { n: number });
  const usable = draft && (word || isNext);
  const label = usable && !isTarget
    ? h("button", {
      class: "line-number",
      type: "button",
      "data-line": number,
      "data-focus": `line-${number}`,
      "aria-label": word
        ? _("{line}. Rallonger", { line: spoken })
        : _("{line}. Nouveau mot", { line: spoken }),
    }, String(number))
    : h("span", { class: "line-number", "aria-hidden": "true" }, String(number));
  const cells = Array.from(
    { length: LONGEST },
    (_empty, place) =>
      h(
        "span",
        { class: "cell" },
        place < shown.length
          ? tile(shown[place], {
            class: added[place] ? "is-added" : "",
            "data-place": isTarget ? place : null,
          })
          : null,
      ),
  );
  return h(
    "li",
    {
      class: `line${word || isTarget ? "" : " is-empty"}${isNext ? " is-next" : ""}${
        isTarget ? " is-target" : ""
      }${taken ? " is-robbed" : ""}${isLaid ? " is-laid" : ""}`,
      "data-number": usable ? number : null,
    },
    label,
    usable && !isTarget ? null : h("span", { class: "sr-only" }, spoken),
    h("span", { class: "cells", "aria-hidden": "true" }, cells),
    h("span", { class: "line-points num", "aria-hidden": "true" }, String(points)),
    taken ? h("span", { class: "line-robbed" }, _("{word} pris", { word: taken })) : null,
  );
}
