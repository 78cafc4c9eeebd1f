import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { describe, expect, inject, it } from "vitest";
import { compile } from "../support/package/compile.js";
import { folderIn, repository } from "../support/package/install.js";
import { run } from "../support/package/run.js";
import { importingAll, packageManifest } from "../support/package/specifiers.js";

const installation = inject("installation");
const { packages } = installation;

// These checks only read files; those that depend on the version of Node.js are in `exports.test.ts`.
describe("the exports of the packages", () => {
  it("have types that compile with tsc --strict", async () => {
    const folder = await folderIn(installation, "exports-types");
    await writeFile(
      join(folder, "types.ts"),
      importingAll((names) => `export const all = [${names}];`),
    );
    const compiled = await compile(folder, ["types.ts"], "--noEmit", "--skipLibCheck", "false");
    expect(compiled).toMatchObject({ code: 0, stdout: "" });
  });

  it.each(packages)("of $name pass publint", async (found) => {
    const { messages } = await publint({ pkgDir: found.installed, strict: true, pack: false });
    const manifest = packageManifest(found) as unknown as Record<string, unknown>;
    expect(messages.map((message) => formatMessage(message, manifest, { color: false }))).toEqual([]);
  });

  it.each(packages)("of $name pass @arethetypeswrong/cli as an ESM-only package", async (found) => {
    const attw = join(repository, "node_modules/@arethetypeswrong/cli/dist/index.js");
    const args = [attw, found.tarball, "--profile", "esm-only", "--no-definitely-typed"];
    const { code, stdout } = await run("node", [...args, "--no-color", "--no-emoji"], {
      cwd: installation.project,
    });
    expect(code, stdout).toBe(0);
    expect(stdout).toContain(`"${found.name}`);
  });
});
