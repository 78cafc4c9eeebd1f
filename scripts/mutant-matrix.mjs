// Writes docs/mutants.md: runs every mutant of test/conformance/mutants against the suite. Takes about two minutes.
import { spawnSync } from "node:child_process";

const args = ["vitest", "run", "--project", "source", "test/conformance/mutants/mutants.test.ts"];
const { status } = spawnSync("npx", args, { stdio: "inherit", env: { ...process.env, UPDATE_MUTANTS: "1" } });
process.exitCode = status ?? 2;
