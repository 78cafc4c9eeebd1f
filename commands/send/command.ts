import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { sendCommand } from "./options.js";

/** The command's options and its `--help` text. */
export const declaration = sendCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { readSettings } = await import("./options.js");
  const settings = readSettings(args, terminal.env);
  const { send } = await import("./run.js");
  return send(settings, terminal);
}
