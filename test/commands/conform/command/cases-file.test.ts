import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runWith, startTestReceiver } from "../../../support/cli/receiver-under-test.js";
import type { CommandResult } from "../../../support/cli/run-command.js";
import type { RunningSubject } from "../../../support/commands/conform/subject.js";
import { root, temporaryFolder } from "../../../support/generator/emit/contract-folder.js";

const suite = join(root, "generated/conformance/events.json");
let folder: string;
let receiver: RunningSubject;

beforeAll(async () => {
  folder = await temporaryFolder();
  receiver = await startTestReceiver();
});

afterAll(() => receiver.close());

const conform = (content: string): Promise<CommandResult> => {
  writeFileSync(join(folder, "cases.yaml"), content);
  return runWith({ cwd: folder }, "conform", receiver.url, "--suite", suite, "--cases", "cases.yaml");
};

const example = "{ subject: oem.subscription.activated.v1, case: status-active }";
const caseText = (id: string, status: string): string =>
  `  - { id: ${id}, clause: §6.3, level: must, why: It is so., steps: [{ deliver: { example: ${example} }, expect: { status: [${status}] } }] }\n`;
const head = "step: '6.3.7'\ntitle: My cases\ncases:\n";

describe("oipkit conform --cases", () => {
  it("runs the cases of the file alone, with the examples of the suite", async () => {
    const { out } = await conform(head + caseText("9.1/accepted", "accepted"));
    expect(out).toContain("1 passed, 0 failed");
    const wrong = await conform(head + caseText("9.1/refused", "unprocessable"));
    expect(wrong.exitCode).toBe(1);
    expect(wrong.out).toContain("9.1/refused");
  });

  it.each([
    ["[1, 2", /cases\.yaml: neither JSON nor YAML/],
    ["", /cases\.yaml: the document must be object/],
    ["__proto__: { cases: [] }", /cases\.yaml: /],
    [`${head}  - { id: 9.1/empty }\n`, /cases\.yaml: \/cases\/0 must have required property/],
    [head + caseText("9.1/a", "accepted") + caseText("9.1/a", "accepted"), /two cases have the id `9.1\/a`/],
    ["a: &a [*a]", /cases\.yaml: /],
  ])("refuses %j", async (content, message) => {
    const { exitCode, out, err } = await conform(content);
    expect([exitCode, out]).toEqual([2, ""]);
    expect(err).toMatch(message);
    expect(err).not.toContain("    at ");
  });

  it("is refused for a sender, and if the file is missing", async () => {
    const sender = await runWith(
      { cwd: folder },
      "conform",
      "--sender",
      receiver.url,
      "--cases",
      "cases.yaml",
    );
    expect(sender).toMatchObject({ exitCode: 2, err: expect.stringContaining("--cases is for receivers") });
    const missing = await runWith(
      { cwd: folder },
      ...["conform", receiver.url, "--suite", suite, "--cases", "none.yaml"],
    );
    expect(missing).toMatchObject({ exitCode: 2, err: expect.stringContaining("none.yaml") });
  });
});
