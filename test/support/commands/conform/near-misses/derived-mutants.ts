import { canonicalMutants, fallbackMutants } from "./canonical-mutants.js";
import { circumstanceEquivalents, circumstanceMutants } from "./circumstance-mutants.js";
import type { DerivedMutant, Equivalents } from "./derived-mutant.js";
import { equalityEquivalents, equalityMutants } from "./equality-mutants.js";
import { keepingMutants } from "./keeping-mutants.js";
import { parsingMutants } from "./parsing-mutants.js";
import { signatureMutants } from "./signature-mutants.js";
import { storeMutants } from "./store-mutants.js";

/** Every mutant made mechanically: each careless piece at each place. */
export const derivedMutants: readonly DerivedMutant[] = [
  ...equalityMutants,
  ...parsingMutants,
  ...signatureMutants,
  ...storeMutants,
  ...canonicalMutants,
  ...fallbackMutants,
  ...keepingMutants,
  ...circumstanceMutants,
];

/** Those that behave like the correct receiver, with the reason. */
export const equivalents: Equivalents = { ...equalityEquivalents, ...circumstanceEquivalents };
