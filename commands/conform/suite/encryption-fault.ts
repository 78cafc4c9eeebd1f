import type { JsonObject } from "@oipkit/runtime/webhook";
import type { ByteEdit } from "./delivery.js";

/** How an encrypted body is corrupted. Only for cases that need encryption. */
export interface EncryptionFault {
  /** Sends the plaintext as it is. */
  readonly off?: boolean;
  /** Encrypts with another key. */
  readonly key?: "other";
  /** `broken`: the last byte is not a valid padding byte. `PaddingFault` has the others. */
  readonly padding?: "broken" | PaddingFault;
  /** Length of the padding, from 1 to 16: spaces after the JSON fill the block up to it. */
  readonly paddingBytes?: number;
  /** Length to which IV and ciphertext are cut, in bytes. */
  readonly keepBytes?: number;
  /** Bytes after the ciphertext, in hexadecimal digits. */
  readonly appendHex?: string;
  /** Edits of the encoded text. */
  readonly encoded?: readonly ByteEdit[];
  readonly alphabet?: "url";
  /** Further properties of the outer body. */
  readonly extra?: JsonObject;
  /** Encrypts the outer body once more. */
  readonly twice?: boolean;
  /**
   * What stands in place of the encoded ciphertext, as if nothing had to be decrypted: the JSON as text, in Base64 or in
   * hexadecimal digits, or as a value; or the ciphertext in another encoding.
   */
  readonly instead?:
    | "text"
    | "base64"
    | "base64url"
    | "hex"
    | "value"
    | "ciphertext-hex"
    | "ciphertext-base64-twice";
  /** The members of the JSON are also next to the ciphertext. */
  readonly beside?: true;
}

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
