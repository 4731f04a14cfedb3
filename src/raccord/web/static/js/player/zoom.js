// A board that two fingers enlarge; the point between them stays where it is.
const MOST = 3;

/** Let `frame` show `inside` up to three times as large; gives `by(factor)` for buttons. */
export function pinchZoom(frame, inside) {
  let zoom = 1;
  let start = null;

  const set = (wanted, x = frame.clientWidth / 2, y = frame.clientHeight / 2) => {
    const next = Math.min(MOST, Math.max(1, wanted));
    const left = ((frame.scrollLeft + x) / zoom) * next - x;
    const top = ((frame.scrollTop + y) / zoom) * next - y;
    zoom = next;
    inside.style.setProperty("--zoom", String(zoom));
    frame.scrollLeft = left;
    frame.scrollTop = top;
  };
  frame.addEventListener("touchmove", (event) => {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    const [a, b] = event.touches;
    const far = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    // From where the fingers first lay: step by step the rounding would add up.
    start ??= { far, zoom };
    const box = frame.getBoundingClientRect();
    set(
      (start.zoom * far) / start.far,
      (a.clientX + b.clientX) / 2 - box.left,
      (a.clientY + b.clientY) / 2 - box.top,
    );
  }, { passive: false });
  for (const name of ["touchend", "touchcancel"]) {
    frame.addEventListener(name, () => {
      start = null;
    });
  }
  return { by: (factor) => set(zoom * factor) };
}
