import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { validateCommand } from "./options.js";
import { readSettings } from "./settings.js";

/** The command's options and its `--help` text. */
export const declaration = validateCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { validate } = await import("./run.js");
  return validate(readSettings(args), terminal);
}
