import { escapeToken } from "@oipkit/runtime/json-pointer";
import type { Problem } from "../../report/findings/finding.js";
import { keyOf, type Span, skipSpace, stringEnd } from "./json-text.js";

/** A key that occurs more than once in its object. */
export interface DuplicateKey {
  /** The later key, quotes included. */
  readonly span: Span;
  /** JSON Pointer of the member. */
  readonly pointer: string;
}

interface Level {
  /** The keys of an object so far; `undefined` for an array. */
  readonly keys: Set<string> | undefined;
  /** The key or index that is being read. */
  token: string | number;
}

/** The problems of the repeated keys in a valid JSON text. */
export function duplicateProblems(text: string): readonly Problem[] {
  return duplicateKeys(text).map(({ span, pointer }) => ({
    code: "duplicate-key",
    message: "duplicate key; parsers differ in which value they use",
    pointer,
    span,
  }));
}

/** Repeated keys of objects in a valid JSON text, in order. */
export function duplicateKeys(text: string): DuplicateKey[] {
  const found: DuplicateKey[] = [];
  const open: Level[] = [];
  for (let at = 0; at < text.length; at++) {
    const c = text.charCodeAt(at);
    const level = open.at(-1);
    if (c === 123) open.push({ keys: new Set(), token: "" });
    else if (c === 91) open.push({ keys: undefined, token: 0 });
    else if (c === 125 || c === 93) open.pop();
    else if (c === 44 && typeof level?.token === "number") level.token++;
    else if (c === 34) {
      const end = stringEnd(text, at);
      if (level?.keys && text[skipSpace(text, end)] === ":") {
        const key = keyOf(text, at, end);
        level.token = key;
        if (level.keys.has(key))
          found.push({ span: { offset: at, length: end - at }, pointer: pointerOf(open) });
        level.keys.add(key);
      }
      at = end - 1;
    }
  }
  return found;
}

function pointerOf(open: readonly Level[]): string {
  return open.map(({ token }) => `/${escapeToken(String(token))}`).join("");
}
