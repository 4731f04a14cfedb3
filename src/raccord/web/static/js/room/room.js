// The open room: how long until the next game, and the nickname this browser used last.
import { $ } from "../core/dom.js";
import { _ } from "../core/i18n.js";
import { serverNow } from "../core/time.js";

const KEY = "rc-nickname";
const room = $("#room");
const name = $("#name");
let late = 0;

function tick() {
  const left = Math.round((Number(room.dataset.starts) - serverNow()) / 1000);
  const text = $("#left");
  if (!text) return;
  if (left < 0) {
    // The game has begun meanwhile: the page says so once it is read again.
    late += 1;
    if (late === 3) location.reload();
    return;
  }
  const minutes = Math.floor(left / 60);
  const seconds = String(left % 60).padStart(2, "0");
  text.textContent = _(" (dans {time})", { time: `${minutes}:${seconds}` });
}

if (room) {
  try {
    name.value ||= localStorage.getItem(KEY) || "";
    name.form.addEventListener("submit", () => localStorage.setItem(KEY, name.value));
  } catch {
    // A browser that keeps nothing is welcome too.
  }
  tick();
  setInterval(tick, 1000);
}
