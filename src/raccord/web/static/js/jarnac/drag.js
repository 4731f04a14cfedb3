// Dragging letters onto the lines of a mat, and within the word under way: mouse, pen and finger.
import { h } from "../core/dom.js";

const FAR = 8;

/** Let the letters of a `.mat-body` be dragged; `draftOf()` is the draft in hand, if any. */
export function enableMatDrag(body, draftOf) {
  body.addEventListener("pointerdown", (event) => {
    const draft = draftOf();
    const element = event.target.closest("[data-loose]:not(:disabled), .tile[data-place]");
    if (!draft || !element || event.button) return;
    const from = element.dataset.place === undefined ? null : Number(element.dataset.place);
    const letter = element.querySelector("b").textContent;
    const start = { x: event.clientX, y: event.clientY };
    let ghost = null;

    const move = (e) => {
      if (!ghost && Math.hypot(e.clientX - start.x, e.clientY - start.y) < FAR) return;
      if (!ghost) {
        ghost = h("span", { class: "tile ghost", "aria-hidden": "true" }, h("b", {}, letter));
        document.body.append(ghost);
        body.dataset.dragged = "1";
      }
      ghost.style.setProperty("transform", `translate(${e.clientX - 22}px, ${e.clientY - 40}px)`);
      mark(lineAt(e.clientX, e.clientY));
      e.preventDefault();
    };
    const end = (e) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (!ghost) return;
      ghost.remove();
      mark(null);
      setTimeout(() => {
        delete body.dataset.dragged;
      }, 50);
      if (e.type !== "pointercancel") {
        drop(draft, letter, from, lineAt(e.clientX, e.clientY), e.clientX);
      }
    };
    addEventListener("pointermove", move, { passive: false });
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  });
  body.addEventListener("dragstart", (event) => event.preventDefault());

  const lineAt = (x, y) => {
    const found = document.elementFromPoint(x, y)?.closest?.(".line[data-number]");
    return found && body.contains(found) ? found : null;
  };
  const mark = (line) => {
    for (const one of body.querySelectorAll(".line")) one.classList.toggle("drop", one === line);
  };
}

function drop(draft, letter, from, line, x) {
  if (!line) {
    if (from !== null) draft.lift(from);
    return;
  }
  const number = Number(line.dataset.number);
  const target = number > draft.mat.lines.length ? null : number;
  const place = placeIn(line, x);
  if (from === null) draft.put(letter, target, place);
  else if (target === draft.target) draft.move(from, Math.min(place, draft.word.length));
}

function placeIn(line, x) {
  const cells = [...line.querySelectorAll(".cell")];
  const after = cells.findIndex((cell) => {
    const box = cell.getBoundingClientRect();
    return x < box.left + box.width / 2;
  });
  return after < 0 ? cells.length : after;
}
