import { printable } from "../../../reader/text/printable.js";
import { discardAll, openTargets } from "../../report/report-targets.js";
import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { countsText, verdictText } from "../report/verdict.js";
import { runSenderSuite } from "../sender/run/run.js";
import type { SenderSettings } from "./options.js";
import { findSenderSuite, readKnownFailures } from "./suite-file.js";
import { createRunProgress, exitCode, writeReport } from "./write-report.js";

/** Runs the cases for senders and reports the results. Rejects with an `OipkitError` on failure. */
export async function conformSender(settings: SenderSettings, terminal: Terminal): Promise<ExitCode> {
  const { cwd } = terminal;
  const { controlUrl, strict, only, skip, knownFailures: file, allExchanges } = settings;
  const suite = await findSenderSuite(cwd, settings.suite);
  const knownFailures = file === undefined ? [] : await readKnownFailures({ file, cwd }, suite.senderCases);
  const outputs = await openTargets(settings.targets, terminal);
  const progress = createRunProgress(terminal);
  try {
    const report = await runSenderSuite({
      suite,
      controlUrl,
      strict,
      knownFailures,
      only,
      skip,
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
