import { mkdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compareFolder, fileDigest } from "../../../generator/write/compare.js";
import { OutputBusyError } from "../../../generator/write/lock.js";
import { ForeignOutputError, writeFiles } from "../../../generator/write/write.js";
import { temporaryFolder } from "../../support/generator/emit/contract-folder.js";
import {
  changeTime,
  output,
  put,
  snapshot,
  writtenFolder,
} from "../../support/generator/write/output-folder.js";

const before = { "a.ts": "a", "b/b.ts": "b", "b/gone.ts": "gone", "c/only.ts": "only" };
const after = { "a.ts": "a", "b/b.ts": "b2", "d/new.ts": "new" };
const tree = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(output(texts).map(({ path, text }) => [path, text]));
const files = (state: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(state).filter(([, text]) => text !== null));

describe("writing", () => {
  test("writes changed files, and removes obsolete files and their empty folders", async () => {
    const out = await writtenFolder(before);
    const written = await writeFiles(out, output(after));
    expect(written).toEqual({
      changed: ["b/b.ts", "manifest.json"],
      added: ["d/new.ts"],
      removed: ["b/gone.ts", "c/only.ts"],
      recovered: false,
    });
    expect(await snapshot(out)).toEqual({ ...tree(after), b: null, d: null });
  });

  test("doesn't touch unchanged files", async () => {
    const out = await writtenFolder(before);
    const old = new Date("2020-01-01");
    for (const path of ["a.ts", "b/b.ts"]) await utimes(join(out, path), old, old);
    await writeFiles(out, output(after));
    expect(await changeTime(join(out, "a.ts"))).toBe(old.getTime());
    expect(await changeTime(join(out, "b/b.ts"))).toBeGreaterThan(old.getTime());
  });

  test("changes nothing on a second run, not even the folder's modification time", async () => {
    const out = await writtenFolder(before);
    const old = new Date("2020-01-01");
    await utimes(out, old, old);
    expect(await writeFiles(out, output(before))).toMatchObject({ changed: [], added: [], removed: [] });
    expect(await changeTime(out)).toBe(old.getTime());
  });

  test.each([
    ["a folder without a manifest", { "notes.txt": "mine" }],
    ["a folder with another manifest.json", { "manifest.json": '{ "name": "app" }', "a.ts": "mine" }],
    ["a foreign file next to ours", { ...tree(before), "mine.ts": "mine" }],
    ["a foreign file at a path of the output, in a folder without a manifest", { "a.ts": "mine" }],
  ])("refuses %s and leaves it unchanged", async (_, texts) => {
    const out = join(await temporaryFolder(), "out");
    for (const [path, text] of Object.entries(texts)) await put(out, path, text);
    const state = await snapshot(out);
    await expect(writeFiles(out, output(after))).rejects.toBeInstanceOf(ForeignOutputError);
    expect(await snapshot(out)).toEqual(state);
  });

  test("never removes files reserved for the user, even if the manifest lists them, and accepts a folder with only those", async () => {
    const out = await writtenFolder(before);
    await put(out, "package.json", "{}");
    await put(out, "dist/a.js", "compiled");
    const paths = ["package.json", "dist/a.js", "a.ts"];
    await put(out, "manifest.json", JSON.stringify({ generator: "oipkit", files: paths }));
    for (const path of ["b/b.ts", "b/gone.ts", "c/only.ts"]) await rm(join(out, path));
    await writeFiles(out, output(after));
    expect(files(await snapshot(out))).toEqual({
      ...tree(after),
      "package.json": "{}",
      "dist/a.js": "compiled",
    });

    const fresh = join(await temporaryFolder(), "out");
    await put(fresh, "package.json", "{}");
    expect(await writeFiles(fresh, output(after))).toMatchObject({ removed: [] });
  });

  test("never removes files outside of the folder, even if the manifest lists them", async () => {
    const out = await writtenFolder(before);
    await put(out, "../victim.txt", "precious");
    const forged = {
      generator: "oipkit",
      files: ["../victim.txt", "b/../../victim.txt", ...Object.keys(before)],
    };
    await put(out, "manifest.json", JSON.stringify(forged));
    await writeFiles(out, output(after));
    expect(await snapshot(join(out, ".."))).toMatchObject({ "victim.txt": "precious" });
  });
});

describe("a failed write", () => {
  test("leaves everything unchanged", async () => {
    const out = await writtenFolder(before);
    await mkdir(join(out, "d/new.ts"), { recursive: true });
    const state = await snapshot(out);
    await expect(writeFiles(out, output(after))).rejects.toMatchObject({ code: "EISDIR" });
    expect(await snapshot(out)).toEqual(state);
  });

  test("doesn't prevent the next run from writing", async () => {
    const out = await writtenFolder(before);
    await mkdir(join(out, "d/new.ts"), { recursive: true });
    await writeFiles(out, output(after)).catch(() => {});
    const { "d/new.ts": _inTheWay, ...others } = after;
    expect(await writeFiles(out, output(others))).toMatchObject({
      recovered: false,
      changed: ["b/b.ts", "manifest.json"],
    });
    expect(files(await snapshot(out))).toEqual(tree(others));
  });
});

describe("symbolic links in the output", () => {
  test("are replaced by files; their targets stay", async () => {
    const out = await writtenFolder(before);
    await put(out, "../outside.ts", "b2");
    await writeFiles(out, output({ "a.ts": "a" }));
    await symlink("../outside.ts", join(out, "linked.ts"));
    const wanted = output({ "a.ts": "a", "linked.ts": "b2" });
    await writeFile(join(out, "manifest.json"), wanted.at(-1)?.text ?? "");

    expect((await compareFolder(out, wanted.map(fileDigest))).stale).toEqual(["linked.ts"]);
    await writeFiles(out, wanted);
    expect(await snapshot(join(out, ".."))).toMatchObject({
      "generated/linked.ts": "b2",
      "outside.ts": "b2",
    });
  });

  test("are foreign if they lead to a folder, and nothing is written through them", async () => {
    const out = await writtenFolder({ "a.ts": "a" });
    await mkdir(join(out, "../outside"));
    await symlink("../outside", join(out, "d"));
    await expect(writeFiles(out, output(after))).rejects.toMatchObject({
      code: "output-foreign",
      files: ["d"],
    });
    expect(await snapshot(join(out, "../outside"))).toEqual({});
  });

  test("are replaced even if their target is missing", async () => {
    const out = await writtenFolder({ "a.ts": "a" });
    await symlink("nowhere", join(out, "d.ts"));
    const wanted = output({ "a.ts": "a", "d.ts": "d" });
    await writeFiles(out, wanted);
    expect(await snapshot(out)).toMatchObject({ "d.ts": "d" });
  });
});

describe("concurrent runs", () => {
  test("in one process fail except for one, which writes", async () => {
    const out = await writtenFolder(before);
    const results = await Promise.allSettled([
      writeFiles(out, output(after)),
      writeFiles(out, output(after)),
    ]);
    const failures = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(failures).toHaveLength(1);
    expect(failures[0]).toBeInstanceOf(OutputBusyError);
    expect(files(await snapshot(out))).toEqual(tree(after));
  });

  test("in another live process make the folder busy, and nothing is changed", async () => {
    const out = await writtenFolder(before);
    await put(out, `.oipkit-staging/owner-${process.ppid}`, "");
    await put(out, ".oipkit-staging/new/d/new.ts", "new");
    const state = await snapshot(out);
    await expect(writeFiles(out, output(after))).rejects.toMatchObject({
      code: "output-busy",
      pid: process.ppid,
    });
    expect(await snapshot(out)).toEqual(state);
  });

  test.each([
    ["nothing", []],
    ["empty folders", ["new/", "old/"]],
    ["files that were moved", ["old/a.ts", "old/b/b.ts"]],
    ["files that weren't moved", ["new/a.ts", "journal.part"]],
    ["marks of two runs", ["owner-99999998", "owner-99999999", "new/a.ts"]],
  ])("that were killed and left %s don't make it busy", async (_, left) => {
    const out = await writtenFolder(before);
    for (const path of left)
      if (path.endsWith("/")) await mkdir(join(out, ".oipkit-staging", path), { recursive: true });
      else await put(out, `.oipkit-staging/${path}`, "old");
    await mkdir(join(out, ".oipkit-staging"), { recursive: true });
    await writeFiles(out, output(after));
    expect(files(await snapshot(out))).toEqual(tree(after));
  });

  test("a staging folder of nobody with something else in it is refused, and says what to do", async () => {
    const out = await writtenFolder(before);
    await put(out, ".oipkit-staging/notes.txt", "mine");
    const state = await snapshot(out);
    await expect(writeFiles(out, output(after))).rejects.toMatchObject({
      code: "output-staging",
      message: expect.stringMatching(/contains notes\.txt, and belongs to no run.*remove it/),
    });
    expect(await snapshot(out)).toEqual(state);
  });
});
