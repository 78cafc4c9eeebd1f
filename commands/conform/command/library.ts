import { printable } from "../../../reader/text/printable.js";
import { discardAll, openTargets } from "../../report/report-targets.js";
import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { runLibrary } from "../library/run-library.js";
import { countsText, verdictText } from "../report/verdict.js";
import type { LibrarySettings } from "./options.js";
import { findVerifierVectors, readKnownFailures } from "./suite-file.js";
import { createRunProgress, exitCode, writeReport } from "./write-report.js";

/** Asks a library about every vector and reports the results. Rejects with an `OipkitError` on failure. */
export async function conformLibrary(settings: LibrarySettings, terminal: Terminal): Promise<ExitCode> {
  const { cwd, env } = terminal;
  const { command, strict, only, skip, timeoutMs, knownFailures: file, allExchanges } = settings;
  const vectors = await findVerifierVectors(cwd, settings.suite);
  const all = vectors.groups.flatMap((group) => group.vectors);
  const knownFailures = file === undefined ? [] : await readKnownFailures({ file, cwd }, all);
  const outputs = await openTargets(settings.targets, terminal);
  const progress = createRunProgress(terminal);
  try {
    const report = await runLibrary({
      vectors,
      command,
      cwd,
      env,
      strict,
      only,
      skip,
      timeoutMs,
      knownFailures,
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
