/** Characters of the longest name that is compared; nobody misspells a longer one by hand. */
const mostCompared = 256;

/** Number of names listed if none is near; more would not help. */
const mostListed = 24;

/**
 * The known names closest to a wrong one, nearest first; empty if none is near. For a name with
 * slashes, only the last part may have been meant.
 */
export function nearestNames(wrong: string, known: readonly string[], most = 3): readonly string[] {
  if (wrong.length > mostCompared) return [];
  // Guessed: two mistakes, one in every four characters of a long word, and fewer than half of a short one.
  const limit = Math.min(wrong.length >> 1, Math.max(2, Math.min(wrong.length >> 2, 4)));
  const lower = wrong.toLowerCase();
  const measured: { readonly name: string; readonly distance: number }[] = [];
  for (const name of known) {
    const distance =
      name.length > mostCompared ? limit + 1 : distanceBetween(lower, name.toLowerCase(), limit);
    if (distance <= limit) measured.push({ name, distance });
  }
  measured.sort((a, b) => a.distance - b.distance);
  // If one is clearly meant, the others would only distract.
  const farthest = Math.min(limit, (measured[0]?.distance ?? 0) + 1);
  const near = measured.filter(({ distance }) => distance <= farthest);
  return near.slice(0, most).map(({ name }) => name);
}

/** "; did you mean `a` or `b`?", or an empty text. */
export function didYouMean(wrong: string, known: readonly string[]): string {
  const near = nearestNames(wrong, known).map((name) => `\`${name}\``);
  if (near.length === 0) return "";
  return `; did you mean ${near.join(" or ")}?`;
}

/** "there is no option `colr`; did you mean `color`?", or the list of known names. */
export function unknownName(kind: string, wrong: string, known: readonly string[]): string {
  const near = didYouMean(wrong, known);
  if (near === "") return notAmong(kind, wrong, known);
  return `there is no ${kind} \`${wrong}\`${near}`;
}

/** "there is no option `x`; there are `color`, `size`": the same without a search, for small bundles. */
export function notAmong(kind: string, wrong: string, known: readonly string[]): string {
  const unknown = `there is no ${kind} \`${wrong}\``;
  if (known.length === 0) return unknown;
  const list = known.slice(0, mostListed).map((name) => `\`${name}\``);
  if (known.length > mostListed) list.push("…");
  return `${unknown}; there are ${list.join(", ")}`;
}

/** The error message for a record with an unknown option; `undefined` if every name is known. */
export function unknownOption(options: object, known: readonly string[], prefix = ""): string | undefined {
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  const all = known.map((name) => prefix + name);
  if (unknown === undefined) return undefined;
  return unknownName("option", prefix + unknown, all);
}

/** The distance of two names in lower case. */
function distanceBetween(a: string, b: string, limit: number): number {
  // A short part would match everywhere.
  if ((a.length > 3 && b.includes(a)) || (b.length > 3 && a.includes(b))) return 0;
  if (a.length > 1 && b.startsWith(a)) return 1;
  return Math.min(editDistance(a, b, limit), editDistance(a, b.slice(b.lastIndexOf("/") + 1), limit));
}

/** Number of characters to insert, delete, replace, or swap with the next one; more than `limit` if above it. */
function editDistance(a: string, b: string, limit: number): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  if (restA === "" || restB === "") return restA.length + restB.length;
  if (limit === 0 || Math.abs(restA.length - restB.length) > limit) return limit + 1;
  const after = (ofA: number, ofB: number): number =>
    1 + editDistance(restA.slice(ofA), restB.slice(ofB), limit - 1);
  const isSwap = restA[0] === restB[1] && restA[1] === restB[0];
  return Math.min(after(1, 1), after(1, 0), after(0, 1), isSwap ? after(2, 2) : limit + 1);
}
