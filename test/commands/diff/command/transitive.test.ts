import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCommand } from "../../../support/cli/run-command.js";
import { type TestRepository, testRepository } from "../../../support/commands/diff/inputs/git-repository.js";

const dialect = "$schema: https://json-schema.org/draft/2020-12/schema\n";
const kind = (...values: readonly string[]) => ({
  "contracts/kind.schema.yaml": `${dialect}enum: [${values.join(", ")}]\n`,
});

let repository: TestRepository;
beforeEach(() => {
  repository = testRepository();
  repository.write({ readme: "x" }, "no contracts");
  repository.git("tag", "v0.9.0");
  repository.write(kind("a", "b", "c"), "three");
  repository.git("tag", "v1.0.0");
  repository.git("tag", "-a", "-m", "annotated", "v1.0.1");
  repository.write(kind("a", "b"), "two");
  repository.git("tag", "v1.10.0");
  repository.git("tag", "v2.0.0-rc.1");
  repository.write(kind("a", "b", "c"), "three again");
  repository.git("tag", "v1.2.0");
  repository.git("tag", "release");
  repository.git("tag", "sdk@3.0.0");
});
afterEach(() => repository.remove());

const diff = (...args: readonly string[]) =>
  runCommand(repository.root, "diff", "--transitive", "--format", "json", ...args);

async function releases(...args: readonly string[]) {
  const { out } = await diff("--mode", "backward", ...args);
  const { findings, summary } = JSON.parse(out) as {
    findings: readonly { releases: readonly string[]; old: { file: string } }[];
    summary: { releases: readonly string[] };
  };
  return { findings: findings.map((each) => [each.old.file, each.releases]), compared: summary.releases };
}

it("names the releases that a change breaks, newest first", async () => {
  repository.write(kind("a"));
  const { findings, compared } = await releases();
  expect(compared).toEqual(["v1.10.0", "v1.2.0", "v1.0.1", "v1.0.0"]);
  expect(findings).toEqual([
    ["git:v1.10.0:contracts/kind.schema.yaml", ["v1.10.0", "v1.2.0", "v1.0.1", "v1.0.0"]],
  ]);
  repository.write(kind("a", "b"));
  expect((await releases()).findings).toEqual([
    ["git:v1.2.0:contracts/kind.schema.yaml", ["v1.2.0", "v1.0.1", "v1.0.0"]],
  ]);
  const { out } = await runCommand(repository.root, "diff", "--transitive", "--mode", "backward");
  expect(out).toContain("  releases: v1.2.0, v1.0.1, v1.0.0\n");
});

it("says which releases were compared, lack the contracts, and were left out", async () => {
  const { exitCode, err } = await diff("--mode", "backward");
  expect(exitCode).toBe(0);
  expect(err).toContain("compared with 4 releases: v1.0.0 to v1.10.0\n");
  expect(err).toContain("without these contracts: 1 release: v0.9.0\n");
  const limited = await diff("--releases", "2");
  expect(limited.err).toContain("compared with 2 releases: v1.2.0 to v1.10.0\n");
  expect(limited.err).toContain("left out (--releases 2): 3 releases: v0.9.0 to v1.0.1\n");
});

it("takes tags with a prefix, and those in the history of NEW alone", async () => {
  repository.write(kind("a"));
  expect((await releases("--tag-prefix", "sdk@")).compared).toEqual(["sdk@3.0.0"]);
  expect((await releases("git:v1.10.0:contracts")).compared).toEqual(["v1.10.0", "v1.0.1", "v1.0.0"]);
  expect((await diff("--tag-prefix", "none-")).err).toContain("is a release such as none-1.2.0");
});

it("works from a folder below the root, and with accepted changes", async () => {
  repository.write(kind("a"));
  const accepted = "accepted: [{ code: schema-narrowed, file: kind.schema.yaml, reason: unused }]\n";
  repository.write({ "contracts/accepted-changes.yaml": accepted });
  const cwd = join(repository.root, "contracts");
  const { exitCode, err } = await runCommand(cwd, "diff", "--transitive", "--mode", "backward", ".");
  expect(exitCode).toBe(0);
  expect(err).toContain("; 1 accepted");
});

it.each<[readonly string[], string]>([
  [["a", "b"], "diff takes only NEW with --transitive"],
  [["none"], "there is no such file or folder"],
  [["x.tgz"], "isn't part of the git repository"],
])("refuses %j", async (args, message) => {
  const { exitCode, err } = await diff(...args);
  expect(exitCode).toBe(2);
  expect(err).toContain(message);
});

it("refuses its options without --transitive, and a folder without a repository", async () => {
  const { err } = await runCommand(repository.root, "diff", "--tag-prefix", "v");
  expect(err).toContain("--tag-prefix needs --transitive");
  rmSync(join(repository.root, ".git"), { recursive: true });
  expect((await diff()).err).toContain("can't be used as a git repository");
});
