import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { deliveriesCommand } from "./options.js";

/** The command's options and its `--help` text. */
export const declaration = deliveriesCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { runDeliveries } = await import("./run.js");
  return runDeliveries(args, terminal, Date.now);
}
