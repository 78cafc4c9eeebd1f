import type { Terminal } from "../terminal/terminal.js";
import type { Output } from "./file-output.js";
import type { ReportTarget } from "./report-options.js";

/** A report with its opened destination. */
export type OpenTarget<Format extends string> = ReportTarget<Format> & { readonly output: Output };

/** Opens the destinations before a run, so that an unwritable file fails at once. Rejects with `DocumentsError`. */
export async function openTargets<Format extends string>(
  targets: readonly ReportTarget<Format>[],
  terminal: Terminal,
): Promise<readonly OpenTarget<Format>[]> {
  const opened: OpenTarget<Format>[] = [];
  try {
    for (const target of targets) {
      opened.push({ ...target, output: await outputOf(target.file, terminal) });
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

async function outputOf(file: string | undefined, terminal: Terminal): Promise<Output> {
  if (file === undefined) return terminalOutput(terminal);
  const { fileOutput } = await import("./file-output.js");
  return fileOutput(file, terminal.cwd);
}

/** Standard output with backpressure, for reports: their formats escape what they contain. */
function terminalOutput(terminal: Terminal): Output {
  return {
    async write(text) {
      if (text === "" || terminal.outClosed?.aborted) return;
      terminal.out(text, "rendered");
      await terminal.drained?.();
    },
    async commit() {},
    discard() {},
  };
}

/** Whether to colour standard output: decided by `FORCE_COLOR`, `NO_COLOR` and `TERM`, else by whether it is a terminal. */
export function wantsColour({ env, isTerminal }: Terminal): boolean {
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  if (env.NO_COLOR || env.TERM === "dumb") return false;
  return isTerminal?.out === true;
}
