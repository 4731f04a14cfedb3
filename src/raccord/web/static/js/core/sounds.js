// Beeps made by the browser itself. Browsers stay silent until the page has been touched once.
const KEY = "rc-muted";
const TUNES = {
  start: [[880, 0, 0.18], [1175, 0.2, 0.25]],
  warn: [[660, 0, 0.16], [660, 0.24, 0.16]],
  end: [[520, 0, 0.22], [440, 0.25, 0.22], [350, 0.5, 0.5]],
  doubt: [[330, 0, 0.14], [262, 0.16, 0.3]],
  jarnac: [[523, 0, 0.1], [659, 0.1, 0.1], [784, 0.2, 0.12], [1047, 0.32, 0.35]],
  good: [[784, 0, 0.1], [1047, 0.11, 0.16]],
};
let context = null;

const wake = () => {
  const Context = window.AudioContext || window.webkitAudioContext;
  if (!Context) return;
  context ??= new Context();
  if (context.state === "suspended") context.resume();
};
for (const name of ["pointerdown", "keydown"]) addEventListener(name, wake, { passive: true });

export const isMuted = () => localStorage.getItem(KEY) === "1";
export const setMuted = (muted) => localStorage.setItem(KEY, muted ? "1" : "0");

export function beep(name) {
  if (isMuted() || !context || context.state !== "running") return;
  for (const [frequency, delay, length] of TUNES[name] || []) {
    const start = context.currentTime + delay;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = frequency;
    // Not 0: an exponential ramp cannot start there. Without ramps a tone clicks.
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.3, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length + 0.02);
  }
}
