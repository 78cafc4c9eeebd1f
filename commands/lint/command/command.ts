import type { ExitCode, Terminal } from "../../terminal/terminal.js";
import { lintCommand, readSettings } from "./options.js";

/** The command's options and its `--help` text. */
export const declaration = lintCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const settings = await readSettings(args, terminal);
  if (settings.watch) return (await import("./run.js")).watchLint(settings, terminal);
  const { lint } = await import("./run.js");
  return (await lint(settings, terminal)).exitCode;
}
