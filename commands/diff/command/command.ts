import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { diffCommand, readSettings } from "./options.js";

/** The command's options and its `--help` text. */
export const declaration = diffCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { diff } = await import("./run.js");
  return diff(readSettings(args), { terminal, clock: Date.now });
}
