import { number } from "../core/i18n.js";

const TOP = 16;
const BOTTOM = 30;
const GAP = 8;
const LETTER = 11; // the widest letters are set in, in the projector's 17 px; a hidden plot has none
const NS = "http://www.w3.org/2000/svg";

function svg(tag, attributes, text = "") {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text) element.textContent = text;
  return element;
}

/** A round step so that about five lines cover the range. */
function stepFor(top) {
  const rough = Math.max(top, 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough);
}

/**
 * Courbe: lines told apart by dash and name as well as colour.
 * `data-first` is the number of the first value, 0 unless told.
 *   plot.series = [{name: "Vous", values: [0, 22, …]}, {name: "Top", values: […]}]
 */
export class RcPlot extends HTMLElement {
  connectedCallback() {
    if (this.dataset.series) this.series = JSON.parse(this.dataset.series);
  }

  set series(series) {
    const width = Math.min(900, Math.max(320, this.clientWidth || 720));
    const height = Math.round(Math.max(220, width * 0.44));
    const first = Number(this.dataset.first ?? 0);
    const length = Math.max(2, ...series.map((s) => s.values.length));
    const top = Math.max(1, ...series.flatMap((s) => s.values));
    const named = series.map(({ name, values }) => `${name} ${number(values.at(-1) ?? 0)}`);
    const left = 2 * GAP + LETTER * number(top).length;
    const right = 2 * GAP + LETTER * Math.max(0, ...named.map((text) => text.length));
    const x = (i) => left + (i * (width - left - right)) / (length - 1);
    const y = (v) => height - BOTTOM - (v * (height - TOP - BOTTOM)) / top;
    const root = svg("svg", {
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": this.dataset.label || "",
    });
    for (let v = 0, step = stepFor(top); v <= top; v += step) {
      root.append(
        svg("line", { class: "axis", x1: left, x2: width - right, y1: y(v), y2: y(v) }),
      );
      root.append(svg("text", { x: left - GAP, y: y(v) + 4, "text-anchor": "end" }, number(v)));
    }
    for (let i = 0, step = Math.max(1, Math.round(stepFor(length - 1))); i < length; i += step) {
      root.append(
        svg("text", { x: x(i), y: height - 8, "text-anchor": "middle" }, String(i + first)),
      );
    }
    const ends = [];
    for (const [n, { values }] of [...series.entries()].reverse()) {
      if (!values.length) continue;
      root.append(
        svg("polyline", {
          class: `s${n}`,
          points: values.map((v, i) => `${x(i)},${y(v)}`).join(" "),
        }),
      );
      let at = y(values.at(-1)) + 4;
      // Names at the ends of lines that meet are pushed apart by a line of text.
      while (ends.some((end) => Math.abs(end - at) < 17)) at += 17;
      ends.push(at);
      root.append(
        svg(
          "text",
          { class: `n${n}`, x: x(values.length - 1) + GAP, y: at },
          named[n],
        ),
      );
    }
    this.replaceChildren(root);
  }
}
customElements.define("rc-plot", RcPlot);
