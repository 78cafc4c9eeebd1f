// @needs go
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { writeGuideProgram } from "../../support/commands/sandbox/guide-program.js";

it("serves the guide's test in Go, and ends with it", { timeout: 180_000 }, async () => {
  const cwd = writeGuideProgram("go", "main.go");
  const env = { ...process.env, CGO_ENABLED: "0" };
  const { stdout: printed } = await promisify(execFile)("go", ["run", "main.go"], { cwd, env });
  expect(printed).toMatch(/^app_\w+ 2026-02-19T09:30:00\.000Z$/m);
});
