import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { lintCommand } from "./options.js";
import { readSettings } from "./settings.js";

/** The command's options and its `--help` text. */
export const declaration = lintCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const settings = await readSettings(args, terminal);
  if (settings.watch) return (await import("./watch.js")).watchLint(settings, terminal);
  const { lint } = await import("./run.js");
  return (await lint(settings, terminal)).exitCode;
}
