/**
 * Percent-encodes all UTF-8 bytes except the unreserved characters of RFC 3986. Stricter than
 * `encodeURIComponent`, which lets `!'()*` through. Throws for a lone surrogate.
 */
export function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * For `allowReserved` in a path: keeps reserved characters, `/` included, except those that end the path (`?`, `#`) or
 * aren't allowed in it (`[`, `]`). `%` is encoded, so decoding restores the value.
 */
export function encodePath(text: string): string {
  return encodeURIComponent(text).replace(/%(?:3A|2F|40|24|26|2B|2C|3B|3D)/g, decodeURIComponent);
}

/**
 * For `allowReserved` in a query: keeps reserved characters, except those that end the query (`#`), separate
 * pairs (`&`), mean a space (`+`) or aren't allowed in it (`[`, `]`). `%` is encoded, so decoding restores the value.
 */
export function encodeReserving(text: string): string {
  return encodeURIComponent(text).replace(/%(?:3A|2F|3F|40|24|2C|3B|3D)/g, decodeURIComponent);
}
