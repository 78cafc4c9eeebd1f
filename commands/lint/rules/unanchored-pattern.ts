import { valueAt } from "@oipkit/runtime/json-pointer";
import { placeAt } from "../../../reader/documents/place.js";
import type { Rule } from "../rule.js";

/** Patterns that match anywhere in a text. */
export const unanchoredPattern: Rule = {
  name: "unanchored-pattern",
  formats: ["openapi", "asyncapi", "schema"],
  finds: "A `pattern` has an alternative without `^` and `$`, or anchors only some of its alternatives.",
  why: "JSON Schema looks for a match anywhere in the text, so `[a-z]+` also accepts `1a2`, and `^a|b$` accepts `ax` and `xb`.",
  remedy:
    "Write `^(?:…)$` around the whole pattern; if a part of the text is meant, an anchor at one end is enough.",
  severity: "warning",
  *check({ contracts }) {
    for (const path of contracts.names.keys()) {
      const document = contracts.documents.get(path);
      if (document === undefined) continue;
      for (const { tokens, value } of document.scan.patterns) {
        if (tokens.at(-1) !== "pattern" || typeof value !== "string") continue;
        if (valueAt(document.value, tokens.slice(0, -1)) === undefined) continue;
        const problem = problemOf(value);
        if (problem !== undefined) yield { place: placeAt(document, tokens), message: problem };
      }
    }
  },
};

function problemOf(pattern: string): string | undefined {
  const parts = alternatives(pattern);
  if (parts.some((part) => part !== "" && !startsAnchored(part) && !endsAnchored(part)))
    return parts.length === 1
      ? "this pattern has no anchor, so any text that contains a match is valid"
      : "an alternative of this pattern has no anchor, so any text that contains a match of it is valid";
  if (parts.length < 2) return undefined;
  const [first = ""] = parts;
  const last = parts.at(-1) ?? "";
  const isTrap = startsAnchored(first) && !endsAnchored(first) && endsAnchored(last) && !startsAnchored(last);
  return isTrap ? "`^` belongs to the first alternative only, and `$` to the last one" : undefined;
}

/** A look-around at the start asserts something about the whole text only if it is anchored itself. */
function startsAnchored(part: string): boolean {
  return /^(?:\(\?[=!][^)]*\))*\^/.test(part) || /^\((?:\?:|\?<\w+>)?\^/.test(part);
}

function endsAnchored(part: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*\$\)*$/.test(part);
}

/** The alternatives at the top of a pattern. */
function alternatives(pattern: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  let inClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "\\") at++;
    else if (inClass) inClass = character !== "]";
    else if (character === "[") inClass = true;
    else if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "|" && depth === 0) {
      parts.push(pattern.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, pattern.slice(start)];
}
