import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { changelogCommand, readSettings } from "./options.js";

/** The command's options and its `--help` text. */
export const declaration = changelogCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { changelog } = await import("./run.js");
  return changelog(readSettings(args), { terminal, clock: Date.now });
}
