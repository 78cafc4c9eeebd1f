import { spawn } from "node:child_process";

export interface Finished {
  readonly code: number | null;
  /** The signal that ended it, if one did. */
  readonly signal?: NodeJS.Signals;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Sends SIGINT as soon as the program has written this text to stderr. */
  readonly interruptAt?: string;
}

/** Runs a program until it exits; `node` is the Node.js that runs the tests. */
export function run(
  command: string,
  args: readonly string[],
  { cwd, env = {}, interruptAt }: RunOptions,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command === "node" ? process.execPath : command, args, {
      cwd,
      env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0", ...env },
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      if (interruptAt !== undefined && stderr.includes(interruptAt)) child.kill("SIGINT");
    });
    child.on("error", reject);
    child.on("close", (code, signal) =>
      resolve({ code, stdout, stderr, ...(signal !== null && { signal }) }),
    );
  });
}

/** The stdout of a program. Throws with all its output if it fails. */
export async function programOutput(
  command: string,
  args: readonly string[],
  options: RunOptions,
): Promise<string> {
  const { code, stdout, stderr } = await run(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} exited with ${code}\n${stdout}${stderr}`);
  return stdout;
}
