import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { contractFolder, root, writeTree } from "../support/generator/emit/contract-folder.js";

const folders = [".", "runtime", "generated", "delivery", "platform/sandbox", "platform/console"];
const readText = (path: string): string => readFileSync(join(root, path), "utf8");
const manifests = folders.map(
  (folder) =>
    JSON.parse(readText(join(folder, "package.json"))) as Record<string, unknown> & { name: string },
);

describe("the packages", () => {
  it("have one version, which is the first in their changelogs", () => {
    const versions = [...new Set(manifests.map(({ version }) => version))];
    expect(versions).toHaveLength(1);
    for (const [index, folder] of folders.entries()) {
      const changelog = readText(join(folder, "CHANGELOG.md"));
      expect(changelog.startsWith(`# ${manifests[index]?.name}\n\n## ${String(versions[0])}\n`), folder).toBe(
        true,
      );
    }
  });

  it("are released together", () => {
    const { fixed } = JSON.parse(readText(".changeset/config.json")) as { fixed: string[][] };
    expect(fixed).toEqual([manifests.map(({ name }) => name)]);
  });

  it("share license, engines and publishing settings", () => {
    for (const folder of folders) expect(readText(join(folder, "LICENSE")), folder).toBe(readText("LICENSE"));
    const common = ({ license, engines, type, sideEffects, publishConfig }: Record<string, unknown>) => ({
      license,
      engines,
      type,
      sideEffects,
      publishConfig,
    });
    const [first] = manifests.map(common);
    expect(first).toMatchObject({ license: "Apache-2.0", publishConfig: { access: "public" } });
    expect(manifests.map(common)).toEqual(manifests.map(() => first));
  });
});

describe("npm run release", () => {
  /** Runs it in a new repository. Returns exit code and standard error if it refuses, otherwise an empty string. */
  async function refusal(
    files: Readonly<Record<string, string>>,
    later: Readonly<Record<string, string>> = {},
  ) {
    const cwd = await contractFolder(files);
    const git = (...args: string[]) => promisify(execFile)("git", args, { cwd });
    await git("init", "-q");
    await git("add", "-A");
    await git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "a");
    await writeTree(cwd, later);
    const env = { ...process.env, NPM_CONFIG_PROVENANCE: "true" };
    return promisify(execFile)(process.execPath, [join(root, "tools/release.mjs")], { cwd, env }).then(
      () => "",
      ({ code, stderr }: { code: number; stderr: string }) => `${code} ${stderr}`,
    );
  }
  const clean = { ".changeset/config.json": "{}", ".changeset/README.md": "" };

  it("refuses a tree with uncommitted changes", async () => {
    expect(await refusal(clean, { "new.ts": "" })).toMatch(
      /^1 the working tree has changes; commit them first\n\?\? new\.ts/,
    );
  });

  it("refuses to release pending changesets", async () => {
    expect(await refusal({ ...clean, ".changeset/a.md": "" })).toMatch(/^1 pending changesets: 1/);
  });

  it("refuses provenance of an unknown repository before the build", async () => {
    const manifest = { "package.json": '{ "repository": "a" }', "runtime/package.json": "{}" };
    const others = {
      "generated/package.json": "{}",
      "delivery/package.json": "{}",
      "platform/sandbox/package.json": "{}",
      "platform/console/package.json": "{}",
    };
    expect(await refusal({ ...clean, ...manifest, ...others })).toBe(
      "1 provenance needs the `repository` of runtime/package.json, generated/package.json, delivery/package.json, platform/sandbox/package.json, platform/console/package.json\n",
    );
  });
});
