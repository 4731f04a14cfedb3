// The free word list in the browser: front-coded text to sorted words, and questions about them.

/** Each line: how many letters are those of the word before (base 36), then the others. */
export function unpack(text) {
  const words = [];
  let before = "";
  for (const line of text.split("\n")) {
    if (!line) continue;
    before = before.slice(0, parseInt(line[0], 36)) + line.slice(1);
    words.push(before);
  }
  return words;
}

export function has(words, word) {
  let low = 0;
  let high = words.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (words[middle] === word) return true;
    if (words[middle] < word) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}

/** The words made of these letters, `?` a joker: all of them, or some where `some` is set. */
export function made(words, letters, some = false) {
  const counts = new Map();
  let jokers = 0;
  for (const letter of letters) {
    if (letter === "?") jokers += 1;
    else counts.set(letter, (counts.get(letter) || 0) + 1);
  }
  return words.filter((word) =>
    (some ? word.length <= letters.length : word.length === letters.length) &&
    lacks(word, counts) <= jokers
  );
}

function lacks(word, counts) {
  const used = new Map();
  let missing = 0;
  for (const letter of word) {
    const n = (used.get(letter) || 0) + 1;
    used.set(letter, n);
    if (n > (counts.get(letter) || 0)) missing += 1;
  }
  return missing;
}

const VOWELS = "AEIOUY";
const any = (list) => list[Math.floor(Math.random() * list.length)];

/** Ten words of two or three letters, some of them invented. */
export function quiz(words, size = 10) {
  const short = words.filter((word) => word.length <= 3);
  return Array.from({ length: size }, () => {
    const word = any(short);
    const other = Math.random() < 0.5 ? invented(words, word) : "";
    return other ? { word: other, exists: false } : { word, exists: true };
  });
}

function invented(words, word) {
  for (let tries = 0; tries < 100; tries++) {
    const at = Math.floor(Math.random() * word.length);
    const letter = String.fromCharCode(65 + Math.floor(Math.random() * 26));
    const other = word.slice(0, at) + letter + word.slice(at + 1);
    if (VOWELS.includes(letter) === VOWELS.includes(word[at]) && !has(words, other)) return other;
  }
  return "";
}
