import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { extendPackageJson, packageName } from "../../../commands/init/package-json.js";
import { extendGitIgnore } from "../../../commands/init/write-project.js";
import { runCommand } from "../../support/cli/run-command.js";
import { temporaryFolder, writeTree } from "../../support/generator/emit/contract-folder.js";

const additions = {
  scripts: { build: "tsc", test: "vitest run" },
  dependencies: { pg: "^8.0.0" },
  devDependencies: { vitest: "^4.0.0" },
};

describe("an existing package.json", () => {
  it("keeps what it has, its formatting included", () => {
    const text =
      '{\n\t"name": "mine",\n\t"type": "module",\n\t"files": [ "a" ],\n\t"dependencies": {\n\t\t"pg": "8.1.0"\n\t}\n}\n';
    const { text: extended, conflicts } = extendPackageJson(text, additions);
    expect(conflicts).toEqual([]);
    expect(extended.startsWith('{\n\t"name": "mine",\n\t"type": "module",\n\t"files": [ "a" ],\n')).toBe(
      true,
    );
    expect(extended).toContain('\n\t"devDependencies": {\n\t\t"vitest": "^4.0.0"\n\t}');
    expect(JSON.parse(extended)).toEqual({
      name: "mine",
      type: "module",
      files: ["a"],
      dependencies: { pg: "8.1.0" },
      scripts: additions.scripts,
      devDependencies: additions.devDependencies,
    });
  });

  it("keeps a dependency in the group where it is", () => {
    const { text } = extendPackageJson('{ "devDependencies": { "pg": "*" } }', additions);
    expect(JSON.parse(text).dependencies).toBeUndefined();
  });

  it("replaces the test script of npm init, and becomes a module if it isn't one yet", () => {
    const placeholder = { scripts: { test: 'echo "Error: no test specified" && exit 1' } };
    const { text, conflicts } = extendPackageJson(JSON.stringify(placeholder), additions);
    expect(conflicts).toEqual([]);
    expect(JSON.parse(text)).toMatchObject({ type: "module", scripts: { test: "vitest run" } });
  });

  it("is a finding if a script or the type differs", async () => {
    const cwd = await temporaryFolder();
    const text = '{ "type": "commonjs", "scripts": { "build": "webpack" } }';
    await writeTree(cwd, { "package.json": text });
    const { exitCode, out } = await runCommand(cwd, "init");
    expect(exitCode).toBe(1);
    expect(out).toBe(
      'package.json: `type` isn\'t "module", which the receiver needs\npackage.json: the script `build` exists and does something else\n',
    );
    expect(await readFile(join(cwd, "package.json"), "utf8")).toBe(text);
    expect((await runCommand(cwd, "init", "--force")).exitCode).toBe(0);
    expect(JSON.parse(await readFile(join(cwd, "package.json"), "utf8"))).toMatchObject({
      type: "module",
      scripts: { build: "tsc" },
    });
  });

  it.each(["", "[]", "{", "null", '{ "a": 1 // b\n}'])("that is %j is refused", (text) => {
    expect(() => extendPackageJson(text, additions)).toThrow("package.json: not a JSON object");
  });
});

describe("the name of a new package", () => {
  it.each([
    ["Receiver", "receiver"],
    ["my receiver (2)", "my-receiver-2"],
    ["été", "t"],
    ["…", "receiver"],
  ])("of the folder %j is %j", (folder, name) => {
    expect(packageName(folder, "receiver")).toBe(name);
  });
});

describe("an existing .gitignore", () => {
  it.each([
    ["/dist\nnode_modules", "/dist\nnode_modules\n.env\n"],
    ["", "node_modules/\ndist/\n.env\n"],
    [".env\r\ndist/\r\nnode_modules/\r\n", ".env\r\ndist/\r\nnode_modules/\r\n"],
  ])("%j gets the lines that it lacks", (existing, extended) => {
    expect(extendGitIgnore(existing, "node_modules/\ndist/\n.env\n")).toBe(extended);
  });
});
