// Writes docs/mutants.md: runs every mutant of test/conformance/mutants against the cases of its clause, and against the whole suite,
// which takes a quarter of an hour; with `--clauses` only the former.
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { clauses } = parseArgs({ options: { clauses: { type: "boolean", default: false } } }).values;
const args = ["vitest", "run", "--project", "source", "test/conformance/mutants/mutants.test.ts"];
const env = { ...process.env, UPDATE_MUTANTS: clauses ? "clauses" : "all" };
const { status } = spawnSync("npx", args, { stdio: "inherit", env });
process.exitCode = status ?? 2;
