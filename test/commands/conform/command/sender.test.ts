import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runWith } from "../../../support/cli/receiver-under-test.js";
import type { CommandResult } from "../../../support/cli/run-command.js";
import { startControlServer } from "../../../support/commands/conform/sender/control-server.js";
import { startNodeSender } from "../../../support/commands/conform/sender/node-sender.js";
import { root } from "../../../support/generator/emit/contract-folder.js";

const suite = join(root, "generated/conformance/events.json");
const conform = (...args: readonly string[]): Promise<CommandResult> =>
  runWith({ cwd: root }, "conform", "--suite", suite, ...args);

describe("oipkit conform --sender", () => {
  test("exits with 0 and needs no credentials if the selected cases pass", async () => {
    const sender = await startNodeSender();
    try {
      const result = await conform("--sender", `${sender.controlUrl}/`, "--only", "sender/6.4/*");
      expect(result.exitCode, result.out + result.err).toBe(0);
      expect(result.out).toMatch(/passes the selected cases.*\n10 passed, 0 failed, 0 inconclusive in/);
    } finally {
      await sender.close();
    }
  });

  test("exits with 1, and never passes a case, if the control offers nothing", async () => {
    const sender = await startControlServer(async ({ route }) => {
      if (route === "GET leaks") return { found: false };
      throw Object.assign(new Error(route), { status: 404 });
    });
    try {
      const result = await conform("--sender", sender.controlUrl, "--format", "json");
      expect(result.exitCode).toBe(1);
      const report = JSON.parse(result.out);
      expect(report.counts).toMatchObject({ passed: 0, failed: 0 });
      expect(report.unproven).toEqual(["delivers-signed", "refuses-unverified"]);
      expect(report.results[0].reason).toContain("needs a control that offers ");
      expect(report.results[0].rerun).toContain(
        `oipkit conform --sender ${sender.controlUrl} --only sender/`,
      );
    } finally {
      await sender.close();
    }
  });

  test("lists and explains the cases for senders", async () => {
    const list = await conform("--list", "--sender", "http://localhost", "--only", "sender/8/*");
    expect(list.out).toContain("sender/8/one-endpoint  must  §8");
    const explained = await conform("--explain", "sender/6.4/new-nonce");
    expect(explained.out).toContain("§6.4: Each attempt has a new timestamp, nonce, IV and signature.");
  });

  test.each([
    [["http://localhost/hook", "--sender", "http://localhost"], "not both"],
    [["--sender", "http://localhost", "--probe", "http://localhost/probe"], "--probe is for receivers"],
    [["--sender", "localhost"], "--sender: `localhost` is not an http or https URL"],
  ])("refuses %j", async (args, message) => {
    const result = await conform(...args);
    expect(result.exitCode).toBe(2);
    expect(result.err).toContain(message);
  });
});
