import { spawn } from "node:child_process";
import { ResetFailed } from "../errors.js";

/** Longest time of the command, in milliseconds (guessed: time to restart a server with its database). */
const longestMs = 60_000;

/** How much of its output an error shows, in characters. */
const mostShown = 2_000;

/** How the command is run. */
interface ResetStart {
  /** A command line of the shell. */
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Default: a minute. */
  readonly timeoutMs?: number;
}

/** Runs the command of `--reset` to its end. Rejects with `ResetFailed` if it fails or takes too long. */
export function runReset({ command, cwd, env, signal, timeoutMs = longestMs }: ResetStart): Promise<void> {
  const isPosix = process.platform !== "win32";
  // In a group of its own, so that what the shell starts ends with it if it takes too long.
  const child = spawn(command, {
    shell: true,
    cwd,
    env: { ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: isPosix,
  });
  let output = "";
  const keep = (piece: Buffer): void => {
    output = (output + piece.toString("utf8")).slice(-mostShown);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  return new Promise((resolve, reject) => {
    const end = (how: string | undefined): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      // A server that it started in the background may keep them open.
      child.stdout.destroy();
      child.stderr.destroy();
      if (how === undefined) resolve();
      else reject(new ResetFailed(command, how, output.trim()));
    };
    const kill = (how: string): void => {
      if (!isPosix || child.pid === undefined) child.kill("SIGKILL");
      else killGroup(child.pid);
      end(how);
    };
    const stop = (): void => kill("the run was ended");
    const timer = setTimeout(() => kill(`it took longer than ${timeoutMs / 1000} s`), timeoutMs);
    signal.addEventListener("abort", stop);
    child.on("error", ({ message }) => end(message));
    child.on("exit", (code, killedBy) => {
      if (code === 0) end(undefined);
      else end(killedBy === null ? `exit code ${code}` : `signal ${killedBy}`);
    });
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // It has ended by itself.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
