import { sandboxCommand } from "../sandbox/options.js";
import { readSettings } from "../sandbox/settings.js";
import type { ExitCode, Terminal } from "../terminal.js";

/** The command's options and its `--help` text. */
export const declaration = sandboxCommand;

/** Runs the command. */
export async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const settings = readSettings(args);
  if (settings.action !== "start") return (await import("../sandbox/act.js")).act(settings, terminal);
  const [{ start }, { startSandbox }] = await Promise.all([
    import("../sandbox/start.js"),
    import("@oipkit/sandbox"),
  ]);
  return start(settings, terminal, startSandbox);
}
