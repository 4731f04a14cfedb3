// References, placing and counting, as on the server; only the server knows which words are good.
// Cells: 225 characters, "." empty, upper case a tile, lower case a joker's letter.
import { pageData } from "./dom.js";

export const SIZE = 15;
export const ACROSS = "across";
export const DOWN = "down";
export const EMPTY = ".";
export const CENTRE = 112;

let loaded;
/** The rules a template left in `#rc-rules`. */
export const rules = () => (loaded ??= pageData("rc-rules"));

const step = (direction) => (direction === ACROSS ? 1 : SIZE);
const other = (direction) => (direction === ACROSS ? DOWN : ACROSS);
export { other };

export const squareName = (index) =>
  String.fromCharCode(65 + Math.floor(index / SIZE)) + ((index % SIZE) + 1);

/** `H4` across, `4H` down. */
export function formatReference(index, direction) {
  const row = String.fromCharCode(65 + Math.floor(index / SIZE));
  const column = (index % SIZE) + 1;
  return direction === ACROSS ? `${row}${column}` : `${column}${row}`;
}

export function parseReference(text) {
  const compact = text.replace(/\s/g, "").toUpperCase();
  const found = /^([A-O])(\d{1,2})$/.exec(compact) || /^(\d{1,2})([A-O])$/.exec(compact);
  if (!found) return null;
  const across = /[A-O]/.test(found[1]);
  const column = Number(across ? found[2] : found[1]) - 1;
  const row = (across ? found[1] : found[2]).charCodeAt(0) - 65;
  if (column < 0 || column >= SIZE) return null;
  return { index: row * SIZE + column, direction: across ? ACROSS : DOWN };
}

const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "");

/** « H4 LUSTRE(R) » or « lustre(r) h4 »: `{index, direction, word}`, a joker's letter in lower case. */
export function readMove(text) {
  const parts = plain(text).toUpperCase().trim().split(/\s+/);
  const turned = parts.length > 1 && !parseReference(parts[0]);
  const [place, ...rest] = turned ? [parts.at(-1), ...parts.slice(0, -1)] : parts;
  const written = rest.join("");
  const found = parseReference(place);
  if (!found || !/^(?:[A-Z]|\([A-Z]\))+$/.test(written)) return null;
  return {
    ...found,
    word: written.replace(/\(([A-Z])\)/g, (_all, letter) => letter.toLowerCase()),
  };
}

/** `LUSTREr` as people write it: `LUSTRE(R)`. */
export const formatWord = (word) => word.replace(/[a-z]/g, (c) => `(${c.toUpperCase()})`);

export const value = (
  letter,
  r = rules(),
) => (/[A-Z]/.test(letter) ? r.values[letter.charCodeAt(0) - 65] : 0);

const room = (index, direction) =>
  SIZE - (direction === ACROSS ? index % SIZE : Math.floor(index / SIZE));
const before = (
  index,
  direction,
) => (direction === ACROSS ? index % SIZE : Math.floor(index / SIZE));

/** The squares of a word of that length, or null where it leaves the grid. */
export const squares = (index, direction, length) =>
  length > room(index, direction)
    ? null
    : Array.from({ length }, (_unused, i) => index + i * step(direction));

/** The longest run of letters through a square: `{start, word}`. */
export function run(cells, index, direction) {
  const by = step(direction);
  let start = index;
  for (let left = before(index, direction); left > 0 && cells[start - by] !== EMPTY; left -= 1) {
    start -= by;
  }
  let word = "";
  for (
    let at = start, left = room(start, direction);
    left > 0 && cells[at] !== EMPTY;
    at += by, left -= 1
  ) word += cells[at];
  return { start, word };
}

function count(after, fresh, index, direction, r) {
  const { start, word } = run(after, index, direction);
  let points = 0;
  let factor = 1;
  squares(start, direction, word.length).forEach((at, i) => {
    // A premium is spent once covered (2017 2.2).
    const mark = fresh.has(at) ? r.marks[at] : ".";
    points += value(word[i], r) * ({ "'": 2, '"': 3 }[mark] ?? 1);
    factor *= { "-": 2, "=": 3 }[mark] ?? 1;
  });
  return {
    word: word.toUpperCase(),
    reference: formatReference(start, direction),
    points: points * factor,
  };
}

/**
 * Count a word laid from `index`: `{total, words, bonus, tiles}`, or null where it leaves the grid
 * or meets another letter. The word is whole, board letters included; lower case is a joker of the
 * rack.
 */
export function score(cells, index, direction, word, r = rules()) {
  const at = squares(index, direction, word.length);
  if (!at) return null;
  const after = [...cells];
  const fresh = new Set();
  let tiles = "";
  for (const [i, square] of at.entries()) {
    if (cells[square] === EMPTY) {
      after[square] = word[i];
      fresh.add(square);
      tiles += /[a-z]/.test(word[i]) ? "?" : word[i];
    } else if (cells[square].toUpperCase() !== word[i].toUpperCase()) return null;
  }
  const words = [count(after, fresh, index, direction, r)];
  for (const square of fresh) {
    if (run(after, square, other(direction)).word.length > 1) {
      words.push(count(after, fresh, square, other(direction), r));
    }
  }
  // One tile beside a word may make no word in its own direction.
  const formed = words.filter((w) => w.word.length > 1);
  const bonus = new Map(r.bonuses).get(fresh.size) ?? 0;
  return { total: formed.reduce((sum, w) => sum + w.points, bonus), words: formed, bonus, tiles };
}
