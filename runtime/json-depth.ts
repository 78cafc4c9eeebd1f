/**
 * Most levels of lists and objects in one JSON text: `[[1]]` has two. Recursive code on 256 levels needs a fraction of
 * the call stack, and no contract or event in use comes near it (libxml2 has the same limit for XML).
 */
export const maxJsonDepth = 256;

/**
 * The offset of the first bracket that opens a level beyond `maxJsonDepth`, in UTF-16 units; -1 if there is none. Reads
 * the text without recursion, so a caller can ask before it parses. Brackets in strings don't count; the text needn't
 * be valid JSON.
 */
export function tooDeepAt(text: string): number {
  if (!hasManyBrackets(text)) return -1;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === 34) at = stringEnd(text, at);
    else if (c === 91 || c === 123) {
      if (++depth > maxJsonDepth) return at;
    } else if (c === 93 || c === 125) depth--;
  }
  return -1;
}

/** Whether a value nests deeper than `maxJsonDepth`, found without recursion; true if it contains itself. */
export function isTooDeep(value: unknown): boolean {
  let level = new Set([value].filter(isContainer));
  for (let depth = 0; level.size > 0; depth++) {
    if (depth === maxJsonDepth) return true;
    const next = new Set<object>();
    for (const container of level)
      for (const value of Object.values(container)) if (isContainer(value)) next.add(value);
    level = next;
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Most texts have fewer brackets than a deep one needs; `indexOf` finds that out faster than a loop over all characters. */
function hasManyBrackets(text: string): boolean {
  if (text.length <= maxJsonDepth) return false;
  let count = 0;
  for (let at = text.indexOf("{"); at >= 0; at = text.indexOf("{", at + 1))
    if (++count > maxJsonDepth) return true;
  for (let at = text.indexOf("["); at >= 0; at = text.indexOf("[", at + 1))
    if (++count > maxJsonDepth) return true;
  return false;
}

/** The offset of a string's closing quote, or the text's length if it has none. */
function stringEnd(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at++) {
    const c = text.charCodeAt(at);
    if (c === 34) return at;
    if (c === 92) at++;
  }
  return text.length;
}
