import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { initCommand, readSettings } from "./options.js";

/** The command's options and its `--help` text. */
export const declaration = initCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const settings = readSettings(args, terminal);
  const { init } = await import("./run.js");
  return init(settings, terminal);
}
