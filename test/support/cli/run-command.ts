import { main } from "../../../cli/main.js";
import type { ExitCode } from "../../../commands/terminal/terminal.js";

export interface CommandResult {
  readonly exitCode: ExitCode;
  /** Text written to stdout and to stderr. */
  readonly out: string;
  readonly err: string;
}

/** Runs a command line in a folder, as `oipkit` would. */
export async function runCommand(cwd: string, ...args: readonly string[]): Promise<CommandResult> {
  const written = { out: "", err: "" };
  const exitCode = await main(args, {
    cwd,
    env: {},
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
    now: () => 0,
    signal: new AbortController().signal,
  });
  return { exitCode, ...written };
}
