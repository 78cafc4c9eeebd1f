import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { writeFiles } from "../../../generator/write/write.js";
import { temporaryFolder } from "../../support/generator/emit/contract-folder.js";
import { output, put, snapshot } from "../../support/generator/write/output-folder.js";

const before = { "a.ts": "a", "b/b.ts": "b" };
const after = { "a.ts": "a2", "b/b.ts": "b2", "c/c.ts": "c" };

/** A process id that no process has: beyond the maximum of Linux. */
const dead = "owner-99999999";

/** A project whose folders `home` and `home/empty` nobody may touch. */
let project: string;
let out: string;
let staging: string;
beforeEach(async () => {
  project = await temporaryFolder();
  out = join(project, "generated");
  staging = join(out, ".oipkit-staging");
  await put(project, "home/key", "secret");
  await mkdir(join(project, "home/empty"));
  await put(out, "package.json", "{}");
  await writeFiles(out, output(before));
  await put(staging, dead, "");
});

const journal = (value: unknown) =>
  put(staging, "journal.json", typeof value === "string" ? value : JSON.stringify(value));

/** The error code of a run that fails, after which nothing may be different. */
async function refusal(): Promise<string> {
  const state = await snapshot(project);
  const error = await writeFiles(out, output(after)).then(
    () => undefined,
    (thrown: { code: string; message: string }) => thrown,
  );
  expect(await snapshot(project)).toEqual(state);
  expect(error?.message).toMatch(/remove it/);
  return error?.code ?? "none";
}

describe("a planted staging folder", () => {
  test.each([
    ["the parent folder", "../home/key"],
    ["the parent folder, in the middle", "b/../../home/key"],
    ["an absolute path", "/etc/oipkit-nothing"],
    ["a drive", "C:/home/key"],
    ["a backslash", "..\\home\\key"],
    ["nothing", ""],
    ["the user's own file", "package.json"],
    ["the user's own file, in capitals", "PACKAGE.JSON"],
    ["the staging folder", ".oipkit-staging/journal.json"],
    ["a folder", "b"],
    ["a very long path", `${"a/".repeat(100_000)}a`],
  ])("can't remove or overwrite %s", async (what, path) => {
    await journal({ replaced: [], added: [path] });
    if (what !== "a folder") expect(await refusal()).toBe("output-staging");
    if (path.length < 100 && !path.startsWith("/") && path !== "")
      await put(staging, `old/${path}`, "planted");
    await journal({ replaced: [path], added: [] });
    expect(await refusal()).toBe("output-staging");
  });

  test.each([
    ["no JSON", "{"],
    ["not an object", "null"],
    ["without lists", "{}"],
    ["with other values", '{"replaced": [1], "added": []}'],
    ["too large", " ".repeat(17 * 1024 * 1024)],
  ])("with a journal that is %s is refused", async (_, text) => {
    await journal(text);
    expect(await refusal()).toBe("output-staging");
  });

  test("can't have a link as its journal", async () => {
    await put(project, "journal", JSON.stringify({ replaced: [], added: ["a.ts"] }));
    await symlink(join(project, "journal"), join(staging, "journal.json"));
    expect(await refusal()).toBe("output-staging");
  });

  test("can't have a folder as its journal", async () => {
    await mkdir(join(staging, "journal.json"));
    expect(await refusal()).toBe("output-staging");
  });

  test.each([
    ["removes no file behind a link of the output", { replaced: [], added: ["link/key"] }],
    ["removes no folder behind a link of the output", { replaced: [], added: ["link/empty/x"] }],
    ["overwrites no file behind a link of the output", { replaced: ["link/key"], added: [] }],
  ])("%s", async (_, value) => {
    await symlink(join(project, "home"), join(out, "link"));
    await put(staging, "old/link/key", "planted");
    await journal(value);
    expect(await refusal()).toBe("output-staging");
  });

  test.each(["old", "new"])("takes no file out of a folder to which its `%s` leads", async (name) => {
    await symlink(join(project, "home"), join(staging, name));
    await journal({ replaced: ["key"], added: ["key"] });
    expect(await refusal()).toBe("output-staging");
  });

  test("takes no file out of a folder to which a link in its `old` leads", async () => {
    await mkdir(join(staging, "old"));
    await symlink(join(project, "home"), join(staging, "old/sub"));
    await journal({ replaced: ["sub/key"], added: [] });
    expect(await refusal()).toBe("output-staging");
  });

  test("has the next run write through no link that it contains", async () => {
    for (const name of ["journal.part", "old", "new"])
      await symlink(join(project, "home/key"), join(staging, name));
    await mkdir(join(staging, "more"));
    await symlink(join(project, "home"), join(staging, "more/home"));
    const home = await snapshot(join(project, "home"));
    await writeFiles(out, output(after));
    expect(await snapshot(join(project, "home"))).toEqual(home);
    expect(Object.keys(await snapshot(out))).not.toContain(".oipkit-staging");
    expect(await snapshot(out)).toMatchObject({ "c/c.ts": "c" });
  });
});

describe("a staging folder", () => {
  test("that is a link is refused", async () => {
    const other = join(project, "other");
    await writeFiles(other, output(before));
    await put(project, "elsewhere/owner-99999999", "");
    await put(project, "elsewhere/journal.json", JSON.stringify({ replaced: [], added: ["a.ts"] }));
    await symlink(join(project, "elsewhere"), join(other, ".oipkit-staging"));
    out = other;
    expect(await refusal()).toBe("output-staging");
  });

  test("that is a link to nothing, or a file, is refused", async () => {
    out = join(project, "other");
    await mkdir(out);
    await symlink(join(project, "nothing"), join(out, ".oipkit-staging"));
    expect(await refusal()).toBe("output-staging");
    out = join(project, "third");
    await mkdir(out);
    await writeFile(join(out, ".oipkit-staging"), "");
    expect(await refusal()).toBe("output-staging");
  });
});
