/** Names that are listed if none is near; more would be no help. */
const mostListed = 24;

/**
 * The known names that a wrong one is probably meant for, the nearest first; none if nothing is near. Of a name with
 * slashes the last part alone may be meant.
 */
export function nearestNames(wrong: string, known: readonly string[], most = 3): readonly string[] {
  // Guessed: two mistakes, one in every four characters of a long word, and less than half of a short one.
  const limit = Math.min(wrong.length >> 1, Math.max(2, wrong.length >> 2));
  const measured = known
    .map((name) => ({ name, distance: distanceBetween(wrong, name) }))
    .sort((a, b) => a.distance - b.distance);
  // If one is clearly meant, the others would only distract.
  const farthest = Math.min(limit, (measured[0]?.distance ?? 0) + 1);
  const near = measured.filter(({ distance }) => distance <= farthest);
  return near.slice(0, most).map(({ name }) => name);
}

/** "; did you mean `a` or `b`?", or an empty text. */
export function didYouMean(wrong: string, known: readonly string[]): string {
  const near = nearestNames(wrong, known).map((name) => `\`${name}\``);
  return near.length === 0 ? "" : `; did you mean ${near.join(" or ")}?`;
}

/** "there is no option `colr`; did you mean `color`?", or the names that there are. */
export function unknownName(kind: string, wrong: string, known: readonly string[]): string {
  const list = known.slice(0, mostListed).map((name) => `\`${name}\``);
  const all = `; there are ${list.join(", ")}${known.length > mostListed ? ", …" : ""}`;
  return `there is no ${kind} \`${wrong}\`${didYouMean(wrong, known) || (known.length === 0 ? "" : all)}`;
}

/** What is wrong with a record of options that has one too many; `undefined` if every name is known. */
export function unknownOption(options: object, known: readonly string[], prefix = ""): string | undefined {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  const all = known.map((name) => prefix + name);
  return unknown === undefined ? undefined : unknownName("option", prefix + unknown, all);
}

function distanceBetween(wrong: string, name: string): number {
  const [a, b] = [wrong.toLowerCase(), name.toLowerCase()];
  // A short part would be part of everything.
  if ((a.length > 3 && b.includes(a)) || (b.length > 3 && a.includes(b))) return 0;
  if (a.length > 1 && b.startsWith(a)) return 1;
  return Math.min(editDistance(a, b), editDistance(a, b.slice(b.lastIndexOf("/") + 1)));
}

/** Characters to insert, delete, replace, or swap with the next one (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let last: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? (last[j - 2] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [last, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}
