import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { describe, expect, inject, it } from "vitest";
import { compile } from "./compile.js";
import { folderIn, repository } from "./install.js";
import { outputOf, run } from "./run.js";

const installation = inject("installation");
const manifest = JSON.parse(await readFile(join(repository, "package.json"), "utf8")) as {
  exports: Record<string, string>;
};

/** Every specifier that the package offers; a `*` stands for each packed file. */
function specifiers(): string[] {
  return Object.entries(manifest.exports).flatMap(([name, target]) => {
    const [before = "", after] = target.slice("./".length).split("*");
    if (after === undefined) return [name.replace(/^\./, "oipkit")];
    return installation.packed
      .filter((path) => path.startsWith(before) && /(?<!\.d)\.(?:js|json)$/.test(path))
      .map((path) => `${name.replace(/^\./, "oipkit").replace("*", "")}${path.slice(before.length)}`);
  });
}

/** A module that imports everything; `rest` is handed the names. */
function program(rest: (names: string) => string): string {
  const imports = specifiers().map((specifier, index) => {
    const attribute = specifier.endsWith(".json") ? ' with { type: "json" }' : "";
    return `import * as m${index} from "${specifier}"${attribute};`;
  });
  return [...imports, rest(imports.map((_, index) => `m${index}`).join(", "))].join("\n");
}

describe("the exports of the package", () => {
  it("include the generated SDK, file by file", () => {
    expect(specifiers()).toEqual(
      expect.arrayContaining([
        "oipkit",
        "oipkit/http",
        "oipkit/oauth",
        "oipkit/access",
        "oipkit/webhook",
        "oipkit/conformance",
        "oipkit/sdk",
        "oipkit/sdk/events/receiver.js",
        "oipkit/sdk/platform/client.js",
        "oipkit/sdk/validators/events.js",
        "oipkit/sdk/conformance/events.json",
        "oipkit/package.json",
      ]),
    );
  });

  it("all load in Node", async () => {
    const folder = await folderIn(installation, "exports-load");
    await writeFile(
      join(folder, "load.js"),
      program((names) => `console.log([${names}].length);`),
    );
    const printed = await outputOf("node", ["--no-warnings", "load.js"], { cwd: folder });
    expect(printed.trim()).toBe(String(specifiers().length));
  });

  it("all have types that hold under tsc --strict", async () => {
    const folder = await folderIn(installation, "exports-types");
    await writeFile(
      join(folder, "types.ts"),
      program((names) => `export const all = [${names}];`),
    );
    expect(await compile(folder, ["types.ts"], "--noEmit")).toMatchObject({ code: 0, stdout: "" });
  });

  it("pass publint", async () => {
    const { messages } = await publint({
      pkgDir: join(installation.project, "node_modules/oipkit"),
      strict: true,
      pack: false,
    });
    expect(messages.map((message) => formatMessage(message, manifest, { color: false }))).toEqual([]);
  });

  it("pass @arethetypeswrong/cli as an ESM-only package", async () => {
    const attw = join(repository, "node_modules/@arethetypeswrong/cli/dist/index.js");
    const args = [attw, installation.tarball, "--profile", "esm-only", "--no-definitely-typed"];
    const { code, stdout } = await run("node", [...args, "--no-color", "--no-emoji"], {
      cwd: installation.project,
    });
    expect(code, stdout).toBe(0);
    expect(stdout).toContain('"oipkit/webhook"');
  });
});
