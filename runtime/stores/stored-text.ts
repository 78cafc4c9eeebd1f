/**
 * Control characters, of which PostgreSQL refuses one and others are separators there, lone surrogates, which UTF-8 can't
 * represent, and the backslash that escapes them.
 */
const awkward = /\\|\p{Cc}|\p{Surrogate}/gu;

/** Almost every text matches and is left unchanged. */
const plain = /^[ -[\]-~]*$/;

/** Text in a form that a database accepts. */
export function toStored(text: string): string {
  if (plain.test(text)) return text;
  return text.replace(awkward, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The text that was passed to `toStored`. */
export function fromStored(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\u([0-9a-f]{4})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
