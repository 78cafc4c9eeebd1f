import { OipkitError } from "@oipkit/runtime/errors";
import { missingProof } from "./report/verdict.js";
import { type CaseResult, weighs } from "./result.js";
import { casesToRun } from "./run/run.js";
import type { RunOptions } from "./run/run-options.js";
import { openSession, type SuiteRun } from "./run/session.js";
import { unprovenBy } from "./run-report.js";
import type { Proof, Subject } from "./subject.js";
import { expandCases, type Filters } from "./suite/select.js";
import type { Case } from "./suite/suite.js";

/** What is needed from a test framework; Vitest and `node:test` provide it. */
export interface TestFramework {
  readonly describe: (name: string, body: () => void) => unknown;
  /** `timeoutMs`: how long the test may take. Frameworks that set that in another way ignore it. */
  readonly it: (name: string, body: (context: TestContext) => Promise<void>, timeoutMs?: number) => unknown;
}

/** The test context of a framework. */
export interface TestContext {
  /** Marks the test as skipped, and says why. */
  readonly skip: (reason?: string) => void;
}

/** Options of `describeCases`: the receiver under test, which cases to use, and how to run them. */
export interface DescribeOptions
  extends Filters,
    Omit<RunOptions, keyof Filters | keyof Subject | "concurrency" | "onResult"> {
  /** The receiver under test; requested once, when the first test runs. */
  readonly subject: () => Subject | Promise<Subject>;
}

/** Some cases send a thousand requests; each of those has a time limit of its own. In milliseconds. */
const caseMs = 60_000;

/** A receiver fails a case. */
export class CaseFailed extends OipkitError {
  readonly code = "case-failed";

  constructor(readonly result: CaseResult) {
    const { id, clause, why, reason = "", likelyCause } = result;
    super([`${id} (${clause}): ${reason}`, why, ...(likelyCause ? [likelyCause] : [])].join("\n"));
  }
}

/** A case listed as a known failure passes, so the list is out of date. */
export class KnownFailurePassed extends OipkitError {
  readonly code = "known-failure-passed";

  constructor(readonly id: string) {
    super(`${id} passes: remove it from the list of known failures`);
  }
}

/** No case has shown that the receiver accepts correctly signed deliveries, or that it refuses forged ones. */
export class NotShownToConform extends OipkitError {
  readonly code = "not-shown-to-conform";

  constructor(readonly unproven: readonly Proof[]) {
    super(`the receiver isn't shown to conform: ${unproven.map(missingProof).join(", and ")}`);
  }
}

/**
 * Declares a test for each case, in a group for each section and event. A test fails with `CaseFailed`. Cases that can't
 * be observed, failures that don't count, and known failures are skipped with the reason; a known failure that passes
 * fails with `KnownFailurePassed`. Unless filters leave cases out, a last test fails with `NotShownToConform`; it
 * relies on the framework running tests in order, and is skipped if the framework left cases out. Throws `NoCaseSelected` and `UnknownCase` immediately.
 */
export function describeCases(framework: TestFramework, options: DescribeOptions): void {
  let opening: Promise<SuiteRun> | undefined;
  const session = (): Promise<SuiteRun> => {
    opening ??= Promise.resolve(options.subject()).then((subject) => openSession({ ...options, ...subject }));
    return opening;
  };
  const selected = casesToRun(options.suite, options);
  const results: CaseResult[] = [];
  for (const [group, cases] of grouped(selected)) {
    framework.describe(group, () => {
      for (const testCase of cases) {
        const judge = async (context: TestContext): Promise<void> => {
          const result = await (await session()).run(testCase);
          results.push(result);
          settle(result, context, options.strict === true);
        };
        framework.it(testCase.id, judge, caseMs);
      }
    });
  }
  if (selected.length < expandCases(options.suite).length) return;
  framework.describe("signature", () => {
    framework.it("is shown to be checked", async (context) => {
      if (results.length < selected.length) {
        context.skip("not all cases were run");
        return;
      }
      const unproven = unprovenBy(selected, results);
      if (unproven.length > 0) throw new NotShownToConform(unproven);
    });
  });
}

function settle(result: CaseResult, context: TestContext, strict: boolean): void {
  if (result.result === "passed") {
    if (result.known === true) throw new KnownFailurePassed(result.id);
  } else if (result.result === "inconclusive") {
    context.skip(result.reason);
  } else if (result.known === true) {
    context.skip(`known failure: ${result.reason}`);
  } else if (weighs(result.level, strict)) {
    throw new CaseFailed(result);
  } else {
    context.skip(`${result.level}, doesn't count: ${result.reason}`);
  }
}

/** By the part of an id before its last slash. */
function grouped(cases: readonly Case[]): ReadonlyMap<string, readonly Case[]> {
  const groups = new Map<string, Case[]>();
  for (const each of cases) {
    const name = each.id.slice(0, each.id.lastIndexOf("/"));
    const group = groups.get(name) ?? [];
    group.push(each);
    groups.set(name, group);
  }
  return groups;
}
