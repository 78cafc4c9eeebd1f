import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { inboxCommand } from "./options.js";

/** The command's options and its `--help` text. */
export const declaration = inboxCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { runInbox } = await import("./run.js");
  return runInbox(args, terminal, Date.now);
}
