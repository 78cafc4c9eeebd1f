/** Padding that isn't PKCS#7, although a receiver that removes padding by hand may take it for such; each after right JSON. */
export type PaddingFault =
  /** None: the JSON is filled up to a whole block with spaces. */
  | "none"
  /** Zeros. */
  | "zeros"
  /** Zeros and the length (ANSI X9.23). */
  | "zeros-and-length"
  /** Other bytes and the length (ISO 10126). */
  | "others-and-length"
  /** A byte of 128, and zeros (ISO 7816-4). */
  | "bit"
  /** One byte of a whole block of padding is wrong: its first, a middle one, or the last but one. */
  | "first-wrong"
  | "middle-wrong"
  | "last-but-one-wrong"
  /** 17 bytes of 17: longer than a block. */
  | "seventeen"
  /** 32 bytes of 32, which are also spaces. */
  | "two-blocks";
