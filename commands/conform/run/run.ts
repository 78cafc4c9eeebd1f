import { UnknownCase } from "../errors.js";
import type { Report } from "../result.js";
import { durability, runReport, unprovenBy } from "../run-report.js";
import { subjectSummary } from "../subject.js";
import { expandCases, type Filters, selectCases } from "../suite/select.js";
import type { Case, Suite } from "../suite/suite.js";
import { credentialMasker, maskedUrl } from "./mask.js";
import { runAll } from "./run-all.js";
import { restarts } from "./run-case.js";
import type { RunOptions } from "./run-options.js";
import { openSession } from "./session.js";

/**
 * Runs a suite against a receiver. Rejects if there is nothing to report: `NoCaseSelected`, `UnknownCase`,
 * `SubjectUnreachable`, `AnswerTooLarge`, `MalformedCase`.
 */
export async function runSuite(options: RunOptions): Promise<Report> {
  const { suite, now = Date.now, clock = performance.now.bind(performance) } = options;
  const cases = casesToRun(suite, options);
  const startedAt = now();
  const started = clock();
  const session = await openSession(options);
  try {
    const { results, incidents } = await runAll(cases, { ...options, clock, startedMs: started }, session);
    const durationMs = clock() - started;
    const interrupted = results.length < cases.length;
    const restartCases = cases.filter(restarts).map(({ id }) => id);
    return runReport({
      ...maskedUrls(options),
      suite,
      strict: options.strict,
      subject: subjectSummary(options, suite.protocol),
      startedAt,
      durationMs,
      timing: session.timing,
      selected: cases.length,
      all: expandCases(suite).length,
      results,
      incidents,
      unproven: unprovenBy(cases, results),
      durability: durability(restartCases, results),
      interrupted,
    });
  } finally {
    session.close();
  }
}

/** The addresses as a report may show them. */
function maskedUrls(options: RunOptions): Pick<RunOptions, "url" | "probeUrl" | "publicUrl"> {
  const masked = credentialMasker(options);
  const { url, probeUrl, publicUrl } = options;
  return {
    url: maskedUrl(url, masked),
    ...(probeUrl !== undefined && { probeUrl: maskedUrl(probeUrl, masked) }),
    ...(publicUrl !== undefined && { publicUrl: maskedUrl(publicUrl, masked) }),
  };
}

/** The cases selected by a run's options. Throws `NoCaseSelected` and `UnknownCase`. */
export function casesToRun(
  suite: Suite,
  options: Filters & Pick<RunOptions, "knownFailures">,
): readonly Case[] {
  const all = expandCases(suite);
  const existing = new Set(all.map(({ id }) => id));
  const unknown = (options.knownFailures ?? []).filter((id) => !existing.has(id));
  if (unknown.length > 0) throw new UnknownCase(unknown);
  return selectCases(all, options);
}
