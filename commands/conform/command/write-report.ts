import { packageVersion } from "../../../reader/package-version.js";
import { type OpenTarget, wantsColour } from "../../report/report-targets.js";
import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { reportParts } from "../report/format-report.js";
import type { ReportFormat } from "../report/formats.js";
import { runStanding } from "../report/verdict.js";
import type { CaseResult, Report } from "../result.js";
import type { SuiteProgress } from "../run/run-options.js";

/** The exit code that a report means. */
export function exitCode(report: Report): ExitCode {
  switch (runStanding(report)) {
    case "conforms":
    // Whoever selects cases asks about these cases; the verdict says that they show no more.
    case "partial":
      return 0;
    case "unshown":
      if (report.interrupted === true) return 2;
      return 1;
    case "broken":
      return 1;
  }
}

/** Where a report goes, and what of it. */
interface Writing {
  readonly outputs: readonly OpenTarget<ReportFormat>[];
  readonly allExchanges: boolean;
}

/** Writes a report in every format that was asked for. */
export async function writeReport(
  report: Report,
  { outputs, allExchanges }: Writing,
  terminal: Terminal,
): Promise<void> {
  const version = await packageVersion();
  for (const { format, file, output } of outputs) {
    const colour = file === undefined && wantsColour(terminal);
    const exchanges = allExchanges ? "all" : "failed";
    for (const part of reportParts(report, { format, colour, version, exchanges })) await output.write(part);
  }
  for (const { output } of outputs) await output.commit();
}

/** A progress line on standard error; nothing if that isn't a terminal. */
interface RunProgress {
  update(result: CaseResult, progress: SuiteProgress): void;
  /** Erases the line before other output. */
  clear(): void;
}

/** Least time between two updates of the line, in milliseconds. */
const interval = 50;

/** Progress on standard error; nothing if that isn't a terminal. */
export function createRunProgress(terminal: Terminal): RunProgress {
  if (terminal.isTerminal?.err !== true) return { update() {}, clear() {} };
  let failed = 0;
  let last = Number.NEGATIVE_INFINITY;
  return {
    update({ result }, { done, total }) {
      if (result === "failed") failed++;
      const now = terminal.now();
      if (now - last < interval && done < total) return;
      last = now;
      terminal.err(`\r\u001b[K${done} of ${total} cases, ${failed} failed`, "rendered");
    },
    clear() {
      if (last !== Number.NEGATIVE_INFINITY) terminal.err("\r\u001b[K", "rendered");
    },
  };
}
