import type { ExitCode, Terminal } from "../terminal/terminal.js";
import { readSettings, sandboxCommand } from "./options.js";
import { withSandboxPackage } from "./sandbox-package.js";

/** The command's options and its `--help` text. */
export const declaration = sandboxCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const settings = readSettings(args);
  if (settings.action !== "start") {
    const { act } = await withSandboxPackage(() => import("./act.js"));
    return act(settings, terminal);
  }
  const [{ start }, { startSandbox }] = await withSandboxPackage(() =>
    Promise.all([import("./start.js"), import("@oipkit/sandbox")]),
  );
  return start(settings, terminal, startSandbox);
}
