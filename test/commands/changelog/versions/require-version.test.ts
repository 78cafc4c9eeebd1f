import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { stepIn } from "../../../../commands/changelog/versions/changesets.js";
import { versionRise } from "../../../../commands/changelog/versions/missing-version.js";
import { runCommand } from "../../../support/cli/run-command.js";
import { api } from "../../../support/cli/small-contracts.js";
import { type TestRepository, testRepository } from "../../../support/commands/diff/inputs/git-repository.js";

const other =
  '  /others:\n    get:\n      operationId: others\n      responses: { "200": { description: All } }\n';
const sdk = (version: string) => `{\n  "name": "@acme/sdk",\n  "version": "${version}"\n}\n`;

let repository: TestRepository;

beforeEach(async () => {
  repository = testRepository();
  repository.write({ "contracts/api.openapi.yaml": api + other, "package.json": sdk("1.4.0") }, "first");
});
afterEach(() => repository.remove());

/** Generates, and then checks what was generated. */
async function check(...args: readonly string[]) {
  const common = ["--only", "types", "--no-cache"];
  await runCommand(repository.root, "generate", ...common);
  return runCommand(repository.root, "generate", "--check", ...common, ...args);
}

const withoutOperation = { "contracts/api.openapi.yaml": api };

describe("generate --check --require-version", () => {
  it("demands a changeset or a version for a breaking change", async () => {
    repository.write(withoutOperation);
    expect((await check()).exitCode).toBe(0);
    const { exitCode, out } = await check("--require-version");
    expect(exitCode).toBe(1);
    expect(out).toMatch(
      /^package\.json:3:14 error version-step-missing \/version\n {2}1 breaking change since git:[0-9a-f]{10} \(operation-removed in GET \/others\) without a major version of @acme\/sdk\n/,
    );
    repository.write({ "package.json": sdk("1.5.0") });
    expect((await check("--require-version")).exitCode).toBe(1);
    repository.write({ "package.json": sdk("2.0.0") });
    expect((await check("--require-version")).exitCode).toBe(0);
  });

  it("accepts a changeset of the right step for the package", async () => {
    repository.write({ ...withoutOperation, ".changeset/other.md": '---\n"@acme/other": major\n---\n\nx\n' });
    expect((await check("--require-version")).exitCode).toBe(1);
    repository.write({ ".changeset/small.md": '---\n"@acme/sdk": minor\n---\n\nx\n' });
    expect((await check("--require-version")).exitCode).toBe(1);
    await runCommand(repository.root, "changelog", "--changeset");
    expect((await check("--require-version")).exitCode).toBe(0);
  });

  it("demands nothing without a breaking change, and of a package that is new", async () => {
    repository.write({
      "contracts/more.openapi.yaml": api.replace("/things", "/more").replace("listThings", "more"),
    });
    expect((await check("--require-version")).exitCode).toBe(0);
    repository.write({ ...withoutOperation, "generated/package.json": sdk("0.1.0").replace("sdk", "new") });
    expect((await check("--require-version")).exitCode).toBe(0);
  });

  it("can be set in the configuration, with the version to compare with", async () => {
    repository.write({ ...withoutOperation, "oipkit.config.yaml": "requireVersion: git:HEAD\n" }, "second");
    expect((await check()).exitCode).toBe(0);
    expect((await check("--since", "git:HEAD~1")).exitCode).toBe(1);
    const { exitCode, err } = await check("--since", "git:none");
    expect(exitCode).toBe(2);
    expect(err).toContain("git:none: the repository has no such commit");
  });

  it.each([
    [["--require-version"], "--require-version needs --check"],
    [["--check", "--since", "git:HEAD"], "--since needs --check --require-version"],
  ])("refuses %j", async (args, message) => {
    const { exitCode, err } = await runCommand(repository.root, "generate", ...args);
    expect({ exitCode, err }).toEqual({ exitCode: 2, err: `oipkit: ${message} [usage]\n` });
  });
});

describe("how far a version has risen", () => {
  it.each([
    ["1.4.0", "2.0.0", "major"],
    ["1.4.0", "2.0.0-beta.1", "major"],
    ["0.4.1", "0.5.0", "minor"],
    ["1.4.0", "1.4.1", "patch"],
    ["1.4.0", "1.4.0", "none"],
    ["2.0.0", "1.9.0", "none"],
    ["2.0.0-beta.1", "2.0.0-beta.2", "major"],
    ["one", "2.0.0", "none"],
  ])("from %s to %s is %s", (old, current, step) => {
    expect(versionRise(old, current)).toBe(step);
  });

  it.each([
    ['---\n"@acme/sdk": major\n---\n\ntext\n', "major"],
    ["---\r\n'@acme/sdk': patch\r\n---\r\n", "patch"],
    ['---\n"@acme/other": major\n---\n', "none"],
    ['---\n"@acme/sdk": huge\n---\n', "none"],
    ["no front matter", "none"],
    ["---\n[\n---\n", "none"],
    ["---\n---\n", "none"],
  ])("according to the changeset %j is %s", (text, step) => {
    expect(stepIn(text, "@acme/sdk")).toBe(step);
  });
});
