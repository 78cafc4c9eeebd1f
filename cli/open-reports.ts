import { fileOutput, type Output } from "../documents/file-output.js";
import type { ReportTarget } from "./options/report-targets.js";
import { terminalOutput } from "./output.js";
import type { Terminal } from "./terminal.js";

/** A report with its opened destination. */
export type OpenTarget<Format extends string> = ReportTarget<Format> & { readonly output: Output };

/** Opens the destinations before a run, so that an unwritable file fails at once. Throws `DocumentsError`. */
export function openTargets<Format extends string>(
  targets: readonly ReportTarget<Format>[],
  terminal: Terminal,
): readonly OpenTarget<Format>[] {
  const opened: OpenTarget<Format>[] = [];
  try {
    for (const target of targets) {
      const { file } = target;
      const output = file === undefined ? terminalOutput(terminal) : fileOutput(file, terminal.cwd);
      opened.push({ ...target, output });
    }
  } catch (error) {
    discardAll(opened);
    throw error;
  }
  return opened;
}

/** Drops all outputs after a failure. */
export function discardAll(targets: readonly OpenTarget<string>[]): void {
  for (const { output } of targets) output.discard();
}
