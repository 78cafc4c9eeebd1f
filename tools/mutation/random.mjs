// Random bytes of a run that can be repeated.
import { createHash } from "node:crypto";

/** Returns a function from a size to that many bytes, which depend on nothing but the seed. */
export function seededRandom(seed) {
  let count = 0;
  return (size) => {
    const blocks = [];
    for (let bytes = 0; bytes < size; bytes += 32) {
      blocks.push(createHash("sha256").update(`${seed} ${count}`).digest());
      count += 1;
    }
    return Buffer.concat(blocks).subarray(0, size);
  };
}
