import { setFlagsFromString } from "node:v8";
import type { InputFile } from "../../../reader/documents/input.js";

/** Contracts that are larger than this, in UTF-16 code units, take most of the memory of a run. */
const largeContract = 4 * 1024 * 1024;

/** How much garbage may come to what is in use before it is collected, in percent; usually V8 takes up to 300. */
const mostGarbage = 50;

/**
 * Has V8 collect garbage earlier in a run with large contracts, of which a hundred megabytes are in use: it would wait until there is
 * three times as much.
 */
export function limitHeapGrowth(inputs: readonly Pick<InputFile, "text">[]): void {
  const size = inputs.reduce((sum, { text }) => sum + text.length, 0);
  if (size > largeContract) setFlagsFromString(`--heap-growing-percent=${mostGarbage}`);
}
