// The draws of a published game computed again from its secret and its public number: nothing is
// asked of any server. docs/games.md describes each step.
import { hmac, joined, sha256 } from "../core/sha256.js";
import { _ } from "../core/i18n.js";
import { wayFault } from "./draw_checks.js";
import { alphabetical, Tiles } from "./tiles.js";

const WORDS = 2 ** 32;
const ALONE = "raccord-draws-1";
const MIXED = "raccord-draws-2";
const text = new TextEncoder();
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (found) => [...found].map((b) => b.toString(16).padStart(2, "0")).join("");
const isSecret = (secret) => /^[0-9a-f]{64}$/.test(secret);

/** JSON without spaces, the keys of every object sorted: one text for equal values. */
function sorted(value) {
  if (Array.isArray(value)) return `[${value.map(sorted).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${sorted(value[key])}`).join(",")}}`;
}

/** What of a formula differs from the classic one. */
function canonical(formula, classic) {
  const differs = ([key, value]) => sorted(value) !== sorted(classic[key]);
  return sorted(Object.fromEntries(Object.entries(formula).filter(differs)));
}

function parameters(opened, classic) {
  const { edition, formula, lexicon_digest, scheme, game = "", at = 0, title = "" } = opened;
  const found = [edition, canonical({ ...classic, ...formula }, classic), lexicon_digest];
  return (scheme === MIXED ? [...found, game, String(at), title] : found).join("\n");
}

function commitment(secret, opened, classic) {
  const parts = [
    text.encode(opened.scheme ?? ALONE),
    bytes(secret),
    text.encode(parameters(opened, classic)),
  ];
  return hex(sha256(joined(...parts.flatMap((part) => [part, [0]]))));
}

/** What the draws come from. */
const keyOf = (secret, { scheme, commitment: hash }, number) =>
  scheme === MIXED ? hmac(bytes(secret), joined(bytes(hash), text.encode(number))) : bytes(secret);

function* words(key, number) {
  for (let block = 0;; block += 1) {
    const view = new DataView(hmac(key, text.encode(`${number}:${block}`)).buffer);
    for (let i = 0; i < 32; i += 4) yield view.getUint32(i);
  }
}

/** The letters of the n-th draw from a bag, each tile equally likely. */
function letters(key, number, bag, count) {
  const row = [...alphabetical(bag)];
  const stream = words(key, number);
  let drawn = "";
  while (drawn.length < count) {
    const word = stream.next().value;
    if (word < WORDS - (WORDS % row.length)) drawn += row.splice(word % row.length, 1)[0];
  }
  return drawn;
}

const isDraw = ({ event }) => event === "drawn" || event === "draw-rejected";

/** A public number as it counts, however it was typed; empty where it cannot be one. */
export function publicNumber(typed) {
  const found = typed.normalize("NFKC").toLowerCase().replace(/[ \t\n._-]/g, "");
  return /^[0-9a-z]{6,256}$/.test(found) ? found : "";
}

/** What is wrong with the public number of a record. */
function numberFault(opened, events) {
  const told = events.filter((one) => one.event === "public-number" || isDraw(one));
  const given = told.filter(({ event }) => event === "public-number");
  if (!given.length) {
    return opened.needs_number && told.length
      ? _("La partie devait attendre un nombre public, et n'en a pas.")
      : "";
  }
  if (opened.scheme !== MIXED || given.length > 1 || told[0] !== given[0]) {
    return _("Le nombre public n'est pas donné une fois, avant tout tirage.");
  }
  return publicNumber(given[0].number) === given[0].number
    ? ""
    : _("Ce nombre public ne peut pas en être un.");
}

/** The first draw that is not what it should be. */
function firstFault(opened, events, secret, classic) {
  const tiles = new Tiles({ ...classic, ...opened.formula });
  let number = "";
  let isOut = false;
  for (const event of events) {
    isOut ||= event.event === "secret-revealed";
    if (isOut && isDraw(event)) throw new RangeError("a draw after the secret");
    if (event.event === "public-number") number = event.number;
    if (isDraw(event) && event.origin === "software") {
      const { bag, leave } = tiles.position;
      const key = keyOf(secret, opened, number);
      const expected = letters(key, tiles.draws, bag, tiles.needed);
      if (expected !== event.new) return { turn: event.turn, told: event.new, expected };
      if (leave !== event.leave) {
        const [told, right] = [event.leave, leave].map((rest) => `${rest}+${event.new}`);
        return { turn: event.turn, told, expected: right };
      }
    }
    const message = wayFault(tiles, event);
    if (message) return { message };
    tiles.take(event);
  }
  return null;
}

const failed = (message, more = {}) => ({ status: "failed", message, ...more });

function judged(opened, events, secret, classic) {
  if (!opened.commitment) {
    const message = _("Le logiciel n'a rien tiré : il n'y a pas de tirages à vérifier.");
    return { status: "none", message };
  }
  if (!secret) {
    const message = _("Le secret des tirages est publié après la fin de la partie.");
    return { status: "unpublished", message };
  }
  if (!isSecret(secret) || commitment(secret, opened, classic) !== opened.commitment) {
    return failed(_("Le secret publié n'est pas celui de l'engagement."));
  }
  const wrong = numberFault(opened, events);
  if (wrong) return failed(wrong);
  let fault;
  try {
    fault = firstFault(opened, events, secret, classic);
  } catch {
    return failed(_("Des événements ne se suivent pas."));
  }
  if (!fault) return { status: "verified", message: "" };
  if (fault.message) return failed(fault.message);
  const { turn: n, told, expected } = fault;
  return failed(
    _("Au coup {n}, le secret donne {expected}, la partie dit {told}.", { n, told, expected }),
    fault,
  );
}

/** What is told of a record without fault: draws by hand are nobody's to prove. */
function praise(events, given) {
  const draws = events.filter(isDraw);
  const hand = draws.filter(({ origin }) => origin !== "software").length;
  const n = draws.length - hand;
  if (hand) {
    const message = given
      ? _(
        "Tirages du logiciel : {n}, bien ceux du secret publié et du nombre public. Tirages à la main, que rien ne prouve : {hand}.",
        { n, hand },
      )
      : _(
        "Tirages du logiciel : {n}, bien ceux du secret publié. Tirages à la main, que rien ne prouve : {hand}.",
        { n, hand },
      );
    return { status: "partial", message };
  }
  const message = given
    ? _("Tous les tirages ({n}) sont bien ceux du secret publié et du nombre public.", { n })
    : _("Tous les tirages ({n}) sont bien ceux du secret publié.", { n });
  return { message };
}

/** What the proof does not prove, and how often a person had a draw made again. */
function caveats(events, given) {
  const count = (kind) => events.filter(({ event }) => event === kind).length;
  const [cancelled, declined, unsolved] = ["turn-cancelled", "draw-declined", "no-solution"]
    .map(count);
  return [
    !given &&
    _(
      "Sans nombre public : la preuve ne dit pas que l'organisateur n'a pas choisi son secret parmi plusieurs.",
    ),
    cancelled && _("Coups annulés par l'arbitre : {n}.", { n: cancelled }),
    declined && _("Tirages refusés par l'arbitre (Y ou joker) : {n}.", { n: declined }),
    unsolved && _("Tirages sans solution, refaits : {n}.", { n: unsolved }),
  ].filter(Boolean);
}

/**
 * The verdict on a record, which is the parsed JSON of a published game; `classic` is the classic
 * formula, whose values a formula need not repeat.
 */
export function verify(record, classic) {
  const [opened, ...events] = record?.events ?? [];
  if (record?.schema !== "raccord.game" || opened?.event !== "opened") {
    return { status: "unreadable", message: _("Ce n'est pas l'enregistrement d'une partie.") };
  }
  const secret = events.find(({ event }) => event === "secret-revealed")?.secret ?? "";
  const given = events.find(({ event }) => event === "public-number");
  const draws = events.filter(isDraw).length;
  const verdict = judged(opened, events, secret, classic);
  if (verdict.status === "verified") Object.assign(verdict, praise(events, given));
  const caveat = opened.commitment ? caveats(events, given).join(" ") : "";
  return {
    ...verdict,
    caveat,
    secret,
    draws,
    commitment: opened.commitment ?? "",
    scheme: opened.commitment ? opened.scheme ?? ALONE : "",
    number: given?.number ?? "",
    source: given?.source ?? "",
    title: opened.title ?? "",
  };
}
