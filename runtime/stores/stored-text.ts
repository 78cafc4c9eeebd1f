/**
 * Control characters, of which PostgreSQL refuses one and others part texts there, lone surrogates, which UTF-8 can't say,
 * and the backslash that stands for them.
 */
const awkward = /\\|\p{Cc}|\p{Surrogate}/gu;

/** Almost every text: it stays as it is. */
const plain = /^[ -[\]-~]*$/;

/** Text as a database takes it. */
export function toStored(text: string): string {
  if (plain.test(text)) return text;
  return text.replace(awkward, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** What `toStored` was given. */
export function fromStored(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\u([0-9a-f]{4})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
