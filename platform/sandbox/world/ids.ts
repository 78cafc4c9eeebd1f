import { createHash } from "node:crypto";
import type { MakeId } from "./draft.js";

/** Characters of an id after its prefix: 26 of 5 bits. */
const length = 26;
const alphabet = Buffer.from("0123456789abcdefghjkmnpqrstvwxyz");

/** Ids that depend on a seed, the prefix and a number alone. Two seeds have no id in common. */
export function idsOf(seed: string): MakeId {
  return (prefix, number) => {
    const hash = createHash("sha256").update(`${seed}\n${prefix}\n${number}`).digest();
    for (let index = 0; index < length; index += 1) hash[index] = alphabet[(hash[index] ?? 0) & 31] ?? 0;
    // A text that is joined character by character takes a multiple of the memory.
    return `${prefix}_${hash.toString("latin1", 0, length)}`;
  };
}
