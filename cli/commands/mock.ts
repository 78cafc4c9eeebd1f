import { mockCommand } from "../mock/options.js";
import { readSettings } from "../mock/settings.js";
import type { ExitCode, Terminal } from "../terminal.js";

/** The command's options and its `--help` text. */
export const declaration = mockCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const settings = readSettings(args);
  const { mock } = await import("../mock/run.js");
  return mock(settings, terminal);
}
