/** Keeps two names of one kind apart whatever characters the first holds. */
export function pairKey(first: string, second: string): string {
  return `${first.length}:${first}${second}`;
}
