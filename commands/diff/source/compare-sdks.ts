import { loadTypescript } from "../../../reader/large-libraries.js";
import { type Breakage, breakagesOf } from "./breakages.js";
import { compileProbe, exportedNames, type Vanished } from "./probe.js";
import { parseSdks } from "./program.js";
import { operationRoots, unusedRoots, usedRoots } from "./roots.js";
import type { Sdk } from "./sdk.js";
import type { SdkFacts } from "./sdk-facts.js";
import { contextOf } from "./type-names.js";
import { Walk } from "./walk/walk.js";

/** What differs between two SDKs in a way that code may notice when it is compiled. */
export interface SdkComparison {
  readonly vanished: readonly Vanished[];
  readonly breakages: readonly Breakage[];
}

/** Two SDKs, and how long to compare them. */
export interface SdkPair {
  readonly old: Sdk;
  readonly new: Sdk;
  readonly facts: SdkFacts;
  /** Milliseconds on the clock `now`. */
  readonly deadline: number;
  readonly now: () => number;
}

/**
 * Compares the exports of two SDKs by the compiler. What functions take must still accept what it accepted; what they
 * return must still be what it was. Throws `WalkTimeout` at the deadline.
 */
export function compareSdks({ facts, deadline, now, ...sdks }: SdkPair): SdkComparison {
  const typescript = loadTypescript();
  const sources = parseSdks(typescript, sdks);
  const { probed, vanished } = exportedNames(typescript, sources);
  const probe = compileProbe(typescript, sources, probed);
  const context = contextOf(typescript, probe, { facts, sources });
  const walk = new Walk(context, { deadline, now });
  walk.visit(usedRoots(probe, facts), true);
  // What no function leads to is used in a way that only its users know.
  const unused = unusedRoots(probe).filter(({ name }) => !walk.hasReached(name));
  walk.visit([...unused, ...operationRoots(context, probe, facts)], false);
  return { vanished, breakages: breakagesOf(walk) };
}
