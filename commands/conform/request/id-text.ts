/** What an id looks like: fixed text, and characters of which any may take the place. */
export type IdShape = readonly (string | { readonly of: string; readonly length: number })[];

/** A new id of a shape, from `random`, which returns that many random bytes. */
export function idText(shape: IdShape, random: (size: number) => Uint8Array): string {
  return shape.map((part) => (typeof part === "string" ? part : characters(part, random))).join("");
}

/** `random` is asked for at most this many bytes at once. */
const mostBytes = 16;

function characters(
  { of, length }: Exclude<IdShape[number], string>,
  random: (size: number) => Uint8Array,
): string {
  let text = "";
  while (text.length < length)
    for (const byte of random(Math.min(mostBytes, length - text.length))) text += of[byte % of.length] ?? "";
  return text;
}
