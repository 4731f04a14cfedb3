// What the desk asks before it does what cannot be undone, with what follows from a yes.
import { ask } from "../core/ask.js";
import { _ } from "../core/i18n.js";
import { isTooLong, outcome } from "../elements/interruption.js";

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

/** Go on after an interruption: at once, or beyond the limit with a motive. */
function resume({ game: { interruption } }) {
  if (!interruption || !isTooLong(interruption)) return {};
  return ask({
    title: _("Reprendre malgré la limite ?"),
    text: _("L'interruption dépasse la limite du règlement : le motif de la reprise est gardé."),
    reason: _("Motif"),
    reasons: [_("Reprise non notée à temps")],
    yes: _("Reprendre la partie"),
    no: _("Rester interrompu"),
  });
}

function endInterrupted({ game: { interruption } }) {
  return ask({
    title: _("Arrêter la partie ?"),
    text: [
      sentence(outcome(interruption)),
      _("La partie ne pourra pas reprendre."),
    ],
    yes: _("Arrêter la partie"),
    no: _("Rester interrompu"),
  });
}

const QUESTIONS = { resume, "end-interrupted": endInterrupted };

/** What is sent with an action, asked for where it needs an answer; null where it is given up. */
export const question = async (name, view) => (QUESTIONS[name] ? await QUESTIONS[name](view) : {});
