import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { conformCommand } from "./options.js";

/** The command's options and its `--help` text. */
export const declaration = conformCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { readSettings } = await import("./options.js");
  const settings = readSettings(args, terminal.env);
  const { conform } = await import("./run.js");
  return conform(settings, terminal);
}
