// Dragging tiles between a rack and a board with pointer events: mouse, pen and finger alike.
import { tileElement } from "./tile.js";

// Pixels: a finger that taps moves a little.
const FAR = 8;

/**
 * Let tiles of `rack` be dragged onto `board` and back. `nameJoker()` asks for a joker's letter and
 * resolves to it, or to "" when given up. `refuse(reason)` tells why a drop was not possible.
 */
export function enableDrag(rack, board, { nameJoker, refuse = () => {} }) {
  const begin = (event, tile, from) => {
    if (event.button) return;
    const start = { x: event.clientX, y: event.clientY };
    let ghost = null;
    const c = board.composition;
    const letter = from === null ? rack.letters[tile] : c.placed.get(from).letter;
    const joker = from !== null && c.placed.get(from).joker;

    const move = (e) => {
      if (!ghost && Math.hypot(e.clientX - start.x, e.clientY - start.y) < FAR) return;
      if (!ghost) {
        ghost = tileElement(letter, { joker, "aria-hidden": "true" });
        ghost.classList.add("ghost");
        document.body.append(ghost);
        rack.dataset.dragged = "1";
      }
      // Above the finger, which would hide it.
      ghost.style.setProperty("transform", `translate(${e.clientX - 24}px, ${e.clientY - 44}px)`);
      for (const sq of board.querySelectorAll(".drop")) sq.classList.remove("drop");
      const at = board.indexAt(e.clientX, e.clientY);
      if (at >= 0) board.square(at).classList.add("drop");
      e.preventDefault();
    };
    const end = async (e) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (!ghost) return;
      ghost.remove();
      for (const sq of board.querySelectorAll(".drop")) sq.classList.remove("drop");
      // The click that follows a drop must find it still marked.
      setTimeout(() => {
        delete rack.dataset.dragged;
      }, 50);
      if (e.type === "pointercancel") return;
      const at = board.indexAt(e.clientX, e.clientY);
      if (at >= 0 && at !== from) {
        let name = joker ? letter : "";
        if (rack.letters[tile] === "?" && !name) name = await nameJoker();
        if (rack.letters[tile] === "?" && !name) return;
        const reason = c.drop(tile, at, name);
        if (reason) refuse(reason);
      } else if (at < 0) {
        if (from !== null) c.lift(from);
        const target = document.elementFromPoint(e.clientX, e.clientY)?.closest?.("[data-tile]");
        if (target && rack.contains(target)) rack.reorder(tile, Number(target.dataset.tile));
      }
    };
    addEventListener("pointermove", move, { passive: false });
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  };

  rack.addEventListener("pointerdown", (event) => {
    const element = event.target.closest("[data-tile]");
    if (element) begin(event, Number(element.dataset.tile), null);
  });
  board.addEventListener("pointerdown", (event) => {
    const index = Number(event.target.closest("[data-index]")?.dataset.index ?? -1);
    const placed = board.composition?.placed.get(index);
    if (placed) begin(event, placed.tile, index);
  });
  board.addEventListener("dragstart", (event) => event.preventDefault());
}
