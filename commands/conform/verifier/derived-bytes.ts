import { createHash } from "node:crypto";

/** Bytes that look random and depend only on a name. */
export function derivedBytes(name: string): (size: number) => Uint8Array {
  let counter = 0;
  return (size) => {
    const bytes = createHash("sha256").update(`${name} ${counter++}`).digest();
    if (size > bytes.length) throw new RangeError(`no more than ${bytes.length} bytes at once`);
    return new Uint8Array(bytes.subarray(0, size));
  };
}
