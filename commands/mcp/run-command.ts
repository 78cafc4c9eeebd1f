import { spawn } from "node:child_process";

/** What a command did. */
export interface Ran {
  /** Null if it was ended. */
  readonly exitCode: number | null;
  /** What it wrote to standard output and to standard error. */
  readonly out: string;
  readonly err: string;
  /** Whether it was ended because it took too long, or wrote too much. */
  readonly ended?: "time" | "output" | undefined;
}

/** How a command is run. */
export interface RunLimits {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Bytes that a command may write. */
const mostOutput = 32 * 1024 * 1024;

/**
 * Runs a command of this `oipkit` in a process of its own: it can be ended, and what it does to memory, signals or the standard
 * streams doesn't touch the server. Rejects if the process can't be started.
 */
export function runCommand(
  program: string,
  args: readonly string[],
  { cwd, env, timeoutMs, signal }: RunLimits,
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd,
      env: { ...env, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
      signal,
      killSignal: "SIGKILL",
    });
    let ended: Ran["ended"];
    let left = mostOutput;
    const texts = { out: "", err: "" };
    const end = (why: "time" | "output"): void => {
      ended ??= why;
      child.kill("SIGKILL");
    };
    const timer = setTimeout(() => end("time"), timeoutMs);
    for (const [name, stream] of [
      ["out", child.stdout],
      ["err", child.stderr],
    ] as const) {
      stream.setEncoding("utf8");
      stream.on("data", (text: string) => {
        left -= text.length;
        if (left < 0) end("output");
        else texts[name] += text;
      });
    }
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on("close", (exitCode) => {
      clearTimeout(timer);
      resolve({ exitCode, ...texts, ended });
    });
  });
}
