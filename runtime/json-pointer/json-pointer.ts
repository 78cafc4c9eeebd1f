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

/** Builds a JSON Pointer (RFC 6901) from tokens: `["a/b", 0]` becomes `/a~1b/0`. No tokens: the whole document. */
export function toPointer(tokens: readonly (string | number)[]): string {
  let pointer = "";
  for (const token of tokens) pointer += `/${escapeToken(String(token))}`;
  return pointer;
}

/** One token as it is written in a JSON Pointer: `~` becomes `~0` and `/` becomes `~1`. */
export function escapeToken(token: string): string {
  // Few tokens need it, and a search is much faster than a replacement.
  if (token.includes("~") || token.includes("/")) return token.replaceAll("~", "~0").replaceAll("/", "~1");
  return token;
}

/** The tokens of a JSON Pointer, unescaped. Throws a `SyntaxError` for a text that is not a JSON Pointer. */
export function fromPointer(pointer: string): string[] {
  if (pointer === "") return [];
  // Few pointers have escapes, and a search is much faster than an expression.
  const hasEscapes = pointer.includes("~");
  if (!pointer.startsWith("/") || (hasEscapes && /~(?![01])/.test(pointer)))
    throw new SyntaxError(`not a JSON Pointer: ${JSON.stringify(pointer)}`);
  const tokens = pointer.slice(1).split("/");
  if (hasEscapes) return tokens.map(unescapeToken);
  return tokens;
}

// `~1` first: otherwise `~01`, an escaped `~1`, would become a slash.
function unescapeToken(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The array index that a token names, or -1 if it names none: digits only, without a leading zero. */
export function arrayIndex(token: string): number {
  if (/^(?:0|[1-9][0-9]*)$/.test(token)) return Number(token);
  return -1;
}
