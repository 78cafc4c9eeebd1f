import { type Finished, run } from "./run.js";

const settings = ["--strict", "--module", "nodenext", "--target", "es2022"];

/** Compiles files with the installed package's own compiler, and also checks its declaration files. */
export function compile(
  cwd: string,
  files: readonly string[],
  ...more: readonly string[]
): Promise<Finished> {
  return run("npx", ["--no-install", "tsc", ...settings, ...more, ...files], { cwd });
}
