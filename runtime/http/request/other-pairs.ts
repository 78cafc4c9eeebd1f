/** The name of a pair in a query, as it is written there. */
export const nameOf = (pair: string): string => pair.replace(/=.*/s, "");

/** The pairs of a URL's query that have none of these names. */
export function otherPairs({ search }: URL, names: readonly string[]): string[] {
  return search
    .slice(1)
    .split("&")
    .filter((pair) => pair && !names.includes(nameOf(pair)));
}
