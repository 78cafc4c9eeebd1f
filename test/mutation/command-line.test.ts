// @needs ps
import { describe, expect, it } from "vitest";
import { mutation } from "../support/mutation/harness.js";

describe("`npm run mutation`", () => {
  it("exits with 0 if each mutant is killed", () => {
    const { code, stdout } = mutation("--receiver", "node", "--file", "binding.mjs:6", "--only", "6.3.5/*");
    expect(stdout).toMatch(/^node: [1-9]\d* mutants, [1-9]\d* killed, 0 noted, 0 survived\n/);
    expect(code).toBe(0);
  });

  it("exits with 1 if a mutant survives without an explanation, and names it", () => {
    const { code, stdout } = mutation(
      "--receiver",
      "node",
      "--file",
      "binding.mjs:6",
      "--only",
      "6.3.1/complete",
    );
    expect(stdout).toMatch(/^not explained: examples\/receivers\/node\/binding\.mjs:6: .+ → .+$/m);
    expect(code).toBe(1);
  });

  it.each([
    { args: ["--receiver", "cobol"], error: "unknown receiver cobol" },
    { args: ["--seeds", "1"], error: "--seeds" },
    { args: ["--workers", "none"], error: "--workers isn't a number: none" },
    { args: ["--receiver", "node", "--file", "nowhere.mjs"], error: "no mutants in nowhere.mjs" },
    { args: ["--receiver", "node", "--only", "nothing/*"], error: "nothing/*" },
  ])("exits with 2 if it can't run: $args", ({ args, error }) => {
    const { code, stderr } = mutation(...args);
    expect(stderr).toContain(error);
    expect(code).toBe(2);
  });
});
