import { setFlagsFromString } from "node:v8";

/** How many wish for a small heap at the moment: the flag belongs to the whole process. */
let wishes = 0;

/**
 * Lets V8 collect garbage sooner while something is done: what a sandbox keeps is small beside what it makes and drops while time passes, and
 * V8 would let that grow. It takes more time, and other work of the process becomes slower meanwhile.
 */
export async function withSmallHeap<Result>(work: () => Promise<Result>): Promise<Result> {
  wishes += 1;
  if (wishes === 1) setFlagsFromString("--optimize-for-size");
  try {
    return await work();
  } finally {
    wishes -= 1;
    if (wishes === 0) setFlagsFromString("--no-optimize-for-size");
  }
}
