import { initCommand } from "../init/options.js";
import { readSettings } from "../init/settings.js";
import type { ExitCode, Terminal } from "../terminal.js";

/** The command's options and its `--help` text. */
export const declaration = initCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const settings = readSettings(args, terminal);
  const { init } = await import("../init/run.js");
  return init(settings, terminal);
}
