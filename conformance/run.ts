import { randomBytes } from "node:crypto";
import { SubjectUnreachable } from "./errors.js";
import { exampleBindings } from "./fresh-event.js";
import { probeAt } from "./probe.js";
import { type CaseResult, type Report, weighs } from "./result.js";
import { breaksStores, type CaseOptions, runCase } from "./run-case.js";
import { type Filters, selectCases } from "./select.js";
import type { Subject } from "./subject.js";
import type { Case, Suite } from "./suite.js";

export interface RunOptions extends Subject, Filters {
  readonly suite: Suite;
  /** Whether a failed `should` fails the run, too. Default: no. */
  readonly strict?: boolean | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Gives that many random bytes. Default: `randomBytes` of `node:crypto`. */
  readonly random?: ((size: number) => Uint8Array) | undefined;
  /** How many cases run at once; those that make stores fail run alone. Default: 8. */
  readonly concurrency?: number | undefined;
  /** How long a single answer may take, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined;
}

/**
 * Runs a suite against a receiver. Rejects when there is nothing to report: `NoCaseSelected`,
 * `SubjectUnreachable`, `MalformedCase`.
 */
export async function runSuite(options: RunOptions): Promise<Report> {
  const { suite, url, strict = false, now = Date.now, random = randomBytes, timeoutMs = 10_000 } = options;
  const fetch = options.fetch ?? globalThis.fetch;
  const cases = selectCases(suite.cases, options);
  await assertReachable(url, fetch, timeoutMs);
  const caseOptions: CaseOptions = {
    subject: options,
    sender: {
      suite,
      bindings: exampleBindings(suite),
      credentials: options,
      application: options.application,
      now,
      random,
    },
    probe: options.probeUrl === undefined ? undefined : probeAt(options.probeUrl, { fetch, timeoutMs }),
    exchange: { fetch, now, timeoutMs },
  };
  const results = new Map<Case, CaseResult>();
  const run = async (each: Case): Promise<void> => {
    results.set(each, await runCase(caseOptions, each));
  };
  await inParallel(
    cases.filter((each) => !breaksStores(each)),
    options.concurrency ?? 8,
    run,
  );
  await inParallel(cases.filter(breaksStores), 1, run);
  return report(
    url,
    strict,
    cases.flatMap((each) => results.get(each) ?? []),
  );
}

function report(url: string, strict: boolean, results: readonly CaseResult[]): Report {
  const count = (kind: CaseResult["result"]): number =>
    results.filter(({ result }) => result === kind).length;
  const broken = results.some(({ result, level }) => result === "failed" && weighs(level, strict));
  const counts = { passed: count("passed"), failed: count("failed"), inconclusive: count("inconclusive") };
  return { format: 1, url, conforms: !broken && counts.passed > 0, strict, counts, results };
}

async function assertReachable(
  url: string,
  fetch: typeof globalThis.fetch,
  timeoutMs: number,
): Promise<void> {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
    await response.arrayBuffer();
  } catch (cause) {
    throw new SubjectUnreachable(url, { cause });
  }
}

async function inParallel<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, worker));
}
