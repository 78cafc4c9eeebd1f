import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type ControlClient, ControlError, createControlClient } from "@oipkit/sandbox/client";
import { json } from "../../reader/text/json.js";
import { printable } from "../../reader/text/printable.js";
import { tokenVariable } from "../options/credentials.js";
import { UsageError } from "../options/option.js";
import { readWebAddress } from "../options/web-address.js";
import type { ExitCode, Terminal } from "../terminal/terminal.js";

/** How a running sandbox is found. */
interface ControlFile {
  readonly control: string;
  readonly token: string;
  readonly pid: number;
}

/** The folder of a sandbox below the working folder. */
export const sandboxFolder = ".oipkit";

const name = "sandbox.json";

/** Makes the folder, which only its owner may read, and which git ignores. */
export async function makeFolder(cwd: string): Promise<string> {
  const folder = join(cwd, sandboxFolder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, ".gitignore"), "*\n");
  return folder;
}

/** Writes a file that only its owner may read, also if it was there before. */
export async function writePrivately(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(path, content, { mode: 0o600 });
  await chmod(path, 0o600);
}

/** The same in one step, so that a sandbox that is killed leaves what was there before. */
export async function replacePrivately(path: string, content: string): Promise<void> {
  // The same name each time: what a killed sandbox left is written again.
  const next = `${path}.tmp`;
  await writePrivately(next, content);
  await rename(next, path);
}

/** Writes how the sandbox is found. */
export async function writeControlFile(cwd: string, file: ControlFile): Promise<void> {
  await replacePrivately(join(await makeFolder(cwd), name), `${json(file, 2)}\n`);
}

/** Removes the file, unless another sandbox has written its own in the meantime. */
export async function removeControlFile(cwd: string, { token }: Pick<ControlFile, "token">): Promise<void> {
  const path = join(cwd, sandboxFolder, name);
  const found = await readFile(path, "utf8").catch(() => "");
  if (found.includes(token)) await rm(path, { force: true });
}

/** How long a sandbox has to say that it runs, in milliseconds. */
const answerMs = 2000;

/** Throws `UsageError` if a sandbox of this folder runs: two would share its store and overwrite how the other is found. */
export async function assertNoneRuns(cwd: string): Promise<void> {
  const path = join(cwd, sandboxFolder, name);
  const text = await readFile(path, "utf8").catch(() => undefined);
  if (text === undefined) return;
  let found: ControlFile;
  try {
    found = controlFileIn(text, path);
  } catch {
    // A broken file leads to no sandbox.
    return;
  }
  const state = await controlState(found);
  const { origin } = new URL(found.control);
  if (state === "answers")
    throw new UsageError(
      `a sandbox runs in this folder already: ${origin}, process ${found.pid}; use it, stop it, or start another one in another folder`,
    );
  if (state === "silent")
    throw new UsageError(
      `a sandbox of this folder, ${origin}, process ${found.pid}, takes connections but doesn't answer: it is busy or suspended; wait for it, or end the process`,
    );
}

async function controlState({ control, token, pid }: ControlFile): Promise<"answers" | "silent" | "gone"> {
  let isLate = false;
  const briefly: typeof fetch = async (input, init) => {
    const signal = AbortSignal.timeout(answerMs);
    try {
      return await fetch(input, { ...init, signal });
    } finally {
      isLate = signal.aborted;
    }
  };
  try {
    await createControlClient({ control, token, fetch: briefly }).call("readClock");
    return "answers";
  } catch {
    return isLate && isAlive(pid) ? "silent" : "gone";
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The file of the nearest sandbox: in a folder or one above. Throws `UsageError` if there is none. */
async function findControlFile(cwd: string): Promise<ControlFile> {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const path = join(folder, sandboxFolder, name);
    const text = await readFile(path, "utf8").catch(() => undefined);
    if (text !== undefined) return controlFileIn(text, path);
    if (dirname(folder) === folder) break;
  }
  throw new UsageError(
    `no sandbox runs here: ${join(sandboxFolder, name)} doesn't exist in this folder or above; start one with \`oipkit sandbox\`, or name it with --control URL`,
  );
}

function controlFileIn(text: string, path: string): ControlFile {
  try {
    const { control, token, pid } = JSON.parse(text) as Record<string, unknown>;
    if (typeof control === "string" && typeof token === "string" && typeof pid === "number")
      return { control, token, pid };
  } catch {
    // As if a member were missing.
  }
  throw new UsageError(`${path} isn't what a sandbox writes; remove it and start the sandbox again`);
}

/** A client of the sandbox that a command is about. Throws `UsageError`. */
export async function findControl(
  control: string | undefined,
  { cwd, env, hide }: Pick<Terminal, "cwd" | "env" | "hide">,
): Promise<ControlClient> {
  if (control === undefined) {
    const found = await findControlFile(cwd);
    hide?.(found.token);
    return createControlClient(found);
  }
  readWebAddress("--control", control, "http://127.0.0.1:8787/_sandbox");
  const token = env[tokenVariable];
  if (token === undefined || token === "")
    throw new UsageError(
      `set ${tokenVariable} to the "token" of .oipkit/sandbox.json, in the folder in which the sandbox was started`,
    );
  return createControlClient({ control, token });
}

/** Runs what asks a control. A refusal is printed and gives 1; a control that can't be reached is thrown. */
export async function askControl(terminal: Terminal, work: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ControlError) || error.refusal === undefined) throw error;
    // Its token is wrong, or it failed: nothing was decided.
    if (error.status === 401 || (error.status ?? 0) >= 500) throw error;
    const { message, clause } = error.refusal;
    terminal.err(
      `${printable(message)}${clause === undefined ? "" : ` (${printable(clause)})`} [${error.code}]\n`,
    );
    return 1;
  }
}
