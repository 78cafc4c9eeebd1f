/**
 * What a word may consist of: what an identifier of ECMAScript may, without `_` and signs that no reader sees. Letters beyond
 * U+FFFF are left out: compilers and versions of Node.js don't agree on which of them there are.
 */
const word =
  /(?:(?=\p{ID_Continue})(?![\ufe00-\ufe0f\u{10000}-\u{10ffff}])[\p{L}\p{Mn}\p{Mc}\p{Nd}\p{Nl}])+/gu;

/**
 * The words of a text in any script: letters and digits, split at any other character and at a change of case. Latin letters lose their
 * accents. In Unicode's form NFC.
 */
export function words(text: string): string[] {
  const plain = text
    .normalize("NFKD")
    .replace(/([A-Za-z])[\u0300-\u036f]+/g, "$1")
    .normalize("NFC")
    .replace(/([\p{Ll}\p{Nd}])(\p{Lu})/gu, "$1 $2")
    .replace(/(?<=\p{Lu})(\p{Lu}\p{Ll})/gu, " $1");
  return plain.match(word) ?? [];
}

/** A name with a number: `order2`, and `order1_2`, since `order12` would look like another one. */
export function numbered(name: string, number: number): string {
  if (/[0-9]$/.test(name)) return `${name}_${number}`;
  return `${name}${number}`;
}
