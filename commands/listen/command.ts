import { withSandboxPackage } from "../sandbox/sandbox-package.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { listenCommand } from "./options.js";

/** The command's options and its `--help` text. */
export const declaration = listenCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { listen } = await withSandboxPackage(() => import("./run.js"));
  return listen(args, terminal);
}
