import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterThisTest } from "../../../clean-up.js";

/** What `oipkit sandbox --format json` prints when it is ready. */
export interface ReadySandbox {
  readonly origin: string;
  readonly control: string;
  readonly token: string;
  readonly environment: Readonly<Record<string, string>>;
}

const program = fileURLToPath(new URL("../../../../../dist/cli/oipkit.js", import.meta.url));

/** Starts the installed command in an empty folder. `stop` ends its standard input and resolves with its exit code. */
export async function startSandboxProcess(
  ...args: readonly string[]
): Promise<ReadySandbox & { readonly stop: () => Promise<number | null> }> {
  const cwd = await mkdtemp(join(tmpdir(), "oipkit-repeatable-"));
  const command = [program, "sandbox", "--format", "json", "--until-stdin-ends", ...args];
  const child = spawn(process.execPath, command, { cwd, stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit") as Promise<[number | null]>;
  afterThisTest(async () => {
    child.kill("SIGKILL");
    await exited;
    await rm(cwd, { recursive: true, force: true });
  });
  const lines = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([once(lines, "line"), exited])) as [string | number | null];
  if (typeof line !== "string") throw new Error(`the sandbox ended with ${line}`);
  const stop = async (): Promise<number | null> => {
    child.stdin.end();
    const [code] = await exited;
    return code;
  };
  return { ...(JSON.parse(line) as ReadySandbox), stop };
}
