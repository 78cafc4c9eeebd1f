import { fromPointer } from "./tokens.js";
import { valueAt } from "./value-at.js";

/** `valueAt` for one JSON Pointer, prepared once. Throws a `SyntaxError` as `fromPointer` does. */
export function pointerResolver(pointer: string): (root: unknown) => unknown {
  const tokens = fromPointer(pointer);
  // A name that objects and arrays neither inherit nor always have doesn't need the own-property check.
  if (tokens.some((token) => token in Array.prototype)) return (root) => valueAt(root, tokens);
  return (root) => {
    let value = root;
    for (let index = 0; index < tokens.length; index++) {
      if (typeof value !== "object" || value === null) return undefined;
      value = (value as Readonly<Record<string, unknown>>)[tokens[index] as string];
    }
    return value;
  };
}
