/** The unescaped tokens of a JSON Pointer (RFC 6901). */
export type PointerTokens = readonly string[];

/** Splits a JSON Pointer such as `/data/id` into tokens. Throws a `SyntaxError` unless it is empty or starts with `/`. */
export function parsePointer(pointer: string): PointerTokens {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) throw new SyntaxError(`not a JSON Pointer: ${JSON.stringify(pointer)}`);
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value at the tokens, or `undefined` where nothing stands there. Inherited properties don't count. */
export function resolvePointer(value: unknown, tokens: PointerTokens): unknown {
  let current = value;
  for (const token of tokens) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, token)) return undefined;
    current = (current as Readonly<Record<string, unknown>>)[token];
  }
  return current;
}

/** A resolver for one JSON Pointer, prepared once. Throws a `SyntaxError` as `parsePointer` does. */
export function pointerResolver(pointer: string): (value: unknown) => unknown {
  const tokens = parsePointer(pointer);
  // What no object inherits needn't be asked whether it is inherited.
  if (tokens.some((token) => token in Array.prototype)) return (value) => resolvePointer(value, tokens);
  return (value) => {
    let current = value;
    for (let index = 0; index < tokens.length; index++) {
      if (typeof current !== "object" || current === null) return undefined;
      current = (current as Readonly<Record<string, unknown>>)[tokens[index] as string];
    }
    return current;
  };
}
