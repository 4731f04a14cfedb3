// What a player is told: whose move it is and what can be done.
import { _ } from "../core/i18n.js";

const other = (seat) => (seat === "A" ? "B" : "A");
/** A player as he is called in the middle of a sentence. */
export const nameOf = (view, seat) =>
  seat === view.computer ? _("l'ordinateur") : view.names[seat === "A" ? 0 : 1];
/** A sentence that may begin with such a name. */
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** One sentence for the player of `seat`, who may be composing (`mode`). */
export const say = (view, seat, mode = "") => sentence(told(view, seat, mode));

function told(view, seat, mode) {
  const { game } = view;
  const foe = nameOf(view, other(seat));
  if (view.result) return view.result.headline;
  if (!view.seated.every(Boolean)) return _("En attente de l'autre joueur.");
  if (game.stopped) return _("Le jeu est arrêté.");
  if (game.phase === "ruling") return ruling(view, seat, foe);
  if (mode === "jarnac") {
    return _("Quel mot était à jouer ? Touchez une ligne, puis les lettres dans l'ordre.");
  }
  if (mode === "swap") return _("Choisissez trois lettres à remettre dans le sac.");
  if (game.phase === "toss") return _("Une lettre chacun : la plus proche de A commence.");
  return game.turn === seat ? holding(view, seat, foe) : watching(view, seat, foe);
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

function holding(view, seat, foe) {
  const { phase, claim, sides } = view.game;
  const [own, its] = seat === "A" ? sides : [...sides].reverse();
  if (own.fallen) {
    return own.offers.includes("call-jarnac")
      ? _("Votre temps est épuisé : dites Jarnac sans le prendre, ou passez.")
      : _("Votre temps est épuisé : vous ne pouvez plus que passer.");
  }
  if (view.game.held) {
    return _("{name} peut encore contester : vos lettres arrivent.", { name: foe });
  }
  if (its.fallen && phase === "play") {
    return _("{name} n'a plus de temps : jouez tant que vous pouvez.", { name: foe });
  }
  const texts = {
    bag:
      () => (own.offers.includes("call-jarnac")
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

function watching(view, seat, foe) {
  const { phase, claim, sides } = view.game;
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
  if (sides[seat === "A" ? 0 : 1].fallen) {
    return _("Votre temps est épuisé : contestez, ou attendez que {name} passe.", { name: foe });
  }
  return _("{name} joue.", { name: foe });
}
