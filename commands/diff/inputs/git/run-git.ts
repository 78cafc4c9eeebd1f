import { execFile } from "node:child_process";
import { UnusableInput } from "../unusable-input.js";

/** Where git runs. */
export interface GitPlace {
  /** Absolute path of the working folder. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The result of a git command that ended by itself. */
export interface GitResult {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** Most bytes of a command's output; a list of 500,000 paths fits. Guessed. */
const mostOutput = 128 * 1024 * 1024;

/** Runs git without a shell. Throws `UnusableInput` if there is no git, or if its output is too large. */
export function runGit(args: readonly string[], { cwd, env }: GitPlace): Promise<GitResult> {
  return new Promise((done, fail) => {
    const options = { cwd, env: gitEnvironment(env), maxBuffer: mostOutput, windowsHide: true } as const;
    execFile("git", [...args], options, (error, out, err) => {
      const code: unknown = error?.code ?? 0;
      if (typeof code === "number") done({ exitCode: code, out, err });
      else fail(notRun(error as NodeJS.ErrnoException));
    });
  });
}

/** The output of a command that must succeed. Throws `UnusableInput` with git's own message. */
export async function git(args: readonly string[], place: GitPlace): Promise<string> {
  const { exitCode, out, err } = await runGit(args, place);
  if (exitCode !== 0) throw new UnusableInput(`git ${args[0] ?? ""} failed: ${firstLine(err)}`);
  return out;
}

/** The environment of every git command: messages in English, no questions, and paths that are never patterns. */
export function gitEnvironment(env: GitPlace["env"]): NodeJS.ProcessEnv {
  return {
    ...env,
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_PAGER: "cat",
  };
}

/** The error for a git that couldn't be started or was ended. */
export function notRun(cause: NodeJS.ErrnoException): UnusableInput {
  if (cause.code === "ENOENT")
    return new UnusableInput("git isn't installed, or isn't in PATH; install it, or pass files or folders", {
      cause,
    });
  return new UnusableInput(`git couldn't run: ${cause.code ?? cause.message}`, { cause });
}

/** The first line of git's standard error, without its prefix. */
export function firstLine(text: string): string {
  return (text.trim().split("\n")[0] ?? "").replace(/^(?:fatal|error): /, "") || "no reason given";
}
