// Writes docs/contributing/mutants.md: runs every mutant of test/commands/conform/mutants against the cases of its clause, and against the whole suite,
// which takes a quarter of an hour; with `--clauses` only the former. With `--senders`, it writes docs/contributing/sender-mutants.md instead, from the
// mutants of test/commands/conform/sender/mutants.
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const flag = /** @type {const} */ ({ type: "boolean", default: false });
const { clauses, senders } = parseArgs({ options: { clauses: flag, senders: flag } }).values;
const [project, file] = senders
  ? ["source", "test/commands/conform/sender/mutants/mutants.test.ts"]
  : ["own-process", "test/commands/conform/mutants/mutants.test.ts"];
const update = senders ? { UPDATE_SENDER_MUTANTS: "all" } : { UPDATE_MUTANTS: clauses ? "clauses" : "all" };
const args = ["vitest", "run", "--project", project, file];
const env = { ...process.env, ...update };
const { status } = spawnSync("npx", args, { stdio: "inherit", env });
process.exitCode = status ?? 2;
