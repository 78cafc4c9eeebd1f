import { inboxCommand } from "../inbox/options.js";
import type { ExitCode, Terminal } from "../terminal.js";

/** The options of the command, and what `--help` says of it. */
export const declaration = inboxCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { runInbox } = await import("../inbox/run.js");
  return runInbox(args, terminal, Date.now);
}
