// The announcement spoken by the browser, in French, one segment after the other.
import { _ } from "../core/i18n.js";
import { toast } from "../core/toast.js";

const synth = window.speechSynthesis;
let turn = 0;

const voice = () => {
  const voices = synth?.getVoices() || [];
  return voices.find((v) => v.lang === "fr-FR") || voices.find((v) => v.lang.startsWith("fr"));
};

export function speechStop() {
  turn += 1;
  synth?.cancel();
}

/** Read the segments; `follow(index)` is called as each begins, and with -1 at the end. */
export function read(segments, follow = () => {}) {
  if (!synth) {
    toast(_("Ce navigateur ne sait pas lire à voix haute."));
    return;
  }
  speechStop();
  // Cancelled utterances may still report their end: those of another turn are not ours.
  const mine = turn;
  segments.forEach((text, index) => {
    const said = new SpeechSynthesisUtterance(text);
    said.lang = "fr-FR";
    // A little slower than speech: players write the letters down.
    said.rate = 0.9;
    const chosen = voice();
    if (chosen) said.voice = chosen;
    said.onstart = () => {
      if (mine === turn) follow(index);
    };
    said.onend = () => {
      if (mine === turn && index === segments.length - 1) follow(-1);
    };
    synth.speak(said);
  });
}
