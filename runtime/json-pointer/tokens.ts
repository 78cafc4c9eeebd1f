/** Builds a JSON Pointer (RFC 6901) from tokens: `["a/b", 0]` becomes `/a~1b/0`. No tokens: the whole document. */
export function toPointer(tokens: readonly (string | number)[]): string {
  let pointer = "";
  for (const token of tokens) pointer += `/${escapeToken(String(token))}`;
  return pointer;
}

/** One token as it is written in a JSON Pointer: `~` becomes `~0` and `/` becomes `~1`. */
export function escapeToken(token: string): string {
  // Few tokens need it, and a search is much faster than a replacement.
  return token.includes("~") || token.includes("/")
    ? token.replaceAll("~", "~0").replaceAll("/", "~1")
    : token;
}

/** The tokens of a JSON Pointer, unescaped. Throws a `SyntaxError` for a text that is not a JSON Pointer. */
export function fromPointer(pointer: string): string[] {
  if (pointer === "") return [];
  // Few pointers have escapes, and a search is much faster than an expression.
  const hasEscapes = pointer.includes("~");
  if (!pointer.startsWith("/") || (hasEscapes && /~(?![01])/.test(pointer)))
    throw new SyntaxError(`not a JSON Pointer: ${JSON.stringify(pointer)}`);
  const tokens = pointer.slice(1).split("/");
  return hasEscapes ? tokens.map(unescapeToken) : tokens;
}

// `~1` first: otherwise `~01`, an escaped `~1`, would become a slash.
function unescapeToken(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The array index that a token names, or -1 if it names none: digits only, without a leading zero. */
export function arrayIndex(token: string): number {
  return /^(?:0|[1-9][0-9]*)$/.test(token) ? Number(token) : -1;
}
