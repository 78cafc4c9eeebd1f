/** A pattern for names that begin with a text, such as `^x-`. */
const prefixPattern = /^\^((?:[\w\-/:, ]|\\[.\-/])+)(?:\.[*+]\$?)?$/;

/**
 * The texts with which the names begin that each of some patterns matches, in their order. `undefined` if a pattern is of another
 * kind, or if two patterns, or a pattern and one of the declared names, are about the same names.
 */
export function namePrefixes(patterns: readonly string[], declared: readonly string[]): string[] | undefined {
  const prefixes: string[] = [];
  for (const pattern of patterns) {
    const prefix = prefixPattern.exec(pattern)?.[1]?.replaceAll("\\", "");
    if (prefix === undefined) return undefined;
    if (declared.some((name) => name.startsWith(prefix))) return undefined;
    if (prefixes.some((other) => other.startsWith(prefix) || prefix.startsWith(other))) return undefined;
    prefixes.push(prefix);
  }
  return prefixes;
}
