import type { EncryptionFault } from "../suite/delivery.js";
import type { PaddingFault } from "../suite/padding-fault.js";

const blockBytes = 16;

/** A plaintext in whole blocks: with PKCS#7 padding, or with the fault of its case. Spaces may follow the JSON. */
export function padded(
  plaintext: Uint8Array,
  { padding, paddingBytes }: Pick<EncryptionFault, "padding" | "paddingBytes">,
): Uint8Array {
  if (padding === undefined || padding === "broken") {
    const bytes = paddingBytes === undefined ? plaintext : filled(plaintext, paddingBytes);
    const missing = blockBytes - (bytes.length % blockBytes);
    const pkcs7 = Buffer.alloc(missing, missing);
    // No padding ends with 0.
    if (padding === "broken") pkcs7[missing - 1] = 0;
    return Buffer.concat([bytes, pkcs7]);
  }
  const end = faults[padding];
  return Buffer.concat([filled(plaintext, end.length), end]);
}

/** With spaces at the end, so that this many bytes are missing to a whole block. */
function filled(bytes: Uint8Array, missing: number): Uint8Array {
  const spaces = (2 * blockBytes - ((bytes.length + missing) % blockBytes)) % blockBytes;
  return Buffer.concat([bytes, Buffer.alloc(spaces, " ")]);
}

/** The bytes after the JSON. Nine bytes leave room on both sides. */
const faults: Readonly<Record<PaddingFault, Buffer>> = {
  none: Buffer.alloc(0),
  zeros: Buffer.alloc(9),
  "zeros-and-length": Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 9]),
  "others-and-length": Buffer.from([7, 1, 8, 2, 6, 3, 5, 4, 9]),
  bit: Buffer.from([128, 0, 0, 0, 0, 0, 0, 0, 0]),
  "first-wrong": Buffer.from([32, ...Array<number>(15).fill(16)]),
  "middle-wrong": Buffer.from([9, 9, 9, 9, 32, 9, 9, 9, 9]),
  "last-but-one-wrong": Buffer.from([9, 9, 9, 9, 9, 9, 9, 32, 9]),
  seventeen: Buffer.alloc(17, 17),
  "two-blocks": Buffer.alloc(32, 32),
};
