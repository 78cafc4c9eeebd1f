import { printable } from "../../../reader/text/printable.js";
import { discardAll, openTargets } from "../../report/report-targets.js";
import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { countsText, verdictText } from "../report/verdict.js";
import type { CaseResult, Report } from "../result.js";
import type { SuiteProgress } from "../run/run-options.js";
import type { SuiteSettings } from "./options.js";
import { createRunProgress, exitCode, writeReport } from "./write-report.js";

/** What a run tells the terminal, and is told by it. */
export interface RunWatch {
  readonly signal: AbortSignal | undefined;
  readonly onResult: (result: CaseResult, progress: SuiteProgress) => void;
}

/**
 * Runs a suite with its progress on standard error, and writes its reports. Rejects as `run` does; then no report is left half
 * written.
 */
export async function reportedRun(
  { targets, allExchanges }: Pick<SuiteSettings, "targets" | "allExchanges">,
  terminal: Terminal,
  run: (watch: RunWatch) => Promise<Report>,
): Promise<ExitCode> {
  const outputs = await openTargets(targets, terminal);
  const progress = createRunProgress(terminal);
  try {
    const report = await run({
      signal: terminal.signal,
      onResult: (result, state) => {
        // Now there is something to report.
        terminal.takeSignals?.();
        progress.update(result, state);
      },
    });
    progress.clear();
    await writeReport(report, { outputs, allExchanges }, terminal);
    terminal.err(`${printable(report.url)} ${verdictText(report)}: ${countsText(report)}\n`);
    return exitCode(report);
  } catch (error) {
    progress.clear();
    discardAll(outputs);
    throw error;
  }
}
