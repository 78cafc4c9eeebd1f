import { dirname } from "node:path";
import {
  type CaseResult,
  expandCases,
  globMatcher,
  runSuite,
  type Suite,
} from "../../../../../commands/conform/index.js";
import type { Workshop } from "../mutants/workshop.js";
import { configured, encryptKey } from "../receiver-process.js";
import type { DerivedMutant } from "./derived-mutant.js";
import { inProcessReceiver, probeUrl, subjectUrl } from "./in-process-receiver.js";

/** The case that detects a mutant, or `undefined`. */
export type Detected = Pick<CaseResult, "id" | "level"> | undefined;

/** Runs the cases that are near a mutant until one fails. */
export async function judge(suite: Suite, workshop: Workshop, mutant: DerivedMutant): Promise<Detected> {
  const { name, edits, near, encrypted = false, open = false } = mutant;
  const program = workshop.make({ name, edits, clause: "", mistake: "" });
  const isNear = near.map(globMatcher);
  const cases = expandCases(suite).filter(
    ({ id, steps }) => isNear.some((matches) => matches(id)) && !steps.some((step) => "restart" in step),
  );
  const bail = new AbortController();
  let detected: Detected;
  const time = skippingTime();
  await runSuite({
    suite: { ...suite, cases, batches: [] },
    ...configured,
    ...(encrypted && { encryptKey }),
    url: subjectUrl,
    probeUrl,
    callbacks: true,
    send: inProcessReceiver({ folder: dirname(program), encrypted, now: time.now }),
    ...time,
    slow: true,
    settleMs: 20,
    concurrency: 1,
    signal: bail.signal,
    onResult({ result, level, id }) {
      if (result !== "failed" || (level === "info" && !open) || detected !== undefined) return;
      detected = { id, level };
      bail.abort();
    },
  });
  return detected;
}

/** A clock that a wait sets forward. */
function skippingTime() {
  let skippedMs = 0;
  return {
    now: () => Date.now() + skippedMs,
    clock: () => performance.now() + skippedMs,
    async sleep(ms: number) {
      skippedMs += ms;
    },
  };
}
