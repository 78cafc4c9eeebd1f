import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { root, temporaryFolder } from "../generator/emit/contract-folder.js";

/** A value and the name of a validator module; `events` selects `validateEvent`. */
export interface Job {
  readonly validator: string;
  readonly value: unknown;
}

export interface Violation {
  readonly pointer: string;
  readonly keyword: string;
  readonly message: string;
  readonly property?: string;
  readonly rule?: string;
}

export interface Outcome {
  readonly is: boolean;
  readonly violations: readonly Violation[];
  /** The kind of result; of `check`, only `valid` or `invalid`. */
  readonly kind: "valid" | "invalid" | "unknown";
  readonly specified?: boolean;
}

const script = `
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const freeze = (value) => {
  if (value !== null && typeof value === "object") Object.values(Object.freeze(value)).forEach(freeze);
  return value;
};
const [folder, jobs] = process.argv.slice(2);
const outcomes = [];
for (const { validator, value } of JSON.parse(readFileSync(jobs, "utf8"))) {
  const module = await import(pathToFileURL(folder + "/" + validator + ".js").href);
  freeze(value);
  if (module.validateEvent) {
    const { kind, specified, errors = [] } = module.validateEvent(value);
    outcomes.push({ kind, specified, violations: errors, is: kind === "valid" });
  } else {
    const violations = module.check(value);
    outcomes.push({ kind: violations.length === 0 ? "valid" : "invalid", violations, is: module.is(value) });
  }
}
process.stdout.write(JSON.stringify(outcomes));
`;

/**
 * Runs the compiled validators of the package in a process that forbids generating code from strings, on frozen values: a validator
 * that modified one would throw.
 */
export async function runValidators(jobs: readonly Job[]): Promise<readonly Outcome[]> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "run.mjs"), script);
  await writeFile(join(folder, "jobs.json"), JSON.stringify(jobs));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      "--disallow-code-generation-from-strings",
      "run.mjs",
      join(root, "generated", "dist", "validators"),
      join(folder, "jobs.json"),
    ],
    { cwd: folder, maxBuffer: 2 ** 26 },
  );
  return JSON.parse(stdout) as Outcome[];
}
