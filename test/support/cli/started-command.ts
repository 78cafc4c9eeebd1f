import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect } from "vitest";
import { afterThisTest } from "../clean-up.js";
import { root } from "../generator/emit/contract-folder.js";

/** A command in a process of its own. */
export interface StartedCommand {
  readonly out: () => string;
  readonly err: () => string;
  /** Waits until standard output and error together match, and returns the match. */
  until(wanted: RegExp): Promise<RegExpExecArray>;
  kill(signal: NodeJS.Signals): void;
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

/** How the built command starts. */
export interface StartOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A module that is loaded before it. */
  readonly preload?: string;
  readonly stdin?: string | Uint8Array;
}

/** Starts the built command; the end of the test ends it. */
export function startedCommand(
  { cwd, env = {}, preload, stdin }: StartOptions,
  ...args: readonly string[]
): StartedCommand {
  const before = preload === undefined ? [] : ["--import", preload];
  const child = spawn(process.execPath, [...before, join(root, "dist/cli/index.js"), ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? "", ...env },
  });
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  const written = { out: "", err: "" };
  child.stdout.on("data", (text: Buffer) => (written.out += text));
  child.stderr.on("data", (text: Buffer) => (written.err += text));
  const ended = once(child, "close").then(([code, signal]) => code ?? signal);
  afterThisTest(async () => {
    child.kill("SIGCONT");
    child.kill("SIGKILL");
    await ended;
  });
  return {
    out: () => written.out,
    err: () => written.err,
    async until(wanted) {
      const text = (): string => written.out + written.err;
      await expect.poll(text, { timeout: 60_000 }).toMatch(wanted);
      return wanted.exec(text()) as RegExpExecArray;
    },
    kill: (signal) => void child.kill(signal),
    ended,
  };
}
