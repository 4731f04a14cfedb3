// Whether a draw came, or gave place to the next, as every edition of the regulation has it: whoever
// may skip draws as he likes can choose among them.
import { _ } from "../core/i18n.js";
import { alphabetical } from "./tiles.js";

const EARLY_TURNS = 15;
const EARLY = 2;
const LATE = 1;

function counted(letters) {
  const vowels = letters.replace(/[^AEIOU]/g, "").length;
  const wild = letters.replace(/[^Y?]/g, "").length;
  return { vowels, consonants: letters.length - vowels - wild, wild };
}

/** Whether the rest of the pool, Y and jokers aside, is all of one kind. */
const isOneKind = ({ vowels, consonants }) => !vowels !== !consonants;

/** Whether letters hold so many vowels and consonants, Y and jokers at will. */
function holds(letters, pool, least) {
  let { vowels, consonants, wild } = counted(letters);
  const rest = counted(pool);
  if (isOneKind(rest)) {
    if (rest.vowels) consonants += wild;
    else vowels += wild;
    wild = 0;
  }
  return Math.max(0, least - vowels) + Math.max(0, least - consonants) <= wild;
}

function minimum(turn, pool, size) {
  const canGive = size >= 2 * EARLY && holds(pool, pool, EARLY);
  return turn <= EARLY_TURNS && canGive ? EARLY : LATE;
}

const poolOf = ({ bag, leave, reserve }) => bag + leave + reserve.slice(0, 1);

/** Whether a valid draw would not be, did its Y and jokers count as the other kind. */
function countsOnWild(rack, pool, turn) {
  const { vowels, consonants, wild } = counted(rack);
  if (!wild || isOneKind(counted(pool))) return false;
  return Math.min(vowels, consonants) < minimum(turn, pool, rack.length);
}

const notFollowing = () => _("Des événements ne se suivent pas.");

/** The tiles with the letters in play back in the bag, the leave in hand. */
const undrawn = ({ position, held, new: letters }) => ({
  ...position,
  bag: position.bag + letters,
  leave: held,
});

function drawFault(tiles, event, isRejected) {
  const isPutRight = isRejected && tiles.rack && tiles.origin !== "software";
  if ((tiles.rack && !isPutRight) || event.turn !== tiles.turn) return notFollowing();
  const position = isPutRight ? undrawn(tiles) : tiles.position;
  const pool = poolOf(position);
  const rack = position.leave + event.new + tiles.serving;
  const isBanned = tiles.banned && alphabetical(rack) === alphabetical(tiles.banned);
  const isValid = holds(rack, pool, minimum(tiles.turn, pool, rack.length));
  const n = tiles.turn;
  if (isRejected) {
    return isValid && !isBanned ? _("Au coup {n}, tirage {rack} rejeté à tort.", { n, rack }) : "";
  }
  if (!isValid) return _("Au coup {n}, tirage {rack} à rejeter.", { n, rack });
  return (event.joker ?? "") === tiles.serving ? "" : notFollowing();
}

function declinedFault(tiles) {
  const { rack, turn: n } = tiles;
  if (countsOnWild(rack, poolOf(tiles.before), n)) return "";
  return _("Au coup {n}, tirage {rack} rejeté à tort.", { n, rack });
}

/** What is wrong with the way a draw comes or goes, as a sentence; empty where nothing is. */
export function wayFault(tiles, event) {
  const isInPlay = tiles.rack && event.turn === tiles.turn;
  const last = tiles.rack ? tiles.turn : tiles.turn - 1;
  switch (event.event) {
    case "drawn":
      return drawFault(tiles, event, false);
    case "draw-rejected":
      return drawFault(tiles, event, true);
    case "draw-declined":
      return isInPlay ? declinedFault(tiles) : notFollowing();
    case "draw-corrected":
      return isInPlay && tiles.origin !== "software" && event.new.length === tiles.new.length
        ? ""
        : notFollowing();
    case "no-solution":
      return isInPlay ? "" : notFollowing();
    case "turn-cancelled":
      return event.turn === last && last >= 1 ? "" : notFollowing();
    default:
      return "";
  }
}
