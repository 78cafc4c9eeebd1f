import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { readSettings, validateCommand } from "./options.js";

/** The command's options and its `--help` text. */
export const declaration = validateCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { validate } = await import("./run.js");
  return validate(readSettings(args), terminal);
}
