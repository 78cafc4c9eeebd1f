import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { expandCases, type Report, runSuite } from "../../../../commands/conform/index.js";
import { afterThisTest } from "../../clean-up.js";
import { wholeSuite } from "./platform.js";
import { startReceiverProcess } from "./receiver-process.js";
import { representativeSuite } from "./representative-suite.js";

const modes = [
  { mode: "plaintext", encrypted: false },
  { mode: "encrypted", encrypted: true },
] as const;

const failures = ({ results }: Report): string[] =>
  results.filter(({ result }) => result === "failed").map(({ id, reason }) => `${id}: ${reason}`);

/** The command that starts a receiver. */
export type Command = readonly [program: string, ...args: string[]];

/** The path of an example receiver. All are hand-written from the document and don't use this library's receiver. */
export const exampleReceiver = (path: string): string =>
  fileURLToPath(new URL(`../../../../examples/receivers/${path}`, import.meta.url));

type Mode = (typeof modes)[number]["mode"];

/**
 * Declares the tests of a receiver in any language. In a mode that isn't `whole`, derived cases run for one event each, because the code that
 * checks an event is that of another mode or receiver, which passes all of them.
 */
export function receiverSuite(name: string, command: Command, whole: readonly Mode[]): void {
  describe(`a receiver in ${name}`, () => {
    it.each(modes)(
      "passes every case, including info ones, with a probe, $mode",
      async ({ mode, encrypted }) => {
        const subject = await startReceiverProcess({ command, encrypted });
        afterThisTest(subject.stop);
        const suite = whole.includes(mode) ? wholeSuite : representativeSuite(wholeSuite);
        const report = await runSuite({ suite, ...subject });
        expect(failures(report)).toEqual([]);
        expect(report.conforms).toBe(true);
        expect(report.counts.passed).toBeGreaterThan(expandCases(suite).length * 0.9);
      },
      180_000,
    );

    it.each(modes)("passes the hand-written cases without a probe, $mode", async ({ encrypted }) => {
      const subject = await startReceiverProcess({ command, encrypted, probe: false });
      afterThisTest(subject.stop);
      expect(subject.probeUrl).toBeUndefined();
      const { batches: _, ...suite } = wholeSuite;
      const report = await runSuite({ suite, ...subject, strict: true });
      expect(failures(report)).toEqual([]);
      expect(report.conforms).toBe(true);
    });

    it("reports a missing variable and exits with 2", () => {
      const [program, ...args] = command;
      const { WEBHOOK_SECRET: _, ...env } = process.env;
      const flags = ["--application", "app_mine", "--environment", "sandbox"];
      const { status, stderr } = spawnSync(program, [...args, ...flags], { env, encoding: "utf8" });
      expect(stderr).toContain("WEBHOOK_SECRET");
      expect(status).toBe(2);
    });
  });
}
