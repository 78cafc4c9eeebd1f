import { createHash } from "node:crypto";

/** A server keeps so many plans for each connection at most. */
const mostNames = 200;
/** Texts that came once; with more, they are forgotten. */
const mostSeen = 1000;

const names = new Map<string, string>();
const seen = new Set<string>();

/**
 * The name of a statement, from its second use in this process on; `undefined` for one that doesn't get any. It depends on the text
 * alone, since a pool may be shared.
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= mostNames) return undefined;
  if (!seen.delete(text)) {
    if (seen.size >= mostSeen) seen.clear();
    seen.add(text);
    return undefined;
  }
  const name = `oipkit_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
  names.set(text, name);
  return name;
}
