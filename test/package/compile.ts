import { type Finished, run } from "./run.js";

const settings = ["--strict", "--module", "nodenext", "--target", "es2022"];

/** Compiles files with the installed package's own compiler, its declaration files checked like all others. */
export function compile(
  cwd: string,
  files: readonly string[],
  ...more: readonly string[]
): Promise<Finished> {
  return run("npx", ["--no-install", "tsc", ...settings, ...more, ...files], { cwd });
}
