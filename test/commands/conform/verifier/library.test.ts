import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  formatReport,
  type Report,
  runLibrary,
  type VerifierVectors,
} from "../../../../commands/conform/index.js";
import { makeVerifierVectors } from "../../../../commands/conform/verifier/make-verifier-vectors.js";
import { noteProtocol } from "../../../support/commands/conform/note-protocol.js";
import { root } from "../../../support/generator/emit/contract-folder.js";

const vectors: VerifierVectors = makeVerifierVectors(noteProtocol);
const all = vectors.groups.flatMap((group) => group.vectors);
const fake = join(root, "test/support/commands/conform/fake-library.mjs");

/** The vectors of a rule that all must be refused. */
const only = ["signature-key/*"];
const ids = all.filter(({ id }) => id.startsWith("signature-key/")).map(({ id }) => id);

async function ask(
  behaviour: string,
  options: Partial<Parameters<typeof runLibrary>[0]> = {},
): Promise<Report> {
  return runLibrary({
    vectors,
    command: `${JSON.stringify(process.execPath)} ${JSON.stringify(fake)} ${behaviour}`,
    cwd: root,
    env: process.env,
    ...options,
  });
}

/** Why vectors failed, each reason with the ids. */
function reasons(
  { results }: Report,
  result: "failed" | "inconclusive",
): Readonly<Record<string, readonly string[]>> {
  const found: Record<string, string[]> = {};
  for (const { id, reason = "", ...each } of results) {
    if (each.result === result) found[reason] = [...(found[reason] ?? []), id];
  }
  return found;
}

describe("a library", () => {
  it("that accepts everything fails every vector that must be refused, and no other", async () => {
    const report = await ask("accept");
    const wrong = all.filter(({ result }) => result === "refuse").map(({ id }) => id);
    expect(reasons(report, "failed")).toEqual({ "the library accepts what must be refused": wrong });
    expect({ conforms: report.conforms, unproven: report.unproven }).toEqual({
      conforms: false,
      unproven: ["refuses-forged"],
    });
    expect(report.subject).toEqual({
      kind: "library",
      name: "fake",
      version: "1.2.3",
      language: "JavaScript",
    });
  });

  it("that refuses everything fails every vector that must be accepted, with what it said", async () => {
    const report = await ask("refuse");
    const wrong = all.filter(({ result }) => result === "accept").map(({ id }) => id);
    expect(reasons(report, "failed")).toEqual({ "the library refuses what must be accepted: no": wrong });
    expect(report.unproven).toEqual(["accepts-signed"]);
  });

  it("that skips is not judged, and the report says so", async () => {
    const report = await ask("skip", { only });
    expect(reasons(report, "inconclusive")).toEqual({ "the library skips it: not today": ids });
    expect(report.conforms).toBe(false);
  });

  it.each([
    ["crash", "the library ended (exit code 3): TypeError: boom"],
    ["garbage", 'the library printed what is no JSON object: "<html>\\u001b[31m not JSON"'],
    ["array", 'the library printed what is no JSON object: "[1]"'],
    [
      "other-id",
      'the library answered about another vector: "{\\"id\\":\\"another/vector\\",\\"result\\":\\"accept\\"}"',
    ],
    ["half", 'the library ended in the middle of a line, "{\\"id\\":" (exit code 0)'],
    ["long", "the library printed too long a line, or too many of them"],
  ])(
    "that does this at every third vector fails those, and the others go on: %s",
    async (behaviour, reason) => {
      const report = await ask(`${behaviour} 3`, { only: ids.slice(0, 7) });
      const third = [ids[2], ids[5]];
      expect(reasons(report, "failed")).toEqual({ [reason]: third });
      expect(report.counts).toEqual({
        passed: 7 - third.length,
        failed: third.length,
        inconclusive: 0,
      });
    },
  );

  it("that gives no answer fails when its time is up", async () => {
    const report = await ask("hang 4", { only: ids.slice(0, 4), timeoutMs: 3_000 });
    expect(reasons(report, "failed")).toEqual({ "the library gave no answer in time": [ids[3]] });
    expect(report.counts.passed).toBe(3);
  });

  it("that prints two answers fails the next vector", async () => {
    const report = await ask("twice 2", { only: ids.slice(0, 3) });
    expect(Object.values(reasons(report, "failed"))).toEqual([[ids[2]]]);
  });

  it("that always crashes isn't started forever", async () => {
    const report = await ask("crash", { only, maxRestarts: 2 });
    expect(report.counts).toEqual({ passed: 0, failed: 3, inconclusive: ids.length - 3 });
    expect(reasons(report, "inconclusive")).toEqual({ "not run: the library failed 3 times": ids.slice(3) });
  });

  it("that takes too long for all vectors isn't asked about the rest", async () => {
    let time = 0;
    const report = await ask("refuse", { only, totalMs: 1_000, clock: () => (time += 100) });
    expect(Object.keys(reasons(report, "inconclusive"))).toEqual([
      "not run: the time for all vectors was up",
    ]);
    expect(report.counts.failed).toBe(0);
    expect(report.counts.passed).toBeGreaterThan(0);
  });

  it.each(["no-hello", "no-start"])("that doesn't say hello can't be asked: %s", async (behaviour) => {
    await expect(ask(behaviour)).rejects.toMatchObject({ code: "library-unusable" });
  });

  it("has its name in every report", async () => {
    const report = await ask("garbage", { only: ids.slice(0, 2), maxRestarts: 1 });
    for (const format of ["pretty", "markdown", "html", "junit", "tap", "github", "json"] as const) {
      const text = formatReport(report, { format });
      expect(text).toContain("signature-key/");
      expect(text).not.toContain("\u001b[31m");
    }
    expect(formatReport(report)).toContain("library fake 1.2.3 (JavaScript)");
  });

  it("keeps a known failure, and says if one passes", async () => {
    const plain = "authentic/plain";
    const failing = await ask("refuse", { only: [plain], knownFailures: [plain] });
    expect(failing.knownFailures).toEqual({ failed: [plain], passed: [] });
    const passing = await ask("accept", { only: [plain], knownFailures: [plain] });
    expect(passing.knownFailures).toEqual({ failed: [], passed: [plain] });
  });
});
