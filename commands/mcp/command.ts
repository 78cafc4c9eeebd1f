import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { mcpCommand } from "./options.js";

/** The command's options and its `--help` text. */
export const declaration = mcpCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { readSettings } = await import("./options.js");
  const settings = readSettings(args);
  const { serve } = await import("./serve.js");
  return serve(settings, terminal);
}
