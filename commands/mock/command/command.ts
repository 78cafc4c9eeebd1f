import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { mockCommand, readSettings } from "./options.js";

/** The command's options and its `--help` text. */
export const declaration = mockCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const settings = readSettings(args);
  const { mock } = await import("./run.js");
  return mock(settings, terminal);
}
