import type { CaseResult } from "../../result/result.js";
import type { Progress } from "../../run/run.js";
import { startEndpointServer } from "../endpoint/server.js";
import type { SenderCase } from "../suite/sender-suite.js";
import type { SenderRun } from "./case-state.js";
import { onlyWaits } from "./only-waits.js";
import { runSenderCase } from "./run-case.js";

/** How to run cases. */
export interface RunCasesOptions {
  readonly run: SenderRun;
  /** Milliseconds that never decrease. */
  readonly clock: () => number;
  /** Begins no further case. */
  readonly signal?: AbortSignal | undefined;
  readonly onResult: (result: CaseResult, progress: Progress) => void;
}

/** Cases that wait together at most. */
const mostTogether = 16;

/**
 * Runs cases one after another, because they share the sender's clock, and at last those together that only wait. Returns the results
 * in the order of the cases.
 */
export async function runSenderCases(
  cases: readonly SenderCase[],
  { run, clock, signal, onResult }: RunCasesOptions,
): Promise<readonly CaseResult[]> {
  const results = new Map<SenderCase, CaseResult>();
  const waiting = cases.filter(onlyWaits);
  const groups: (readonly SenderCase[])[] = cases.filter((each) => !onlyWaits(each)).map((each) => [each]);
  for (let at = 0; at < waiting.length; at += mostTogether) groups.push(waiting.slice(at, at + mostTogether));
  const shared = await startEndpointServer();
  const runOne = async (testCase: SenderCase, isAlone: boolean): Promise<void> => {
    // A sender may limit its connections to one address, and a case would wait for another one.
    const server = isAlone ? shared : await startEndpointServer();
    try {
      const result = await runSenderCase({ run, server, clock }, testCase);
      results.set(testCase, result);
      onResult(result, { done: results.size, total: cases.length });
    } finally {
      if (!isAlone) await server.close();
    }
  };
  try {
    for (const group of groups) {
      if (signal?.aborted) break;
      await Promise.all(group.map((each) => runOne(each, group.length === 1)));
    }
  } finally {
    await shared.close();
  }
  return cases.flatMap((each) => results.get(each) ?? []);
}
