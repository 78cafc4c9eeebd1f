/** The value at a JSON Pointer, own members only; `undefined` where there is none. */
export function valueAtPointer(root: unknown, pointer: string): unknown {
  let value = root;
  for (const token of pointer.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** Whether a value counts changes: an integer from 1 on that JSON keeps exactly. */
export function isRevision(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

/** The type at the tokens of a pointer; `unknown` where the type doesn't say. */
export type ValueAt<T, Tokens extends readonly string[]> = Tokens extends readonly [
  infer Name,
  ...infer Rest extends readonly string[],
]
  ? Name extends keyof T
    ? ValueAt<T[Name], Rest>
    : unknown
  : T;
