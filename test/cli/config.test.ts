import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCommand } from "../support/cli/run-command.js";
import { project } from "../support/cli/small-contracts.js";
import { snapshot } from "../support/generator/write/output-folder.js";

describe("oipkit.config.yaml", () => {
  test("sets options; a flag takes precedence", async () => {
    const cwd = await project({
      "oipkit.config.yaml": "contracts: [./contracts/things.openapi.yaml]\nout: sdk\nonly: [types]\n",
    });
    expect((await runCommand(cwd, "generate")).exitCode).toBe(0);
    expect((await runCommand(cwd, "generate", "--out", "other")).exitCode).toBe(0);
    const files = Object.keys(await snapshot(cwd));
    expect(files).toContain("sdk/things/types.ts");
    expect(files).toContain("other/things/types.ts");
    expect(files).not.toContain("sdk/things/client.ts");
    expect(files).not.toContain("sdk/schemas.ts");
  });

  test("resolves its paths relative to itself, whatever the working directory", async () => {
    const cwd = await project({ "api/oipkit.config.yaml": "contracts: ../contracts\nout: sdk\n" });
    expect((await runCommand(cwd, "generate", "--config", "api/oipkit.config.yaml")).exitCode).toBe(0);
    expect(Object.keys(await snapshot(cwd))).toContain("api/sdk/schemas.ts");
  });

  test("keeps absolute paths", async () => {
    const cwd = await project();
    const config = `contracts: ${JSON.stringify(join(cwd, "contracts"))}\nout: sdk\n`;
    const other = await project({ "api/c.yaml": config });
    expect(await runCommand(other, "generate", "--config", "api/c.yaml")).toMatchObject({ exitCode: 0 });
    expect(Object.keys(await snapshot(join(other, "api/sdk")))).toContain("schemas.ts");
  });

  test.each([
    [
      "an unknown option",
      "out: a\ncontract: b\n",
      /^oipkit: oipkit\.config\.yaml:2:1: there is no option `contract`/,
    ],
    [
      "an option named like an inherited member",
      "constructor: b\n",
      /:1:1: there is no option `constructor`/,
    ],
    ["__proto__", "__proto__: b\n", /:1:1: there is no option `__proto__`/],
    ["a value of the wrong type", "out: [a]\n", /:1:1: `out` must be a path/],
    ["an unknown output", "only: [types, cake]\n", /:1:1: `only` must be a list of outputs \(types, client/],
    ["an empty list of contracts", "contracts: []\n", /:1:1: `contracts` must be a path or a list of paths/],
    [
      "a runtime that isn't a package name",
      "runtime: ../runtime\n",
      /:1:1: `runtime` must be a package name/,
    ],
    ["a list instead of options", "- a\n", /must be a map of options/],
    ["broken YAML", "out: {\n", /^oipkit: oipkit\.config\.yaml:\d+:\d+: /],
    ["a duplicate option", "out: a\nout: b\n", /^oipkit: oipkit\.config\.yaml:2:1: /],
  ])("exits with 2 and gives line and column: %s", async (_, text, reason) => {
    const cwd = await project({ "oipkit.config.yaml": text });
    const result = await runCommand(cwd, "generate");
    expect(result).toMatchObject({ exitCode: 2, out: "", err: expect.stringMatching(reason) });
  });

  test("changes nothing if it is empty", async () => {
    const cwd = await project({ "oipkit.config.yaml": "# nothing yet\n" });
    expect((await runCommand(cwd, "generate")).exitCode).toBe(0);
    expect(Object.keys(await snapshot(cwd))).toContain("generated/schemas.ts");
  });
});

describe("outputs by contract", () => {
  const second = "openapi: 3.1.0\ninfo: { title: Others, version: '1' }\npaths: {}\n";

  test("makes of each document what `only` says, and everything of the others", async () => {
    const cwd = await project({
      "contracts/others.openapi.yaml": second,
      "contracts/more/third.openapi.yaml": second,
      "oipkit.config.yaml": `only:
  contracts/things.openapi.yaml: [types]
  contracts/more: [reference]
`,
    });
    expect(await runCommand(cwd, "generate")).toMatchObject({ exitCode: 0 });
    const files = Object.keys(await snapshot(join(cwd, "generated")));
    expect(files).toEqual(
      expect.arrayContaining([
        "things/types.ts",
        "others/types.ts",
        "reference/others.md",
        "reference/third.md",
      ]),
    );
    for (const file of ["things/client.ts", "third/types.ts", "reference/things.md"])
      expect(files).not.toContain(file);
    expect(await runCommand(cwd, "generate", "--check")).toMatchObject({ exitCode: 0 });
    expect(await runCommand(cwd, "generate", "--only", "client")).toMatchObject({ exitCode: 0 });
    expect(Object.keys(await snapshot(join(cwd, "generated")))).toContain("things/client.ts");
  });

  test.each([
    [
      "contracts/thing.openapi.yaml: [types]",
      /`only` names contracts\/thing\.openapi\.yaml, where no OpenAPI/,
    ],
    ["contracts/things.openapi.yaml: [cake]", /`only` must be a list of outputs/],
    ["contracts/things.openapi.yaml: types", /`only` must be a list of outputs/],
  ])("refuses %s", async (line, reason) => {
    const cwd = await project({ "oipkit.config.yaml": `only:\n  ${line}\n` });
    const result = await runCommand(cwd, "generate");
    expect(result).toMatchObject({ exitCode: 2, out: "", err: expect.stringMatching(reason) });
  });
});

describe("several configurations", () => {
  const files = {
    "a.yaml": "contracts: contracts/things.openapi.yaml\nout: a\n",
    "b.yaml": "contracts: other\nout: b\n",
    "other/other.openapi.yaml": "openapi: 3.1.0\ninfo: { title: Others, version: '1' }\npaths: {}\n",
  };
  const both = ["generate", "--config", "a.yaml", "--config", "b.yaml"] as const;

  test("are generated together", async () => {
    const cwd = await project(files);
    expect(await runCommand(cwd, ...both)).toMatchObject({ exitCode: 0 });
    const written = Object.keys(await snapshot(cwd));
    expect(written).toEqual(expect.arrayContaining(["a/things/types.ts", "b/other/types.ts"]));
    expect(await runCommand(cwd, ...both, "--check")).toMatchObject({ exitCode: 0 });
    await rm(join(cwd, "a/index.ts"));
    expect(await runCommand(cwd, ...both, "--check")).toMatchObject({
      exitCode: 1,
      out: "missing a/index.ts\n",
    });
  });

  test.each([
    ["a broken contract", "other/other.openapi.yaml", "openapi: 3.1.0\npaths: [\n", 1],
    ["foreign files in the output", "b/mine.txt", "mine", 2],
  ])("are written all or none: %s", async (_, file, text, exitCode) => {
    const cwd = await project({ ...files, [file]: text });
    expect((await runCommand(cwd, ...both)).exitCode).toBe(exitCode);
    expect(Object.keys(await snapshot(cwd)).filter((path) => path.startsWith("a/"))).toEqual([]);
  });

  test.each([
    [["--out", "c"], /--out works with one --config only/],
    [["--watch"], /--watch works with one --config only/],
    [["--config", "a.yaml"], /the same output folder/],
  ])("refuse %j", async (args, reason) => {
    const cwd = await project(files);
    expect(await runCommand(cwd, ...both, ...args)).toMatchObject({
      exitCode: 2,
      err: expect.stringMatching(reason),
    });
  });
});

describe("oipkit.config.ts", () => {
  test("accepts the same options as YAML, and may import other files", async () => {
    const cwd = await project({
      "oipkit.config.ts": `import { out } from "./names.js";
interface Config { readonly only: readonly string[]; readonly out: string; readonly enums?: "open" | undefined }
export default { only: ["types"], out, enums: undefined } satisfies Config;
`,
      "names.ts": 'export const out: string = "sdk";\n',
    });
    expect(await runCommand(cwd, "generate")).toMatchObject({ exitCode: 0 });
    const files = Object.keys(await snapshot(cwd));
    expect(files).toContain("sdk/things/types.ts");
    expect(files).not.toContain("sdk/things/client.ts");
  });

  test("may be JavaScript if --config names it; its paths are relative to it", async () => {
    const cwd = await project({
      "api/own.config.mjs": 'export default { contracts: "../contracts", out: "sdk" };',
    });
    expect(await runCommand(cwd, "generate", "--config", "api/own.config.mjs")).toMatchObject({
      exitCode: 0,
    });
    expect(Object.keys(await snapshot(cwd))).toContain("api/sdk/schemas.ts");
  });

  test.each([
    [
      "no default export",
      "export const out = 1;",
      /oipkit\.config\.ts: must have a default export with the configuration/,
    ],
    ["a list", "export default [];", /oipkit\.config\.ts: must be a map of options/],
    [
      "an unknown option",
      'export default { contract: "b" };',
      /oipkit\.config\.ts: there is no option `contract`/,
    ],
    ["a value of the wrong type", "export default { out: 1 };", /oipkit\.config\.ts: `out` must be a path/],
    [
      "a module that throws",
      'throw new Error("no luck");',
      /oipkit\.config\.ts: cannot load the module \(Error: no luck\)/,
    ],
    ["broken TypeScript", "export default {", /oipkit\.config\.ts: cannot load the module \(/],
    ["an import of a missing file", 'import "./none.js";', /oipkit\.config\.ts: cannot load the module \(/],
    [
      "an unknown output",
      'export default { only: ["cake"] };',
      /`only` must be a list of outputs \(types, client/,
    ],
    [
      "plugins that aren't a list",
      'export default { plugins: "a" };',
      /`plugins` must be a list of files and packages/,
    ],
    [
      "a plugin without a file",
      "export default { plugins: [{}] };",
      /`plugins` must be a list of files and packages/,
    ],
    [
      "a plugin with an unknown option",
      'export default { plugins: [{ from: "a", option: 1 }] };',
      /`plugins` must be a list of files and packages/,
    ],
  ])("exits with 2 and gives the reason: %s", async (_, text, reason) => {
    const cwd = await project({ "oipkit.config.ts": text });
    const result = await runCommand(cwd, "generate");
    expect(result).toMatchObject({ exitCode: 2, out: "", err: expect.stringMatching(reason) });
  });

  test("is refused if oipkit.config.yaml exists too", async () => {
    const cwd = await project({ "oipkit.config.ts": "export default {};", "oipkit.config.yaml": "out: a\n" });
    expect(await runCommand(cwd, "generate")).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining("use either oipkit.config.yaml or oipkit.config.ts"),
    });
    expect(await runCommand(cwd, "generate", "--config", "oipkit.config.yaml")).toMatchObject({
      exitCode: 0,
    });
  });
});
