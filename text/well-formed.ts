/** The text with U+FFFD for each half of a surrogate pair that stands alone. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}
