/**
 * The known names that a wrong one is probably meant for, nearest first; none where nothing is near. Of a name with
 * slashes the last part alone may be meant.
 */
export function nearestNames(wrong: string, known: readonly string[], most = 3): readonly string[] {
  const limit = Math.max(2, Math.floor(wrong.length / 4));
  return known
    .map((name) => ({ name, distance: distanceBetween(wrong, name) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ name }) => name);
}

/** "; did you mean a, b or c?", or an empty text. */
export function didYouMean(wrong: string, known: readonly string[]): string {
  const near = nearestNames(wrong, known);
  return near.length === 0 ? "" : `; did you mean ${near.join(" or ")}?`;
}

function distanceBetween(wrong: string, name: string): number {
  if (isPartOf(wrong, name)) return 0;
  const end = name.slice(name.lastIndexOf("/") + 1);
  return Math.min(editDistance(wrong, name), editDistance(wrong, end));
}

/** A short part would be part of everything. */
function isPartOf(part: string, name: string): boolean {
  return part.length > 3 && name.toLowerCase().includes(part.toLowerCase());
}

/** Characters to insert, delete or exchange (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const exchange = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(exchange, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
