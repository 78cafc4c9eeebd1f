/** A pair of a query, a cookie or a form. */
export interface Pair {
  /** Decoded. */
  readonly name: string;
  /** As sent. */
  readonly raw: string;
}

/** Percent-encoding that isn't UTF-8, or isn't complete. */
export class BadEncoding extends Error {
  constructor(readonly text: string) {
    super(`\`${text.slice(0, 40)}\` isn't valid percent-encoded UTF-8`);
  }
}

/** Decodes percent-encoding. Throws `BadEncoding`. */
export function decoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new BadEncoding(text);
  }
}

/** Decodes a part of a query or a form, in which `+` is a space. Throws `BadEncoding`. */
export function decodedField(text: string): string {
  return decoded(text.replaceAll("+", " "));
}

/** The pairs of a query or a form. Throws `BadEncoding` for a name. */
export function pairsOf(text: string): readonly Pair[] {
  return text
    .split("&")
    .filter((part) => part !== "")
    .map((part) => {
      const at = part.indexOf("=");
      return at === -1
        ? { name: decodedField(part), raw: "" }
        : { name: decodedField(part.slice(0, at)), raw: part.slice(at + 1) };
    });
}

/** The pairs of a `Cookie` header; the values aren't decoded. */
export function cookiesOf(header = ""): readonly Pair[] {
  return header.split(";").flatMap((part) => {
    const at = part.indexOf("=");
    return at === -1 ? [] : [{ name: part.slice(0, at).trim(), raw: part.slice(at + 1).trim() }];
  });
}
