import { arrayIndex, valueAt } from "@oipkit/runtime/json-pointer";
import type { Fix } from "./fix.js";

/** The value that a document has after fixes, all of whose tokens are those of the document before. */
export function valueAfter(value: unknown, fixes: readonly Fix[]): unknown {
  const copy = structuredClone(value);
  // Later items of a list first, so that the indexes of earlier ones stay valid.
  const ordered = [...fixes].sort((a, b) => compare(tokensOf(b), tokensOf(a)));
  for (const fix of ordered) {
    if (fix.kind === "cut") continue;
    const holder = valueAt(copy, fix.tokens.slice(0, -1));
    const last = fix.tokens.at(-1) ?? "";
    if (Array.isArray(holder)) {
      if (fix.kind === "remove") holder.splice(arrayIndex(last), 1);
      else holder[arrayIndex(last)] = fix.text;
    } else if (holder !== null && typeof holder === "object") {
      const record = holder as Record<string, unknown>;
      if (fix.kind === "remove") delete record[last];
      else record[last] = fix.text;
    }
  }
  return copy;
}

function tokensOf(fix: Fix): readonly string[] {
  return fix.kind === "cut" ? [] : fix.tokens;
}

function compare(a: readonly string[], b: readonly string[]): number {
  for (const [index, token] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (token === other) continue;
    const [left, right] = [arrayIndex(token), arrayIndex(other)];
    if (left >= 0 && right >= 0) return left - right;
    return token < other ? -1 : 1;
  }
  return a.length - b.length;
}
