// Where the tiles of a recorded game are, event after event: what a draw is drawn from.
const SIZE = 15;
const JOKER = "?";

/** Letters in alphabetical order, jokers last. */
export const alphabetical = (letters) =>
  [...letters].sort((a, b) => (a === JOKER) - (b === JOKER) || (a < b ? -1 : a > b ? 1 : 0)).join(
    "",
  );

/** The letters left once `taken` are gone, in their order; of equal ones the first drawn stays. */
export function without(letters, taken) {
  const left = [...letters];
  for (const letter of taken) {
    const at = left.lastIndexOf(letter);
    if (at < 0) throw new RangeError(letter);
    left.splice(at, 1);
  }
  return left.join("");
}

function start({ tiles, joker }) {
  const letters = tiles.counts.map((n, i) => String.fromCharCode(65 + i).repeat(n)).join("");
  const jokers = JOKER.repeat(tiles.jokers);
  const board = Array.from({ length: SIZE * SIZE }, () => "");
  return joker
    ? { board, bag: letters, leave: "", reserve: jokers }
    : { board, bag: letters + jokers, leave: "", reserve: "" };
}

/** The squares of a move and what it lays on those that are free; a joker in lower case. */
function laid(board, move) {
  const [, reference, word] = move.match(/^(\S+) (\S+)$/);
  const [, row, column] = reference.match(/^(?:\d+)?([A-O])(\d+)?$/) ?? [];
  if (!row) throw new RangeError(move);
  const down = !column;
  const first = (row.charCodeAt(0) - 65) * SIZE + Number(column ?? reference.match(/^\d+/)[0]) - 1;
  const letters = [...word.replace(/\((.)\)/g, (_, letter) => letter.toLowerCase())];
  return letters
    .map((letter, i) => ({ letter, at: first + i * (down ? SIZE : 1) }))
    .filter(({ at }) => !board[at]);
}

const tileOf = (letter) => (letter === letter.toUpperCase() ? letter : JOKER);

/** The position once a move is on the board; in the joker formula its joker may be recovered. */
function played({ board, bag, reserve }, rack, move) {
  const tiles = laid(board, move);
  const left = without(rack, tiles.map(({ letter }) => tileOf(letter)));
  const after = [...board];
  for (const { letter, at } of tiles) after[at] = letter;
  if (!reserve) return { board: after, bag, leave: left, reserve };
  if (left.includes(JOKER)) {
    return { board: after, bag, leave: left.replaceAll(JOKER, ""), reserve };
  }
  const { letter, at } = tiles.find((tile) => tileOf(tile.letter) === JOKER);
  const plain = letter.toUpperCase();
  if (!bag.includes(plain)) return { board: after, bag, leave: left, reserve: reserve.slice(1) };
  after[at] = plain;
  return { board: after, bag: without(bag, plain), leave: left, reserve };
}

const putBack = (position) => ({
  ...position,
  bag: alphabetical(position.bag + position.leave),
  leave: "",
});

/** The tiles of one game; `take` follows its events and throws where they do not follow. */
export class Tiles {
  constructor(formula) {
    this.size = formula.rack_size;
    this.position = this.before = start(formula);
    this.draws = 0;
    this.turn = 1;
    this.rack =
      this.new =
      this.held =
      this.banned =
      this.origin =
        "";
    this.turns = [];
  }

  /** How many letters the next draw takes out of the bag. */
  get needed() {
    const { bag, leave, reserve } = this.position;
    const serving = reserve ? 1 : 0;
    return Math.min(this.size, bag.length + leave.length + serving) - leave.length - serving;
  }

  /** The joker that comes with every draw of its formula. */
  get serving() {
    return this.position.reserve.slice(0, 1);
  }

  take(event) {
    this[event.event]?.(event);
  }

  drawn({ leave, new: letters, joker = "", origin }) {
    this.origin = origin;
    this.position = {
      ...this.position,
      bag: without(this.position.bag, letters),
      leave: "",
    };
    this.held = leave;
    this.new = letters;
    this.rack = leave + letters + joker;
    this.draws += 1;
  }

  "draw-rejected"() {
    this["draw-declined"]();
    this.draws += 1;
  }

  "draw-declined"() {
    const { before } = this;
    this.#clear(putBack(before));
    this.before = before;
  }

  "draw-corrected"({ new: letters }) {
    const whole = alphabetical(this.position.bag + this.new);
    this.position = { ...this.position, bag: without(whole, letters) };
    this.rack = this.held + letters + this.rack.slice((this.held + this.new).length);
    this.new = letters;
  }

  retained({ move }) {
    this.turns.push({ before: this.before, rack: this.rack });
    this.#clear(played(this.position, this.rack, move));
    this.banned = "";
    this.turn += 1;
  }

  "no-solution"() {
    this.#clear(putBack(this.before));
  }

  "turn-cancelled"({ turn }) {
    if (turn === this.turn) {
      this.banned = this.rack;
      this.#clear(putBack(this.before));
      return;
    }
    const { before, rack } = this.turns.pop();
    this.#clear(putBack(before));
    this.banned = rack;
    this.turn -= 1;
  }

  #clear(position) {
    this.position = this.before = position;
    this.rack = this.new = this.held = "";
  }
}
