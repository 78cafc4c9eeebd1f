import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Suite } from "../../../commands/conform/index.js";

/** What the harness has found of a mutant; `tools/mutation/judge.mjs`. */
export interface Verdict {
  readonly status: "killed" | "timeout" | "noted" | "survived";
  readonly by?: string;
  readonly reason?: string;
  readonly configuration?: string;
}

/** A configuration by its name, and the cases that run in it. */
export interface Stage {
  readonly configuration: string;
  readonly suite: Suite;
}

/** An exported function or value of a module in `tools/mutation`, which is plain JavaScript. */
export async function fromScripts<Value>(module: string, name: string): Promise<Value> {
  const { href } = new URL(`../../../tools/mutation/${module}`, import.meta.url);
  return ((await import(href)) as Record<string, Value>)[name] as Value;
}

/** Runs `node tools/mutation.mjs` with arguments. */
export function mutation(...args: readonly string[]): {
  code: number | null;
  stdout: string;
  stderr: string;
} {
  const script = fileURLToPath(new URL("../../../tools/mutation.mjs", import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });
  return { code: status, stdout, stderr };
}
