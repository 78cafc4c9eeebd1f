import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** The user, environment and working folder of a program. Default: those of this process, and the root folder. */
export interface Identity {
  readonly uid?: number;
  readonly gid?: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

/** The path of an installed program, including PostgreSQL's, which Debian doesn't add to PATH. */
export function installedProgram(name: string): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter),
    ...versions.map((version) => join(debian, version, "bin")),
  ];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** A port that is currently free. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** Runs a program until it exits. Rejects with its output if it fails. */
export async function run(file: string, args: readonly string[], identity: Identity = {}): Promise<void> {
  const child = spawn(file, args, { stdio: ["ignore", "pipe", "pipe"], cwd: "/", ...identity });
  let written = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      written += chunk;
    });
  }
  const code = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code !== 0) throw new Error(`${file} exited with ${code}\n${written}`);
}

/** Waits until a condition holds. Rejects after a minute with the last failure. */
export async function until(holds: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  let cause: unknown;
  while (Date.now() < deadline) {
    try {
      if (await holds()) return;
    } catch (failure) {
      cause = failure;
    }
    await delay(25);
  }
  throw new Error(`timed out waiting for ${what}`, { cause });
}

/** Sends a signal to a child process and waits until it exits. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await ended;
}
