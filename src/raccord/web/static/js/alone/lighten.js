// The record of an evening grows by 12 kB a table; who plays its draws needs none of the tables.
const OF_TABLES = new Set([
  "registered",
  "renumbered",
  "unregistered",
  "tables-merged",
  "withdrawn",
  "excluded",
  "slip",
  "proposed",
  "ruled",
]);

/** The file of a game without what its tables did; any other file as it is. */
export async function lightened(file) {
  try {
    const { events, schema, version } = JSON.parse(await file.text());
    const kept = events.filter(({ event }) => !OF_TABLES.has(event));
    return new File([JSON.stringify({ schema, version, events: kept })], file.name);
  } catch {
    return file;
  }
}
