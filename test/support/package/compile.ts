import { type Finished, run } from "./run.js";

const settings = ["--strict", "--module", "nodenext", "--target", "es2022"];

/**
 * Compiles files with the installed package's own compiler. Declaration files are only read, since to check them takes most of
 * the time: `--skipLibCheck false` checks them, once for all that the packages export and once for what is generated.
 */
export function compile(
  cwd: string,
  files: readonly string[],
  ...more: readonly string[]
): Promise<Finished> {
  const args = ["--no-install", "tsc", ...settings, "--skipLibCheck", ...more, ...files];
  return run("npx", args, { cwd });
}
