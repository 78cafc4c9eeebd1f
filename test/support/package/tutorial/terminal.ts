import { type ChildProcess, spawn } from "node:child_process";
import { plainOutput } from "./expected-output.js";

/** A terminal in which a command runs until it is stopped. */
export interface TutorialTerminal {
  readonly output: () => string;
  /** Waits for output after what was found before. Rejects after a minute, or when the command has ended. */
  readonly until: (pattern: RegExp) => Promise<string>;
  readonly stop: () => Promise<void>;
}

const mostMs = 120_000;

/** Starts a command line, as a reader would in a terminal of their own. */
export function openTerminal(
  command: string,
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): TutorialTerminal {
  // A group of its own, so that what the shell and npm have started is stopped, too.
  const child: ChildProcess = spawn(command, {
    cwd,
    env,
    shell: true,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let hasEnded = false;
  let seen = 0;
  const add = (piece: Buffer): void => {
    output += piece;
  };
  child.stdout?.on("data", add);
  child.stderr?.on("data", add);
  const ended = new Promise<void>((resolve) =>
    child.once("close", () => {
      hasEnded = true;
      resolve();
    }),
  );
  return {
    output: () => plainOutput(output),
    async until(pattern) {
      const deadline = Date.now() + mostMs;
      for (;;) {
        const rest = plainOutput(output).slice(seen);
        const found = pattern.exec(rest);
        if (found !== null) {
          seen += found.index + found[0].length;
          return found[0];
        }
        if (hasEnded || Date.now() > deadline)
          throw new Error(`\`${command}\` ${hasEnded ? "ended" : "doesn't print"} ${pattern}:\n${rest}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async stop() {
      if (!hasEnded && child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
      await ended;
    },
  };
}
