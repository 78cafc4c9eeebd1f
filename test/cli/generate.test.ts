import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCommand } from "../support/cli/run-command.js";
import { api, brokenYaml, project, thing } from "../support/cli/small-contracts.js";
import { writeTree } from "../support/generator/emit/contract-folder.js";
import { snapshot } from "../support/generator/write/output-folder.js";

describe("oipkit generate", () => {
  test("writes the output, lists the files on stdout, prints a summary on stderr, and exits with 0", async () => {
    const cwd = await project();
    const result = await runCommand(cwd, "generate");
    expect(result).toMatchObject({ exitCode: 0 });
    expect(result.out.split("\n")).toContain("added generated/schemas.ts");
    expect(result.out).not.toContain("files,");
    expect(result.err).toMatch(/^generated: \d+ files, 0 changed, \d+ added, 0 removed/);
    expect(await readFile(join(cwd, "generated/schemas.ts"), "utf8")).toContain("export interface Thing");
  });

  test("reports no changes on a second run", async () => {
    const cwd = await project();
    await runCommand(cwd, "generate");
    expect(await runCommand(cwd, "generate")).toMatchObject({
      exitCode: 0,
      out: "",
      err: expect.stringMatching(/0 changed, 0 added, 0 removed|up to date/),
    });
  });

  test("exits with 1 on a broken contract, prints the finding and its place on stdout, and writes nothing", async () => {
    const cwd = await project();
    await runCommand(cwd, "generate");
    const before = await snapshot(join(cwd, "generated"));
    await writeFile(join(cwd, "contracts/schemas/thing.schema.yaml"), thing.replace("string", "text"));
    const result = await runCommand(cwd, "generate");
    expect(result.exitCode).toBe(1);
    expect(result.out).toMatch(
      /^contracts\/schemas\/thing\.schema\.yaml:5:11 error schema-invalid \/properties\/id\/type\n/,
    );
    expect(result.err).toContain("nothing was written");
    expect(await snapshot(join(cwd, "generated"))).toEqual(before);
  });

  test("--runtime sets the package that generated code imports; the flag overrides the configuration", async () => {
    const cwd = await project({ "oipkit.config.yaml": "runtime: '@acme/kit/runtime'\n" });
    const runtimeImports = async (): Promise<string[]> => {
      const text = await readFile(join(cwd, "generated/things/client.ts"), "utf8");
      return [...text.matchAll(/from "(?!\.)([^"]+)"/g)].map((match) => match[1] ?? "");
    };
    expect((await runCommand(cwd, "generate")).exitCode).toBe(0);
    expect(await runtimeImports()).toEqual(["@acme/kit/runtime/http"]);
    expect((await runCommand(cwd, "generate", "--runtime", "kit")).exitCode).toBe(0);
    expect(await runtimeImports()).toEqual(["kit/http"]);
    await rm(join(cwd, "oipkit.config.yaml"));
    expect((await runCommand(cwd, "generate")).exitCode).toBe(0);
    expect(await runtimeImports()).toEqual(["@oipkit/runtime/http"]);
  });

  test("chooses another folder for a contract named like a folder reserved for the user", async () => {
    const cwd = await project({ "contracts/dist.openapi.yaml": api });
    expect((await runCommand(cwd, "generate")).exitCode).toBe(0);
    expect(Object.keys(await snapshot(cwd))).toContain("generated/dist2/client.ts");
    expect(await runCommand(cwd, "generate", "--check")).toMatchObject({ exitCode: 0, out: "" });
  });

  test("ignores the user's package files: it doesn't read, compare or change them", async () => {
    const cwd = await project();
    const own = {
      "generated/package.json": '{ "name": "@acme/sdk" }',
      "generated/tsconfig.json": "{}",
      "generated/README.md": "# Ours",
      "generated/dist/index.js": "",
      "generated/node_modules/a/index.js": "",
    };
    await writeTree(cwd, own);
    expect((await runCommand(cwd, "generate")).exitCode).toBe(0);
    expect(await runCommand(cwd, "generate", "--check")).toMatchObject({ exitCode: 0, out: "" });
    expect(await snapshot(cwd)).toMatchObject(own);
    await writeTree(cwd, { "generated/things/package.json": "{}", "generated/package.yaml": "" });
    expect(await runCommand(cwd, "generate", "--check")).toMatchObject({
      exitCode: 1,
      out: "extra generated/package.yaml\nextra generated/things/package.json\n",
    });
  });

  test.each([
    ["missing contracts", ["--contracts", "nowhere"], /nowhere: there is no such file or folder/],
    ["a folder without contracts", ["--contracts", "empty"], /holds no OpenAPI, AsyncAPI or JSON Schema/],
    ["an unknown flag", ["--chek"], /there is no option `--chek`; did you mean `--check`\?/],
    ["a flag without its value", ["--out"], /--out/],
    ["a positional argument", ["contracts"], /name contracts with --contracts/],
    [
      "an unknown output",
      ["--only", "types,clients"],
      /--only: there is no output `clients`; did you mean `client`\?/,
    ],
    ["an unknown value of --examples", ["--examples", "maybe"], /--examples must be one of error, warn, off/],
    ["an unknown value of --enums", ["--enums", "wide"], /--enums must be closed or open/],
    [
      "a runtime that isn't a package name",
      ["--runtime", './x";'],
      /--runtime must be a package name such as/,
    ],
    ["mutually exclusive flags", ["--check", "--watch"], /use either --check or --watch, not both/],
    ["output inside of the contracts", ["--out", "contracts/generated"], /overlap/],
    ["output around the contracts", ["--out", "."], /overlap/],
    ["a missing configuration", ["--config", "none.yaml"], /none\.yaml: cannot read the file \(ENOENT\)/],
    ["missing templates", ["--templates", "none"], /there is no such folder of templates/],
  ])("exits with 2 and gives the reason on stderr: %s", async (_, args, reason) => {
    const cwd = await project({ "empty/readme.txt": "" });
    const result = await runCommand(cwd, "generate", ...args);
    expect(result).toMatchObject({ exitCode: 2, out: "", err: expect.stringMatching(reason) });
    expect(Object.keys(await snapshot(cwd))).not.toContain("generated");
  });

  test("--out and --contracts generate a single document into its own folder", async () => {
    const cwd = await project();
    const result = await runCommand(
      cwd,
      "generate",
      "--contracts",
      "contracts/things.openapi.yaml",
      "--out",
      "sdk/things",
    );
    expect(result.exitCode).toBe(0);
    const files = Object.keys(await snapshot(join(cwd, "sdk/things")));
    expect(files).toContain("things/client.ts");
    expect(files).not.toContain("schemas.ts");
  });

  test("--only writes only the named outputs and removes all others of an earlier run", async () => {
    const cwd = await project();
    await runCommand(cwd, "generate");
    const result = await runCommand(cwd, "generate", "--only", "types");
    expect(result.exitCode).toBe(0);
    expect(result.out).toContain("removed generated/things/client.ts");
    expect(
      Object.entries(await snapshot(join(cwd, "generated")))
        .flatMap(([path, text]) => (text === null ? [] : path))
        .sort(),
    ).toEqual(["index.ts", "manifest.json", "schemas.ts", "things/types.ts"]);
  });

  test("--examples: error fails, warn prints a warning, off ignores invalid examples", async () => {
    const cwd = await project({ "contracts/examples/thing/wrong.json": '{ "id": 1 }' });
    const refused = await runCommand(cwd, "generate");
    const warned = await runCommand(cwd, "generate", "--examples", "warn", "--out", "b");
    const silent = await runCommand(cwd, "generate", "--examples", "off", "--out", "c");
    expect([refused.exitCode, warned.exitCode, silent.exitCode]).toEqual([1, 0, 0]);
    expect(refused.out).toContain("examples/thing/wrong.json:1:9 error");
    expect(warned.out).toContain("examples/thing/wrong.json:1:9 warning");
    expect(silent.out).not.toContain("wrong.json");
  });
});

test("--enums open opens the enums of responses; --check without it reports a difference", async () => {
  const answer =
    '        "200": { description: All, content: { application/json: { schema: { enum: [a, b] } } } }\n';
  const cwd = await project({ "contracts/things.openapi.yaml": api.replace(/ {8}"200".*\n/, answer) });
  await runCommand(cwd, "generate", "--enums", "open");
  const types = await readFile(join(cwd, "generated/things/types.ts"), "utf8");
  expect(types).toContain('"a" | "b" | (string & {})');
  expect((await runCommand(cwd, "generate", "--check", "--enums", "open")).exitCode).toBe(0);
  expect((await runCommand(cwd, "generate", "--check")).exitCode).toBe(1);
  await writeFile(join(cwd, "oipkit.config.yaml"), "enums: open\n");
  expect((await runCommand(cwd, "generate", "--check")).exitCode).toBe(0);
});

describe("oipkit generate --check", () => {
  test("prints nothing and exits with 0 if the output is up to date", async () => {
    const cwd = await project();
    await runCommand(cwd, "generate");
    expect(await runCommand(cwd, "generate", "--check")).toMatchObject({ exitCode: 0, out: "" });
  });

  test("lists each stale, missing and extra file, exits with 1, and changes nothing", async () => {
    const cwd = await project();
    await runCommand(cwd, "generate");
    await writeFile(join(cwd, "generated/schemas.ts"), "// edited by hand\n");
    await rm(join(cwd, "generated/things/client.ts"));
    await writeTree(join(cwd, "generated"), { "mine/notes.md": "mine" });
    const before = await snapshot(join(cwd, "generated"));
    const result = await runCommand(cwd, "generate", "--check");
    expect(result).toMatchObject({
      exitCode: 1,
      out: "stale generated/schemas.ts\nmissing generated/things/client.ts\nextra generated/mine/notes.md\n",
      err: expect.stringContaining("run `oipkit generate`"),
    });
    expect(await snapshot(join(cwd, "generated"))).toEqual(before);
  });

  test("lists every file as missing if the folder doesn't exist, and doesn't create it", async () => {
    const cwd = await project();
    const result = await runCommand(cwd, "generate", "--check");
    expect(result.exitCode).toBe(1);
    expect(result.out).toMatch(/^(missing generated\/\S+\n)+$/);
    expect(Object.keys(await snapshot(cwd)).some((path) => path.startsWith("generated"))).toBe(false);
  });

  test("reports a broken contract rather than a difference", async () => {
    const cwd = await project({ "contracts/schemas/thing.schema.yaml": brokenYaml });
    const result = await runCommand(cwd, "generate", "--check");
    expect(result).toMatchObject({ exitCode: 1, out: expect.stringContaining("yaml-syntax") });
  });
});

describe("--templates", () => {
  const header = "{{header}}\n// ours\n\n{{types}}\n";

  test("replaces only the template of the same name", async () => {
    const cwd = await project({ "ours/schemas.ts.hbs": header });
    await runCommand(cwd, "generate", "--out", "plain");
    const result = await runCommand(cwd, "generate", "--templates", "ours");
    expect(result.exitCode).toBe(0);
    const [plain, changed] = [await snapshot(join(cwd, "plain")), await snapshot(join(cwd, "generated"))];
    expect(changed["schemas.ts"]).toContain("\n// ours\n");
    expect({ ...changed, "schemas.ts": "" }).toEqual({ ...plain, "schemas.ts": "" });
  });

  test.each([
    [
      "an unknown template name",
      { "ours/schema.ts.hbs": header },
      /no built-in template has this name; known templates: .*schemas\.ts/,
    ],
    [
      "a template that uses an unknown name",
      { "ours/schemas.ts.hbs": "{{header}}{{typs}}" },
      /schemas\.ts: .*typs/,
    ],
    ["a template that doesn't parse", { "ours/schemas.ts.hbs": "{{#types}}" }, /schemas\.ts: /],
    [
      "a template that would write raw text",
      { "ours/schemas.ts.hbs": "{{{header}}}" },
      /`\{\{\{` and `\{\{&` are refused/,
    ],
  ])("refuses %s: exits with 2 and writes nothing", async (_, files, reason) => {
    const cwd = await project(files);
    const result = await runCommand(cwd, "generate", "--templates", "ours");
    expect(result).toMatchObject({ exitCode: 2, err: expect.stringMatching(reason) });
    expect(Object.keys(await snapshot(cwd))).not.toContain("generated");
  });
});

test("output of an older version of the contracts is stale until it is generated again", async () => {
  const cwd = await project();
  await runCommand(cwd, "generate");
  await writeFile(join(cwd, "contracts/things.openapi.yaml"), api.replace("listThings", "readThings"));
  expect((await runCommand(cwd, "generate", "--check")).out).toBe(
    ["reference/things.md", "things/client.ts", "things/routes.ts", "things/types.ts"]
      .map((file) => `stale generated/${file}\n`)
      .join(""),
  );
  await runCommand(cwd, "generate");
  expect(await runCommand(cwd, "generate", "--check")).toMatchObject({ exitCode: 0 });
});
