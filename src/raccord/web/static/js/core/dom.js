/** Make an element: `h("p", {class: "x", onclick: f}, "text", child)`. Text is always escaped. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child != null && child !== false));
  return element;
}

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/** The data a template left in `<script type="application/json" id="…">`. */
export function pageData(id) {
  const block = document.getElementById(id);
  return block ? JSON.parse(block.textContent) : null;
}
