import { listenCommand } from "../listen/options.js";
import type { ExitCode, Terminal } from "../terminal.js";

/** The command's options and its `--help` text. */
export const declaration = listenCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { listen } = await import("../listen/run.js");
  return listen(args, terminal);
}
