// On a phone, and wherever a table is wider than its place, each line of it is a card (base.css):
// its cells need the name of their column, and roles, since what is laid out as a block is no table
// any more to a screen reader.
const ROLES = { TABLE: "table", THEAD: "rowgroup", TBODY: "rowgroup", TR: "row", TD: "cell" };

const roleOf = (element) =>
  ROLES[element.tagName] ?? (element.scope === "row" ? "rowheader" : "columnheader");

// A heading that says everything by itself (a player) needs no label; a number does. What is there
// to be pressed has its own words.
const needsLabel = (cell) =>
  cell.tagName === "TD" ? !cell.querySelector("form") : /^\d/.test(cell.textContent.trim());

function label(row, names) {
  for (const cell of row.cells) {
    if (needsLabel(cell)) cell.dataset.label = names[cell.cellIndex] ?? "";
    cell.toggleAttribute(
      "data-bare",
      !cell.textContent.trim() && !cell.querySelector("img, input"),
    );
  }
}

function prepare(table) {
  const names = [...table.tHead.rows[0].cells].map((head) => head.textContent.trim());
  for (const body of table.tBodies) for (const row of body.rows) label(row, names);
  for (const part of [table, ...table.querySelectorAll("thead, tbody, tr, th, td")]) {
    part.setAttribute("role", roleOf(part));
  }
}

const phone = matchMedia("(max-width: 40rem)");
const SPARE = 24;

/** Cards or a table, by the width there is; `SPARE` pixels more are asked to come back. */
function follow(table) {
  const place = table.parentElement;
  let tight = 0;
  const fit = () => {
    const width = place.clientWidth;
    if (table.classList.contains("cards") && !phone.matches && width < tight + SPARE) return;
    table.classList.remove("cards");
    const isWide = place.scrollWidth > width + 1;
    if (isWide) tight = width;
    table.classList.toggle("cards", phone.matches || isWide);
  };
  new ResizeObserver(fit).observe(place);
  fit();
  return fit;
}

for (const table of document.querySelectorAll(".table-wrap > table.data")) {
  prepare(table);
  const fit = follow(table);
  const changed = () => {
    prepare(table);
    fit();
  };
  new MutationObserver(changed).observe(table, {
    childList: true,
    characterData: true,
    subtree: true,
  });
}
