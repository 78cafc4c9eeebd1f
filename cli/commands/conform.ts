import { conformCommand } from "../conform/options.js";
import type { ExitCode, Terminal } from "../terminal.js";

/** The command's options and its `--help` text. */
export const declaration = conformCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { readSettings } = await import("../conform/settings.js");
  const settings = readSettings(args);
  const { conform } = await import("../conform/run.js");
  return conform(settings, terminal);
}
