import type { Document } from "../../../reader/documents/document.js";
import { isSchemaObject } from "../../../reader/documents/schema-walk.js";
import type { Ignore } from "./ignore.js";

/** The extension whose keys are names of rules and whose values are reasons. */
export const extensionName = "x-lint-ignore";

/** The ignores that a document has as `x-lint-ignore`. */
export function ignoresInExtensions(document: Document): Ignore[] {
  if (!document.text.includes(extensionName)) return [];
  const found: Ignore[] = [];
  const open: { scope: readonly string[]; value: unknown }[] = [{ scope: [], value: document.value }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { scope, value } = next;
    if (value === null || typeof value !== "object") continue;
    for (const [key, item] of Object.entries(value)) {
      if (key === extensionName && !Array.isArray(value)) found.push(...ignoresOf(document, scope, value));
      else open.push({ scope: [...scope, key], value: item });
    }
  }
  return found;
}

function ignoresOf(document: Document, scope: readonly string[], holder: object): Ignore[] {
  const written = (holder as Readonly<Record<string, unknown>>)[extensionName];
  const at = [...scope, extensionName];
  if (!isSchemaObject(written)) return [{ document, scope, rules: [], reason: "", tokens: at }];
  const entries = Object.entries(written);
  return entries.map(([rule, reason]) => {
    const tokens = [...at, rule];
    return {
      document,
      scope,
      rules: [rule],
      reason: typeof reason === "string" ? reason.trim() : "",
      tokens,
      fix: { kind: "remove", tokens: entries.length === 1 ? at : tokens },
    };
  });
}
