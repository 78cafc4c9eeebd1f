import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readSettings } from "../../../../commands/conform/command/options.js";
import type { Report, VerifierVectors } from "../../../../commands/conform/index.js";
import { runWith } from "../../../support/cli/receiver-under-test.js";
import type { CommandResult } from "../../../support/cli/run-command.js";
import { root } from "../../../support/generator/emit/contract-folder.js";

const suite = "generated/conformance/events.json";
const vectors = "generated/conformance/events.verifier.json";
const node = JSON.stringify(process.execPath);
const runtime = `${node} examples/libraries/oipkit-runtime.mjs ${vectors}`;
const fake = (behaviour: string): string =>
  `${node} test/support/commands/conform/fake-library.mjs ${behaviour}`;
const conform = (...args: readonly string[]): Promise<CommandResult> =>
  runWith({ cwd: root }, "conform", "--suite", suite, ...args);

describe("oipkit conform --library", () => {
  test("exits with 0 for the runtime, which agrees with every vector of this platform", async () => {
    const result = await conform("--library", runtime, "--strict", "--format", "json");
    const report = JSON.parse(result.out) as Report;
    const { groups } = JSON.parse(readFileSync(join(root, vectors), "utf8")) as VerifierVectors;
    const all = groups.flatMap((group) => group.vectors);
    expect(report.results.filter((each) => each.result !== "passed").map(({ id }) => id)).toEqual([]);
    expect(report.counts.passed).toBe(all.length);
    expect({ exitCode: result.exitCode, conforms: report.conforms }).toEqual({ exitCode: 0, conforms: true });
    // The ledger says that the form of a timestamp is a must, so an unusual one is no matter of taste.
    expect(all.find(({ id }) => id === "timestamp-form/plus")?.level).toBe("must");
  });

  test("exits with 1 if the library accepts a forgery, and shows its clause", async () => {
    const result = await conform("--library", fake("accept"), "--only", "signature-key/*");
    expect(result.exitCode).toBe(1);
    expect(result.out).toContain("signature-key/other-one");
    expect(result.out).toContain("The library accepts what must be refused.");
    expect(result.out).toContain("oipkit conform --library ");
    expect(result.out).not.toContain("round trip");
  });

  test("exits with 2 if the command isn't a library", async () => {
    const result = await conform("--library", fake("no-start"));
    expect({ exitCode: result.exitCode, out: result.out }).toEqual({ exitCode: 2, out: "" });
    expect(result.err).toContain("isn't a library that can be asked: it ended (exit code 4)");
  });

  test("takes the file of vectors itself, and lists and explains them", async () => {
    const list = await runWith(
      { cwd: root },
      "conform",
      "--list",
      "--library",
      "x",
      "--suite",
      vectors,
      "--only",
      "timestamp-altered/to-*",
    );
    expect(list.out).toContain("timestamp-altered/to-plus  must  ");
    const explained = await conform("--explain", "timestamp-altered/to-plus", "--library", "x");
    expect(explained.out).toContain('"altered-after-signing"');
  });

  test.each([
    [["http://localhost/", "--library", "x"], "use either a receiver's URL or --library, not both"],
    [["--library", "x", "--probe", "http://localhost/"], "--probe is for receivers; remove it or --library"],
    [["--library", "x", "--sender", "http://localhost/"], "--sender"],
  ])("refuses %j", (args, text) => {
    expect(() => readSettings(args)).toThrow(text);
  });
});
