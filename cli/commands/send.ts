import { sendCommand } from "../send/options.js";
import type { ExitCode, Terminal } from "../terminal.js";

/** The command's options and its `--help` text. */
export const declaration = sendCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { readSettings } = await import("../send/settings.js");
  const settings = readSettings(args);
  const { send } = await import("../send/run.js");
  return send(settings, terminal);
}
