import { dirname } from "node:path";
import { type CaseResult, casesOf, globMatcher, runSuite, type Suite } from "../../../conformance/index.js";
import type { Workshop } from "../mutants/workshop.js";
import { configured, encryptKey } from "../receiver-process.js";
import type { DerivedMutant } from "./derived-mutant.js";
import { inProcessReceiver, probeUrl, subjectUrl } from "./in-process-receiver.js";

/** The case that detects a mutant, or `undefined`. */
export type Detected = Pick<CaseResult, "id" | "level"> | undefined;

/** Runs the cases that are near a mutant, then all others, until one fails. */
export async function judge(
  suite: Suite,
  workshop: Workshop,
  mutant: DerivedMutant,
  nearOnly = false,
): Promise<Detected> {
  const { name, edits, near, encrypted = false, open = false } = mutant;
  const program = workshop.make({ name, edits, clause: "", mistake: "" });
  const send = inProcessReceiver(dirname(program), encrypted);
  const isNear = near.map(globMatcher);
  const all = casesOf(suite).filter(({ steps }) => !steps.some((step) => "restart" in step));
  const first = all.filter(({ id }) => isNear.some((matches) => matches(id)));
  for (const cases of nearOnly ? [first] : [first, all.filter((each) => !first.includes(each))]) {
    if (cases.length === 0) continue;
    const bail = new AbortController();
    let detected: Detected;
    await runSuite({
      suite: { ...suite, cases, batches: [] },
      ...configured,
      ...(encrypted && { encryptKey }),
      url: subjectUrl,
      probeUrl,
      callbacks: true,
      send,
      settleMs: 20,
      concurrency: 1,
      signal: bail.signal,
      onResult({ result, level, id }) {
        if (result !== "failed" || (level === "info" && !open) || detected !== undefined) return;
        detected = { id, level };
        bail.abort();
      },
    });
    if (detected !== undefined) return detected;
  }
  return undefined;
}
