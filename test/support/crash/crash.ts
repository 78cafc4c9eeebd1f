import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterThisTest } from "../clean-up.js";
import { root } from "../generator/emit/contract-folder.js";

/** What `layer.mjs` does to a program: it dies at one point of its writes, or its writes fail from there on. */
export type CrashFault = "kill" | "ENOSPC" | "EROFS";

/** Where a program crashes. */
export interface Crash {
  readonly fault: CrashFault;
  /** The writes that succeed before. */
  readonly at: number;
  /** The folder whose files count. */
  readonly under: string;
}

/** A program that runs under a crash. */
export interface CrashingProgram {
  /** Resolves when it has ended, with the number of points that it reached. */
  readonly ended: Promise<CrashOutcome>;
  /** Its output so far, from both streams. */
  readonly text: () => string;
  readonly stop: () => void;
}

/** How a program under a crash ended. */
export interface CrashOutcome {
  readonly killed: boolean;
  readonly exitCode: number | null;
  readonly text: string;
  readonly points: number;
}

/** Starts Node.js with the layer before the program. The test's end ends it. */
export function startCrashing(
  args: readonly string[],
  { cwd, crash, env = {} }: { readonly cwd: string; readonly crash: Crash; readonly env?: object },
): CrashingProgram {
  const log = `${crash.under}.points`;
  writeFileSync(log, "");
  const layer = join(root, "test/support/crash/layer.mjs");
  const child = spawn(process.execPath, ["--import", layer, ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...env, OIPKIT_CRASH: JSON.stringify({ ...crash, log }) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  afterThisTest(() => child.kill("SIGKILL"));
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      text += chunk;
    });
  let isStopped = false;
  const ended = new Promise<CrashOutcome>((resolve) => {
    child.on("close", (exitCode, signal) => {
      const points = readFileSync(log).length;
      rmSync(log);
      resolve({ killed: signal === "SIGKILL" && !isStopped, exitCode, text, points });
    });
  });
  return {
    ended,
    text: () => text,
    stop: () => {
      isStopped = true;
      child.kill("SIGTERM");
    },
  };
}

/** Runs the built command line under a crash. */
export function crashCommand(
  args: readonly string[],
  options: Parameters<typeof startCrashing>[1],
): Promise<CrashOutcome> {
  return startCrashing([join(root, "dist/cli/index.js"), ...args], options).ended;
}

/**
 * Every how many points a program crashes: each of them with `OIPKIT_CRASH_ALL=1`, or under `npm run explore`. Otherwise `usual`, which
 * keeps `npm test` short.
 */
export function crashStep(usual: number): number {
  const all = process.env.OIPKIT_CRASH_ALL === "1" || process.env.OIPKIT_EXPLORE !== undefined;
  if (all) return 1;
  return usual;
}

/** More than any program here has. */
const mostPoints = 2000;

/**
 * Crashes a program at one point after the other, until it ends by itself. Resolves with the number of crashes; with `OIPKIT_CRASH_ALL=1` it
 * also prints it.
 */
export async function crashEverywhere(
  what: string,
  step: number,
  crashAt: (at: number) => Promise<Pick<CrashOutcome, "killed" | "exitCode">>,
): Promise<number> {
  let crashes = 0;
  for (let at = 1; ; at += step, crashes++) {
    const { killed, exitCode } = await crashAt(at);
    if (!killed && exitCode === 0) break;
    if (at > mostPoints) throw new Error(`it doesn't end by itself after ${mostPoints} writes`);
  }
  if (process.env.OIPKIT_CRASH_ALL === "1") console.info(`${what}: ${crashes} crashes`);
  return crashes;
}
