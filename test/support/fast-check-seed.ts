import fc from "fast-check";

/** Property tests draw the same cases in each run. `npm run explore` draws others. */
const usualSeed = 20_250_101;

const seed = process.env.FAST_CHECK_SEED ?? "";
if (!/^(?:-?\d+)?$/.test(seed)) throw new Error(`FAST_CHECK_SEED is a whole number, not \`${seed}\``);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: seed === "" ? usualSeed : Number(seed) });
