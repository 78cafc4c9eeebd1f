import type { Finding } from "../../report/findings/finding.js";
import { discardAll, openTargets, wantsColour } from "../../report/open-reports.js";
import { reportText } from "../../report/report-text.js";
import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { describeCode } from "../describe-code.js";
import type { SharedSettings } from "./settings.js";

/** Findings, and how many others there are. */
export interface Found {
  readonly findings: readonly Finding[];
  readonly leftOut: number;
  /** Number of files that were checked. */
  readonly files: number;
}

/** Writes findings in every format that was asked for. */
export async function writeReports(
  { findings, leftOut, files }: Found,
  { targets, maxFindings }: Pick<SharedSettings, "targets" | "maxFindings">,
  terminal: Terminal,
): Promise<void> {
  const opened = await openTargets(targets, terminal);
  try {
    for (const { format, file, output } of opened) {
      const shown = findings.slice(0, maxFindings);
      const options = {
        colour: file === undefined && wantsColour(terminal),
        command: "oipkit manifest",
        now: terminal.now,
        describe: describeCode,
        files,
        leftOut: leftOut + findings.length - shown.length,
      };
      await output.write(await reportText(shown, format, options));
    }
    for (const { output } of opened) await output.commit();
  } catch (error) {
    discardAll(opened);
    throw error;
  }
}

/** 1 if a finding is an error, or any with `--strict`. */
export function exitCodeOf(findings: readonly Finding[], strict = false): ExitCode {
  return findings.some(({ level }) => strict || level === "error") ? 1 : 0;
}

/** `2 findings (1 warning)`. */
export function countOf(findings: readonly Finding[], leftOut = 0): string {
  const warnings = findings.filter(({ level }) => level === "warning").length;
  const some = warnings > 0 ? ` (${counted(warnings, "warning")})` : "";
  return `${counted(findings.length + leftOut, "finding")}${some}`;
}

/** `1 asset`, `2 assets`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** `12.3 MB`, `4.5 kB` or `678 B`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
