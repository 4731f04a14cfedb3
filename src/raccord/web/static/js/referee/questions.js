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

/** The turn that a cancellation means: the one under way, or the last one played. */
const cancelled = ({ game }) => (game.draw ? game.turn : game.turns.at(-1)?.turn ?? game.turn);

function cancel(view) {
  const n = cancelled(view);
  return ask({
    title: _("Annuler le coup {n} ?", { n }),
    text: _(
      "Les points du coup {n} ne comptent pour personne, ses lettres et son reliquat retournent au sac, et le coup {n} est tiré de nouveau.",
      { n },
    ),
    reason: _("Motif"),
    reasons: [
      _("Erreur de chronométrage"),
      _("Erreur d'épellation"),
      _("Mot mal placé"),
      _("Mot accepté ou refusé à tort"),
    ],
    yes: _("Annuler le coup {n}", { n }),
    no: _("Garder le coup"),
  });
}

/** The top of a turn that nobody had the time to play. */
function retain({ game }) {
  if (game.phase !== "drawn" || game.clock.phase === "none") return {};
  return ask({
    title: _("Valider le top du coup {n} sans lancer le chrono ?", { n: game.turn }),
    text: _(
      "Personne n'a joué ce coup : aucun bulletin n'est relevé, et le top est annoncé à tous.",
    ),
    yes: _("Valider le top"),
  });
}

function stop({ game }) {
  const played = game.turns.length;
  return ask({
    title: _("Arrêter la partie ?"),
    text: [
      played
        ? _("Les résultats s'arrêtent au coup {n}.", { n: played })
        : _("Aucun coup n'est joué : il n'y aura pas de résultats."),
      _("La partie ne pourra pas reprendre."),
    ],
    reason: _("Motif"),
    yes: _("Arrêter définitivement"),
    no: _("Continuer la partie"),
  });
}

const reveal = () =>
  ask({
    title: _("Publier le secret des tirages ?"),
    text: _(
      "Chacun pourra vérifier les tirages. Ensuite le dernier coup ne pourra plus être annulé.",
    ),
    yes: _("Publier le secret"),
  });

const rejectDraw = ({ game }) =>
  ask({
    title: _("Rejeter ce tirage ?"),
    text: _("Les lettres {letters} retournent toutes au sac.", { letters: game.draw.letters }),
    yes: _("Rejeter ce tirage"),
  });

const QUESTIONS = {
  cancel,
  retain,
  resume,
  stop,
  reveal,
  "end-interrupted": endInterrupted,
  "reject-draw": rejectDraw,
};

/** What is sent with an action, asked for where it needs an answer; null where it is given up. */
export const question = async (name, view) => (QUESTIONS[name] ? await QUESTIONS[name](view) : {});
