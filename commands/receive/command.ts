import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { readSettings, receiveCommand } from "./options.js";

/** The command's options and its `--help` text. */
export const declaration = receiveCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const settings = readSettings(args);
  const { receive } = await import("./run.js");
  return receive(settings, terminal);
}
