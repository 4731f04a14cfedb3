// What a player is told: whose move it is and what can be done.
import { _ } from "../core/i18n.js";

const other = (seat) => (seat === "A" ? "B" : "A");
export const nameOf = (view, seat) => view.names[seat === "A" ? 0 : 1];

/** One sentence for the player of `seat`, who may be composing (`mode`). */
export function say(view, seat, mode = "") {
  const { game } = view;
  const foe = nameOf(view, other(seat));
  if (view.result) return view.result.headline;
  if (!view.seated.every(Boolean)) return _("En attente de l'autre joueur.");
  if (game.stopped) return _("Le jeu est arrêté.");
  if (game.phase === "ruling") return ruling(view, seat, foe);
  if (mode === "jarnac") {
    return _("Quel mot {name} pouvait-il jouer ? Prenez ses lettres.", { name: foe });
  }
  if (mode === "swap") return _("Choisissez trois lettres à remettre dans le sac.");
  if (game.phase === "toss") return _("Une lettre chacun : la plus proche de A commence.");
  return game.turn === seat ? holding(view, seat) : watching(view, foe);
}

function ruling(view, seat, foe) {
  const question = view.game.question || "";
  const says = view.says ? `${view.says}.` : "";
  const asked = _("Le lexique ne suffit pas : {question}. {says}", { question, says });
  if (view.mode !== "phones") return asked;
  const answered = view.answers[other(seat)];
  if (answered === undefined) return `${asked} ${_("Mettez-vous d'accord.")}`;
  return `${asked} ${
    answered
      ? _("{name} répond : admis.", { name: foe })
      : _("{name} répond : refusé.", { name: foe })
  }`;
}

function holding(view, seat) {
  const { phase, claim, sides } = view.game;
  if (sides[seat === "A" ? 0 : 1].fallen) {
    return _("Votre temps est épuisé : dites Jarnac, ou passez.");
  }
  const texts = {
    bag:
      () => (sides[seat === "A" ? 0 : 1].offers.includes("call-jarnac")
        ? _("Vous recevez le sac : Jarnac, ou piocher ?")
        : _("Vous avez le sac.")),
    play: () => _("À vous : posez un mot, rallongez-en un, ou passez."),
    laid: () => _("{word} est posé. Piochez pour continuer.", { word: claim?.word || "" }),
    taken: () =>
      _("Jarnac ! {word} est à vous. Piochez, ou changez trois lettres.", {
        word: claim?.word || "",
      }),
    last: () => _("La partie s'achève : un dernier Jarnac ?"),
  };
  return texts[phase]?.() ?? "";
}

function watching(view, foe) {
  const { phase, claim } = view.game;
  if (claim?.contestable && claim.seat !== undefined && nameOf(view, claim.seat) === foe) {
    if (claim.jarnac) {
      return _("{name} prend {word}. Contestez-vous ?", { name: foe, word: claim.word });
    }
    return claim.old
      ? _("{name} : {old} devient {word}. Contestez-vous ?", {
        name: foe,
        old: claim.old,
        word: claim.word,
      })
      : _("{name} pose {word}. Contestez-vous ?", { name: foe, word: claim.word });
  }
  if (phase === "last") return _("{name} a dix secondes pour un dernier Jarnac.", { name: foe });
  return _("{name} joue.", { name: foe });
}
