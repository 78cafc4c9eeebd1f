import { receiveCommand } from "../receive/options.js";
import { readSettings } from "../receive/settings.js";
import type { ExitCode, Terminal } from "../terminal.js";

/** The command's options and its `--help` text. */
export const declaration = receiveCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const settings = readSettings(args);
  const { receive } = await import("../receive/run.js");
  return receive(settings, terminal);
}
