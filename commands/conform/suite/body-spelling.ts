/** Other spellings of the same JSON. */
export type Respelling =
  /** Every integer with a fraction of zero (`1.0`), or an exponent of zero (`1e0`). */
  | "fractions"
  | "exponents"
  /** The first letter of every text as `\u` escape, or every slash as `\/`. */
  | "escapes"
  | "slashes"
  /** The first member twice, with the same value. */
  | "doubled-member"
  /** A line break with a carriage return after the first brace. */
  | "crlf"
  /** The members of every object in the order of their names. */
  | "sorted";

/** Encodings of a whole body. */
export type TextEncodingName =
  | "base64"
  | "base64url"
  | "hex"
  | "percent"
  /** A form with the JSON as its one field, `payload`. */
  | "form"
  /** With a byte order mark. */
  | "utf-16le"
  | "utf-16be";
