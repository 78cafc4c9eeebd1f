import { withSandboxPackage } from "../sandbox/sandbox-package.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { triggerCommand } from "./options.js";

/** The command's options and its `--help` text. */
export const declaration = triggerCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { trigger } = await withSandboxPackage(() => import("./run.js"));
  return trigger(args, terminal);
}
