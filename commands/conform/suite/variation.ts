/**
 * How a value deviates from the right one, so that only one kind of careless comparison takes it for the right one; by name,
 * or as text in front of it and after it.
 */
export type Variation = VariationName | { readonly before?: string; readonly after?: string };

/** The variations of a text by name. */
export type VariationName =
  /** Every letter in the other case. */
  | "other-case"
  /** Without its last character. */
  | "prefix"
  /** Without its first character. */
  | "suffix"
  | "empty"
  /** With a space in the middle. */
  | "inner-space"
  /** In full-width characters, which compatibility normalization turns into the original ones. */
  | "full-width"
  /** In characters that have the original ones as their lower byte. */
  | "low-bytes"
  /** One letter is replaced by one of another script that looks the same. */
  | "look-alike"
  /** The first letter or digit has an accent. */
  | "accented"
  /** The first, middle or last character is replaced by another one of its kind. */
  | "altered-first"
  | "altered-middle"
  | "altered-last"
  /** Two neighbouring characters change places. */
  | "swapped"
  | "doubled"
  /** The first character is percent-encoded. */
  | "percent-encoded"
  /** The first character as a character reference of HTML. */
  | "entity-encoded"
  /** The first character after a backslash, in quotation marks; as HTTP's quoted strings may have it. */
  | "escaped"
  /** As an encoded word (RFC 2047). */
  | "encoded-word"
  /** In Base64, and in hexadecimal digits. */
  | "in-base64"
  | "in-hex"
  /** Twice, as HTTP joins a header that is sent twice. */
  | "joined"
  /** In quotation marks. */
  | "quoted"
  /** In an array, or in an object. */
  | "in-array"
  | "in-object";

/** A change of one value of a JSON document, at a JSON Pointer. */
export interface Varied {
  readonly vary: string;
  readonly as: Variation;
}
