// Tables named by their numbers, as a referee types them; the server reads its forms likewise.

const MOST = 9999;
const RANGE = /^(\d{1,4})(?:[-–à](\d{1,4}))?$/;

/** Read « 5-12 14 »: `{ tables }`, or `{ wrong }`, the part that is not understood. */
export function parseTables(text) {
  const found = new Set();
  const joined = text.trim().replace(/\s*([-–]|(?<=\s)à(?=\s))\s*/g, "$1");
  for (const part of joined.split(/[\s,;]+|(?<=\d)et(?=\d)/).filter((one) => one && one !== "et")) {
    const [, from, to = from] = RANGE.exec(part) ?? [];
    const [first, last] = [Number(from), Number(to)];
    if (!(first >= 1 && first <= last && last <= MOST)) return { wrong: part };
    for (let table = first; table <= last; table += 1) found.add(table);
  }
  return { tables: [...found].sort((a, b) => a - b) };
}

/** « 5-12 14 », as short as it can be typed. */
export function formatTables(tables) {
  const runs = [];
  for (const table of [...tables].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && run[1] === table - 1) run[1] = table;
    else runs.push([table, table]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(" ");
}
