// @needs python3
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { writeGuideProgram } from "../../support/commands/sandbox/guide-program.js";

it("serves the guide's test in Python, and ends with it", { timeout: 60_000 }, async () => {
  const cwd = writeGuideProgram("python", "sandbox_test.py");
  const { stdout: printed } = await promisify(execFile)("python3", ["sandbox_test.py"], { cwd });
  expect(printed).toMatch(
    /^app_\w+ \['oem\.subscription\.created\.v1', 'oem\.subscription\.activated\.v1'\]$/m,
  );
  expect(printed).toMatch(/^2026-02-19T09:30:00\.000Z$/m);
  expect(printed).toMatch(/^2026-02-05T09:30:00\.000Z oem\.subscription\.renewed\.v1$/m);
});
