import { arrayIndex, fromPointer } from "./tokens.js";

/**
 * The value at the tokens of a JSON Pointer in JSON data; `undefined` if there is none. Only own properties count, and
 * only elements of an array.
 */
export function valueAt(root: unknown, tokens: readonly string[]): unknown {
  let value = root;
  for (const token of tokens) {
    if (Array.isArray(value)) {
      value = value[arrayIndex(token)];
    } else if (value !== null && typeof value === "object" && Object.hasOwn(value, token)) {
      value = (value as Readonly<Record<string, unknown>>)[token];
    } else {
      return undefined;
    }
  }
  return value;
}

/** The value at a JSON Pointer, as `valueAt` finds it. Throws a `SyntaxError` as `fromPointer` does. */
export function valueAtPointer(root: unknown, pointer: string): unknown {
  return valueAt(root, fromPointer(pointer));
}
