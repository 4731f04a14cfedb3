// Multitops: what solutions of one turn are worth together, as `rules/multitops.py` has it.

/** Which words do not go together, from « LUSTRE LUSTRES » a group. */
function familiesOf(kin) {
  const found = new Map();
  kin.forEach((group, i) => {
    for (const word of group.split(" ")) found.set(word, [...(found.get(word) ?? []), i]);
  });
  return found;
}

/** Both words that a single tile makes are played. */
const single = ({ tiles, words }) => (tiles.length === 1 ? words : []);

function overlap(families, one, other) {
  const share = (a, b) =>
    a === b || (families.get(a) ?? []).some((group) => families.get(b)?.includes(group));
  return share(one.main, other.main) ||
    single(one).some((word) => share(word, other.main)) ||
    single(other).some((word) => share(word, one.main));
}

/** The points of legal solutions: of a pair that overlaps the lower scores nothing. */
export function award(kin, solutions) {
  if (solutions.length < 2) return solutions[0]?.points ?? 0;
  const families = familiesOf(kin);
  const kept = [];
  // Stable: of equals the later one loses.
  for (const each of [...solutions].sort((a, b) => b.points - a.points)) {
    if (!kept.some((other) => overlap(families, each, other))) kept.push(each);
  }
  return kept.reduce((sum, { points }) => sum + points, 0);
}
