import { announce } from "../core/toast.js";
import { _ } from "../core/i18n.js";
import { beep } from "../core/sounds.js";
import { keepTime, serverNow } from "../core/time.js";

const format = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/**
 * Chronomètre, by the server's time.
 *   clock.start(endsAtMs, durationSeconds); clock.pause(secondsLeft); clock.stop();
 * `data-signals="30"` lists the seconds before the end at which to beep; `data-silent` never beeps.
 * `clock.calls = [{ signal, left, text }]` gives the words of each signal, as the server tells them.
 * Events: "rc-clock-signal" {signal, left, text}, "rc-clock-end".
 */
export class RcClock extends HTMLElement {
  #timer = 0;
  #left = null;
  calls = [];

  connectedCallback() {
    keepTime();
    if (this.dataset.ends) {
      this.start(Number(this.dataset.ends), Number(this.dataset.duration), false);
    } else this.#show(Number(this.dataset.duration || 0));
  }
  disconnectedCallback() {
    clearInterval(this.#timer);
  }

  get left() {
    return Math.max(0, Math.ceil((Number(this.dataset.ends) - serverNow()) / 1000));
  }
  get isRunning() {
    return Boolean(this.dataset.ends) && this.left > 0;
  }

  start(ends, duration = Number(this.dataset.duration), sound = true) {
    this.dataset.ends = ends;
    this.dataset.duration = duration;
    this.#left = null;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#tick(), 200);
    if (sound) this.#signal("start", "start", "");
    this.#tick();
  }

  pause(left) {
    clearInterval(this.#timer);
    this.dataset.ends = "";
    this.#show(left);
  }

  stop() {
    clearInterval(this.#timer);
    this.dataset.ends = "";
    this.classList.remove("amber", "red", "over");
    this.#show(Number(this.dataset.duration));
  }

  #tick() {
    const left = this.left;
    if (left === this.#left) return;
    const before = this.#left;
    this.#left = left;
    this.#show(left);
    const signals = (this.dataset.signals || "").split(",").map(Number);
    if (before !== null && signals.includes(left) && left > 0) {
      this.#signal("last", "warn", _("{n} secondes", { n: left }));
    }
    if (left > 0) return;
    clearInterval(this.#timer);
    if (before !== null) this.#signal("end", "end", _("Temps écoulé."));
    this.dispatchEvent(new CustomEvent("rc-clock-end", { bubbles: true }));
  }

  #show(left) {
    const time = this.querySelector(".clock-time");
    if (time) time.textContent = format(left);
    const fill = this.querySelector(".clock-fill");
    const duration = Number(this.dataset.duration) || 1;
    fill?.style.setProperty("transform", `scaleX(${Math.min(1, left / duration)})`);
    this.classList.toggle("amber", left <= 30 && left > 10);
    this.classList.toggle("red", left <= 10 && left > 0);
    this.classList.toggle("over", left === 0);
  }

  /** Beep, and say the server's words; `usual` where it gives none. */
  #signal(signal, tune, usual) {
    const text = this.calls.find((call) => call.signal === signal)?.text ?? usual;
    this.#beep(tune);
    if (text) announce(text);
    const detail = { signal, left: this.left, text };
    this.dispatchEvent(new CustomEvent("rc-clock-signal", { bubbles: true, detail }));
  }

  #beep(name) {
    if (!this.hasAttribute("data-silent")) beep(name);
  }
}
customElements.define("rc-clock", RcClock);
