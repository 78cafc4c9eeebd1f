import fc from "fast-check";

// With FAST_CHECK_SEED property tests draw the same cases in each run; without it, others each time.
const seed = process.env.FAST_CHECK_SEED;
if (seed !== undefined && seed !== "") {
  if (!/^-?\d+$/.test(seed)) throw new Error(`FAST_CHECK_SEED is a whole number, not \`${seed}\``);
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
}
