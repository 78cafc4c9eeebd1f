import { main } from "../../../../cli/main.js";
import type { ExitCode } from "../../../../commands/terminal/terminal.js";
import { afterThisTest } from "../../clean-up.js";

/** A command that runs until it is stopped. */
export interface RunningCommand {
  readonly out: () => string;
  readonly err: () => string;
  /** Waits for output, which must come within thirty seconds. */
  readonly until: (pattern: RegExp) => Promise<string>;
  readonly stop: () => Promise<ExitCode>;
  /** The exit code of a command that ends by itself. */
  readonly ended: Promise<ExitCode>;
}

/** Starts a command line in a folder; the test's end stops it. */
export function startCommand(cwd: string, ...args: readonly string[]): RunningCommand {
  const written = { out: "", err: "" };
  const ending = new AbortController();
  const ended = main(args, {
    cwd,
    env: {},
    out: (text) => {
      written.out += text;
    },
    err: (text) => {
      written.err += text;
    },
    now: () => 0,
    signal: ending.signal,
  });
  const stop = (): Promise<ExitCode> => {
    ending.abort();
    return ended;
  };
  afterThisTest(stop);
  return {
    out: () => written.out,
    err: () => written.err,
    async until(pattern) {
      const deadline = Date.now() + 60_000;
      while (!pattern.test(written.out + written.err)) {
        if (Date.now() > deadline) throw new Error(`no ${pattern} in ${written.out}${written.err}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return written.out;
    },
    stop,
    ended,
  };
}
