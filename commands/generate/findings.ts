import type { Diagnostic } from "../../reader/documents/diagnostic.js";
import type { Format } from "../report/findings/formats.js";
import { discardAll, openTargets } from "../report/open-reports.js";
import { printDiagnostics } from "../report/print-diagnostics.js";
import type { ReportTarget } from "../report/report-options.js";
import type { Terminal } from "../terminal/terminal.js";

/** Where the findings of a generation go. */
export interface Findings {
  /** Writes all reports. Rejects with `DocumentsError` if a file can't be written. */
  report(diagnostics: readonly Diagnostic[]): Promise<void>;
}

/** The reports of `oipkit generate`. For people it prints what `printDiagnostics` makes; nothing without a finding. */
export function createFindings(targets: readonly ReportTarget<Format>[], terminal: Terminal): Findings {
  return {
    async report(diagnostics) {
      const opened = await openTargets(targets, terminal);
      try {
        for (const { format, output } of opened)
          await output.write(await textOf(diagnostics, format, terminal));
        for (const { output } of opened) await output.commit();
      } catch (error) {
        discardAll(opened);
        throw error;
      }
    },
  };
}

/** Imports the reporters only if they are asked for, since most runs need none. */
async function textOf(
  diagnostics: readonly Diagnostic[],
  format: Format,
  { now }: Terminal,
): Promise<string> {
  if (format === "pretty") return diagnostics.length === 0 ? "" : printDiagnostics(diagnostics);
  const [{ reportText }, { describeDiagnostic }, { findingOf }] = await Promise.all([
    import("../report/report-text.js"),
    import("./describe-diagnostic.js"),
    import("../report/findings/diagnostic-finding.js"),
  ]);
  const options = { command: "oipkit generate", now, describe: describeDiagnostic };
  return reportText(diagnostics.map(findingOf), format, options);
}
