import { packageVersion } from "../../../reader/package-version.js";
import { type OpenTarget, wantsColour } from "../../report/open-reports.js";
import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { formatReport } from "../report/format-report.js";
import type { ReportFormat } from "../report/formats.js";
import { standingOf } from "../report/verdict.js";
import type { Report } from "../result/result.js";

/** The exit code that a report means. */
export function exitCode(report: Report): ExitCode {
  switch (standingOf(report)) {
    case "conforms":
    // Whoever selects cases asks about these cases; the verdict says that they show no more.
    case "partial":
      return 0;
    case "unshown":
      return report.interrupted === true ? 2 : 1;
    case "broken":
      return 1;
  }
}

/** Where a report goes, and what of it. */
export interface Writing {
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
    await output.write(formatReport(report, { format, colour, version, exchanges }));
  }
  for (const { output } of outputs) await output.commit();
}
