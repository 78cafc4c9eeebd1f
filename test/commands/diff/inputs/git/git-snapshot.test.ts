import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { gitSnapshot } from "../../../../../commands/diff/inputs/git/git-snapshot.js";
import { openRepository, resolveCommit, runGit } from "../../../../../commands/diff/inputs/git/repository.js";
import { snapshotLimits } from "../../../../../commands/diff/inputs/unusable-input.js";
import {
  type TestRepository,
  testRepository,
} from "../../../../support/commands/diff/inputs/git-repository.js";

let repository: TestRepository;
beforeEach(() => {
  repository = testRepository();
});
afterEach(() => repository.remove());

const env = { PATH: process.env.PATH };

async function snapshot(paths: readonly string[], limits: Readonly<Record<string, number>> = {}) {
  const opened = await openRepository({ cwd: repository.root, env });
  const commit = await resolveCommit("HEAD", opened);
  return gitSnapshot(commit, { ...snapshotLimits, maxFile: 100, paths, ...limits }, opened);
}

describe("a snapshot of a commit", () => {
  it("lists the folder of a file, and reads only what is asked for, within the limits", async () => {
    const files = { "a/x.yaml": "x", "a/y.yaml": "y", "a/large.yaml": "z".repeat(101), "b.yaml": "b" };
    repository.write(files, "first");
    const found = await snapshot(["a/x.yaml"]);
    expect([...found.entries.keys()]).toEqual(["a/large.yaml", "a/x.yaml", "a/y.yaml"]);
    expect(await found.read(["a/x.yaml", "b.yaml", "a/large.yaml"])).toMatchObject(
      new Map([
        ["a/x.yaml", { kind: "bytes", bytes: Buffer.from("x") }],
        ["a/large.yaml", { kind: "large", problem: "is larger than 100 bytes" }],
      ]),
    );
    await expect(snapshot([""], { entries: 3 })).rejects.toThrow("has more than 3 files");
    await expect((await snapshot([""], { files: 1 })).read(["b.yaml", "a/x.yaml"])).rejects.toThrow(
      "more than 1 files would have to be read",
    );
    const small = await snapshot([""], { total: 2 });
    await small.read(["b.yaml"]);
    await small.read(["a/x.yaml"]);
    await expect(small.read(["a/y.yaml"])).rejects.toThrow("bytes together");
  });

  it("isn't changed by the working tree, the index or a pattern in a path", async () => {
    repository.write({ "a*/x.yaml": "star", "ab/x.yaml": "other" }, "first");
    repository.write({ "a*/x.yaml": "changed", "a*/new.yaml": "new" });
    repository.git("add", "-A");
    const found = await snapshot(["a*"]);
    expect([...found.entries.keys()]).toEqual(["a*/x.yaml"]);
    const file = (await found.read(["a*/x.yaml"])).get("a*/x.yaml");
    expect(file?.kind === "bytes" && file.bytes.toString()).toBe("star");
  });

  it("says that git is missing", async () => {
    await expect(runGit(["version"], { cwd: repository.root, env: { PATH: "/none" } })).rejects.toThrow(
      "git isn't installed, or isn't in PATH",
    );
  });
});
