import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCommand } from "../../../support/cli/run-command.js";
import {
  gitIn,
  type TestRepository,
  testRepository,
} from "../../../support/commands/diff/inputs/git-repository.js";

const dialect = "$schema: https://json-schema.org/draft/2020-12/schema\n";
const event = `${dialect}properties: { kind: { $ref: ./shared/kind.schema.yaml } }\n`;
const kind = (...values: readonly string[]) => `${dialect}enum: [${values.join(", ")}]\n`;
const contracts = (...values: readonly string[]) => ({
  "contracts/event.schema.yaml": event,
  "contracts/shared/kind.schema.yaml": kind(...values),
});

let repository: TestRepository;

beforeEach(() => {
  repository = testRepository();
});
afterEach(() => repository.remove());

const diff = (...args: readonly string[]) => runCommand(repository.root, "diff", ...args);

describe("oipkit diff with a commit", () => {
  it("compares it with the working tree, each side with its own referenced files", async () => {
    repository.write(contracts("human", "robot"), "first");
    repository.write(contracts("human"));
    const { exitCode, out } = await diff("git:HEAD");
    expect(exitCode).toBe(1);
    expect(out).toMatch(/^contracts\/shared\/kind\.schema\.yaml:2:1 schema-narrowed \/enum\n/);
    expect(out).toContain("  old: git:HEAD:contracts/shared/kind.schema.yaml:2:1 /enum\n");
  });

  it("compares two commits, at the path of the other side", async () => {
    repository.write(contracts("human", "robot"), "first");
    repository.write(contracts("human"), "second");
    rmSync(join(repository.root, "contracts"), { recursive: true });
    for (const args of [
      ["git:HEAD~1:contracts", "git:HEAD"],
      ["git:HEAD~1", "git:HEAD:contracts"],
      ["git:HEAD~1", "git:HEAD"],
    ]) {
      const { exitCode, out, err } = await diff(...args);
      expect({ exitCode, err }).toEqual({
        exitCode: 1,
        err: "1 finding in 2 parts; version: major (0.0 s)\n",
      });
      expect(out).toMatch(/^git:HEAD:contracts\/shared\/kind\.schema\.yaml:2:1/);
    }
  });

  it("reads paths from the working folder, or from the repository's root after a slash", async () => {
    repository.write({ "api/a.schema.yaml": kind("a", "b"), "top.schema.yaml": kind("a", "b") }, "first");
    repository.write({ "api/a.schema.yaml": kind("a"), "top.schema.yaml": kind("a") });
    const cwd = join(repository.root, "api");
    const below = await runCommand(cwd, "diff", "git:HEAD:a.schema.yaml");
    expect(below.out).toMatch(/^a\.schema\.yaml:2:1 [\s\S]*\n {2}old: git:HEAD:a\.schema\.yaml:2:1 /);
    const above = await runCommand(cwd, "diff", "git:HEAD:/top.schema.yaml");
    expect(above.out).toMatch(
      /^\.\.\/top\.schema\.yaml:2:1 [\s\S]*\n {2}old: git:HEAD:\/top\.schema\.yaml:2:1 /,
    );
    expect((await runCommand(cwd, "diff", "git:HEAD:../../x")).err).toContain(
      "leads out of the git repository",
    );
  });

  it("reads a file that a folder's contracts leave out, if it is named", async () => {
    const own = (...values: readonly string[]) => ({
      "own.schema.yaml": `x-sandbox: true\n${kind(...values)}`,
    });
    repository.write(own("a", "b"), "first");
    repository.write(own("a"));
    const { out } = await diff("git:HEAD:own.schema.yaml", "own.schema.yaml");
    expect(out).toMatch(/^own\.schema\.yaml:3:1 schema-narrowed \/enum\n/);
  });

  it("follows references only within the commit", async () => {
    repository.write({ "contracts/event.schema.yaml": event }, "first");
    repository.write(contracts("human"));
    const { exitCode, err } = await diff("git:HEAD");
    expect(exitCode).toBe(2);
    expect(err).toContain("git:HEAD:contracts/event.schema.yaml:2:29 error schema-invalid");
    expect(err).toContain("refers to `git:HEAD:contracts/shared/kind.schema.yaml`");
    const outside = (ref: string) => ({ "a/x.schema.yaml": `${dialect}$ref: ${ref}\n` });
    for (const ref of ["../contracts/shared/kind.schema.yaml", join(repository.root, "a/kind.yaml")]) {
      repository.write(outside(ref), "reference that leads out");
      repository.write({ "a/kind.yaml": kind("human") });
      const result = await diff("git:HEAD:a");
      expect(result.exitCode).toBe(2);
      expect(result.err).toMatch(/git:HEAD:a\/x\.schema\.yaml:2:\d+ error ref-(?:outside|not-found)/);
    }
  });

  it("follows references to an allowed folder of the same commit", async () => {
    const user = (value: string) => ({
      "contracts/a.schema.yaml": `${dialect}$ref: ../shared/kind.yaml\n`,
      "shared/kind.yaml": kind(value),
    });
    repository.write(user("old"), "first");
    repository.write(user("new"));
    expect((await diff("git:HEAD")).err).toContain("ref-outside");
    const { out } = await diff("--mode", "backward", "--allow-refs-to", "shared", "git:HEAD");
    expect(out).toContain('witness: "old"');
  });

  it("refuses links and submodules, and says why", async () => {
    repository.write({ "contracts/a.schema.yaml": kind("a") }, "first");
    symlinkSync("/etc/passwd", join(repository.root, "contracts/b.yaml"));
    symlinkSync("contracts", join(repository.root, "linked"));
    repository.write({}, "links");
    const { exitCode, err } = await diff("git:HEAD", "git:HEAD~1");
    expect(exitCode).toBe(2);
    expect(err).toContain("git:HEAD:contracts/b.yaml: is a link, which isn't followed in commits");
    expect((await diff("git:HEAD:linked")).err).toContain("git:HEAD:linked: is a link");
    expect((await diff("git:HEAD:linked/a.schema.yaml", "git:HEAD~1:contracts")).err).toContain(
      "git:HEAD:linked: is a link",
    );
    repository.git(
      "update-index",
      "--add",
      "--cacheinfo",
      `160000,${repository.git("rev-parse", "HEAD")},sub`,
    );
    repository.git("commit", "-q", "-m", "submodule");
    expect((await diff("git:HEAD:sub/contracts")).err).toContain("git:HEAD:sub: is a submodule");
  });

  it("reads odd file names, and the executable among the files", async () => {
    const name = 'contracts/\u00e9 "x"\t$(touch y);\n.schema.yaml';
    repository.write({ [name]: kind("a", "b") }, "first");
    repository.git("update-index", "--chmod=+x", name);
    repository.git("commit", "-q", "-m", "executable");
    repository.write({ [name]: kind("a") });
    expect((await diff("git:HEAD")).exitCode).toBe(1);
  });

  it.each<[string, string]>([
    ["git:none", "the repository has no such commit; check its spelling"],
    ["git:--output=/tmp/x", "not the name of a commit"],
    ["git:", "no commit is named"],
    ["git:HEAD:none", "git:HEAD:none: there is no such file or folder"],
    ["git:HEAD^{tree}", "the repository has no such commit"],
  ])("says what is wrong with %s", async (input, message) => {
    repository.write(contracts("a"), "first");
    const { exitCode, err } = await diff(input);
    expect(exitCode).toBe(2);
    expect(err).toContain(message);
  });
});

describe("oipkit diff without arguments", () => {
  it("compares the merge base with the default branch with the working tree", async () => {
    repository.write(contracts("human", "robot"), "first");
    repository.git("checkout", "-q", "-b", "topic");
    repository.write(contracts("human"), "topic");
    repository.git("checkout", "-q", "main");
    repository.write(contracts("human", "robot", "alien"), "later");
    repository.git("checkout", "-q", "topic");
    const { exitCode, out, err } = await diff();
    const base = repository.git("rev-parse", "HEAD~1").slice(0, 10);
    expect(exitCode).toBe(1);
    expect(err).toContain(`comparing with git:${base} (merge base with main)\n`);
    expect(out).toContain(`git:${base}:contracts/shared/kind.schema.yaml`);
    expect(out).not.toContain("alien");
  });

  it("compares the last commit of the default branch, if that is checked out", async () => {
    repository.write(contracts("human", "robot"), "first");
    repository.write(contracts("human"));
    const { exitCode, err } = await diff();
    expect(exitCode).toBe(1);
    expect(err).toContain("(the last commit of main)");
  });

  it("reads the contracts and overlays that the configuration names", async () => {
    const overlay = (values: string) =>
      `overlay: 1.0.0\nextends: a/x.schema.yaml\ninfo: { title: t, version: '1' }\nactions: [{ target: $, update: { enum: [${values}] } }]\n`;
    const config = "contracts: [a/x.schema.yaml, b]\noverlays: changes.yaml\n";
    const all = { "a/x.schema.yaml": `${dialect}type: string\n`, "oipkit.config.yaml": config };
    repository.write({ ...all, "changes.yaml": overlay("one, two") }, "first");
    repository.write({ "changes.yaml": overlay("one"), "b/new.schema.yaml": kind("a") });
    const { out, err } = await diff("--format", "json");
    expect(err).toContain("in 1 part; 1 compatible change");
    expect(JSON.parse(out)).toMatchObject({
      findings: [
        { subjects: ["a/x.schema.yaml"] },
        { code: "schema-added", subjects: ["b/new.schema.yaml"] },
      ],
    });
  });

  it("finds the default branch of the remote in a clone, and asks for history in a shallow one", async () => {
    repository.git("branch", "-m", "trunk");
    repository.write(contracts("human", "robot"), "first");
    repository.write(contracts("human"), "second");
    const parent = join(repository.root, "..");
    const clone = (name: string, ...args: readonly string[]) => {
      gitIn(parent)("clone", "-q", ...args, `file://${repository.root}`, name);
      return join(parent, name);
    };
    const full = clone("full");
    gitIn(full)("checkout", "-q", "-b", "topic", "HEAD~1");
    expect((await runCommand(full, "diff")).err).toContain("(merge base with origin/trunk)");
    repository.git("checkout", "-q", "--orphan", "other");
    repository.write({}, "unrelated");
    repository.git("checkout", "-q", "trunk");
    const shallow = clone("shallow", "--depth=1", "--no-single-branch");
    gitIn(shallow)("checkout", "-q", "other");
    const { exitCode, err } = await runCommand(shallow, "diff");
    expect(exitCode).toBe(2);
    expect(err).toContain("have no commit in common; the clone is shallow: run `git fetch --unshallow`");
    expect((await runCommand(shallow, "diff", "git:HEAD~9")).err).toContain("fetch-depth: 0");
  });

  it("says what is missing", async () => {
    expect((await diff()).err).toContain("the repository has no commit yet");
    repository.git("checkout", "-q", "-b", "work");
    repository.write(contracts("a"), "first");
    expect((await diff()).err).toContain("there is no origin/HEAD, main or master");
    mkdirSync(join(repository.root, "../plain"));
    writeFileSync(join(repository.root, "../plain/a.schema.yaml"), kind("a"));
    const { exitCode, err } = await runCommand(join(repository.root, "../plain"), "diff", "git:HEAD");
    expect(exitCode).toBe(2);
    expect(err).toContain("can't be used as a git repository (not a git repository");
  });
});
