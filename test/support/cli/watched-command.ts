import { main } from "../../../cli/main.js";
import type { ExitCode } from "../../../commands/terminal/terminal.js";

export interface WatchedCommand extends AsyncDisposable {
  /** All text written so far, stdout and stderr combined. */
  readonly text: () => string;
  /** Waits until the text since the last call matches, and returns it up to the end of the match. Rejects after a deadline. */
  until(wanted: RegExp): Promise<string>;
  /** Interrupts the command, and returns its exit code. */
  end(): Promise<ExitCode>;
}

const deadline = 60_000;

/** Starts a command that runs until it is interrupted. */
export function watchCommand(cwd: string, ...args: readonly string[]): WatchedCommand {
  const ending = new AbortController();
  let text = "";
  let seen = 0;
  let notify: () => void = () => {};
  const write = (more: string) => {
    text += more;
    notify();
  };
  const ended = main(args, {
    cwd,
    env: {},
    out: write,
    err: write,
    now: () => 0,
    signal: ending.signal,
  });
  return {
    text: () => text,
    until: (wanted) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no ${wanted} in:\n${text.slice(seen)}`)), deadline);
        notify = () => {
          const found = wanted.exec(text.slice(seen));
          if (found === null) return;
          clearTimeout(timer);
          notify = () => {};
          const part = text.slice(seen, seen + found.index + found[0].length);
          seen += part.length;
          resolve(part);
        };
        notify();
      }),
    end: () => {
      ending.abort();
      return ended;
    },
    async [Symbol.asyncDispose]() {
      ending.abort();
      await ended;
    },
  };
}
