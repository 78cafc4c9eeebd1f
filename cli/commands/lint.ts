import { lintCommand } from "../lint/options.js";
import { readSettings } from "../lint/settings.js";
import type { ExitCode, Terminal } from "../terminal.js";

/** The command's options and its `--help` text. */
export const declaration = lintCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const settings = await readSettings(args, terminal);
  if (settings.watch) return (await import("../lint/watch.js")).watchLint(settings, terminal);
  const { lint } = await import("../lint/run.js");
  return (await lint(settings, terminal)).exitCode;
}
