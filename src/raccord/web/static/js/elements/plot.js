import { number } from "../core/i18n.js";

const EDGE = { left: 46, right: 92, top: 16, bottom: 30 };
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
 *   plot.series = [{name: "Vous", values: [0, 22, …]}, {name: "Top", values: […]}]
 */
export class RcPlot extends HTMLElement {
  connectedCallback() {
    if (this.dataset.series) this.series = JSON.parse(this.dataset.series);
  }

  set series(series) {
    const width = Math.min(900, Math.max(320, this.clientWidth || 720));
    const height = Math.round(Math.max(220, width * 0.44));
    const length = Math.max(2, ...series.map((s) => s.values.length));
    const top = Math.max(1, ...series.flatMap((s) => s.values));
    const x = (i) => EDGE.left + (i * (width - EDGE.left - EDGE.right)) / (length - 1);
    const y = (v) => height - EDGE.bottom - (v * (height - EDGE.top - EDGE.bottom)) / top;
    const root = svg("svg", {
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": this.dataset.label || "",
    });
    for (let v = 0, step = stepFor(top); v <= top; v += step) {
      root.append(
        svg("line", { class: "axis", x1: EDGE.left, x2: width - EDGE.right, y1: y(v), y2: y(v) }),
      );
      root.append(svg("text", { x: EDGE.left - 8, y: y(v) + 4, "text-anchor": "end" }, number(v)));
    }
    for (let i = 0, step = Math.max(1, Math.round(stepFor(length - 1))); i < length; i += step) {
      root.append(svg("text", { x: x(i), y: height - 8, "text-anchor": "middle" }, String(i)));
    }
    const ends = [];
    for (const [n, { name, values }] of [...series.entries()].reverse()) {
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
          { class: `n${n}`, x: x(values.length - 1) + 8, y: at },
          `${name} ${number(values.at(-1))}`,
        ),
      );
    }
    this.replaceChildren(root);
  }
}
customElements.define("rc-plot", RcPlot);
