import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { readSettings, updateCommand } from "./options.js";

/** The command's options and its `--help` text. */
export const declaration = updateCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const settings = readSettings(args);
  const { update } = await import("./run.js");
  return update(settings, { terminal, fetch });
}
