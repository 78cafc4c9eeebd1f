import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCommand } from "../../support/cli/run-command.js";
import { pluginProject } from "../../support/generator/plugins/plugin-project.js";
import { snapshot } from "../../support/generator/write/output-folder.js";

const emitting = (body: string): string => `export default { name: "list", emit: () => ${body} };`;
const file = (path: string): string => emitting(`[{ path: ${JSON.stringify(path)}, text: "" }]`);

async function refusal(plugin: string, config = "plugins: [./plugins/list.mjs]\n"): Promise<string> {
  const cwd = await pluginProject(plugin, { "oipkit.config.yaml": config });
  const { exitCode, out, err } = await runCommand(cwd, "generate");
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: "" });
  expect(Object.keys(await snapshot(cwd)).some((path) => path.startsWith("generated"))).toBe(false);
  return err;
}

describe("a plugin that can't be loaded is named with the reason, and nothing is written", () => {
  test.each([
    ["throws", 'throw new TypeError("no luck");', /can't be loaded \(TypeError: no luck\)/],
    ["doesn't parse", "export default {", /can't be loaded \(\w*Error: /],
    ["exports nothing", "export const a = 1;", /must export a plugin as default, but there is none/],
    ["exports a string", 'export default "a";', /but it isn't an object/],
    ["has no name", "export default { emit: () => [] };", /but its `name` isn't a string/],
    ["has no emit", 'export default { name: "list" };', /but its `emit` isn't a function/],
    [
      "has `needs` that aren't a list",
      'export default { name: "list", needs: "client", emit: () => [] };',
      /but its `needs` isn't a list of output names/,
    ],
    [
      "has templates that aren't strings",
      'export default { name: "list", templates: { a: 1 }, emit() {} };',
      /its `templates`/,
    ],
    [
      "is a function that throws",
      'export default () => { throw new Error("no"); };',
      /its default export threw \(Error: no\)/,
    ],
    [
      "is a function that returns nothing",
      "export default () => {};",
      /must return a plugin, but there is none/,
    ],
  ])("%s", async (_, plugin, reason) => {
    const text = await refusal(plugin);
    expect(text).toMatch(reason);
    expect(text).toMatch(/^oipkit: plugin \.\/plugins\/list\.mjs: .* \[plugin-load\]\n$/);
  });

  test("is missing", async () => {
    const text = await refusal("", "plugins: [./plugins/other.mjs]\n");
    expect(text).toMatch(
      /plugin \.\/plugins\/other\.mjs: .*other\.mjs can't be read \(ENOENT\) \[plugin-load\]/,
    );
  });

  test("is a package that isn't installed", async () => {
    const text = await refusal("", "plugins: [no-such-plugin]\n");
    expect(text).toMatch(
      /plugin no-such-plugin: can't find this package from .*; install it, or .* \.\/ .*\[plugin-load\]/,
    );
  });

  test("gets options but doesn't accept any", async () => {
    const config = "plugins: [{ from: ./plugins/list.mjs, options: { a: 1 } }]\n";
    expect(await refusal(emitting("[]"), config)).toMatch(/takes no options/);
  });
});

describe("a plugin's name", () => {
  test.each(["types", "validators", "schemas", "index", "manifest"])("can't be %s", async (name) => {
    const text = await refusal(emitting("[]").replace("list", name));
    expect(text).toMatch(
      /plugin `\w+` \(\.\/plugins\/list\.mjs\): another output already has this name; .*`name`.*\[plugin-name\]/,
    );
  });

  test.each(["", "..", "a/b", "List", "1st"])(
    "can't be %j, which isn't a valid folder name",
    async (name) => {
      expect(await refusal(emitting("[]").replace("list", name))).toMatch(
        /lower-case letters.*\[plugin-name\]/,
      );
    },
  );

  test("can't be the name of a contract's folder", async () => {
    const text = await refusal(emitting("[]").replace("list", "things"));
    expect(text).toMatch(/its folder is already that of things\.openapi\.yaml; .*\[plugin-name\]/);
  });

  test("must be unique, which `name` in the configuration can ensure", async () => {
    const twice = "plugins: [./plugins/list.mjs, ./plugins/list.mjs]\n";
    expect(await refusal(emitting("[]"), twice)).toMatch(/another output already has this name/);
    const cwd = await pluginProject(file("a.txt"), {
      "oipkit.config.yaml": "plugins: [./plugins/list.mjs, { from: ./plugins/list.mjs, name: second }]\n",
    });
    expect(await runCommand(cwd, "generate", "--only", "list,second")).toMatchObject({ exitCode: 0 });
    expect(Object.keys(await snapshot(join(cwd, "generated")))).toEqual(
      expect.arrayContaining(["list/a.txt", "second/a.txt"]),
    );
  });
});

describe("the result of a plugin is checked", () => {
  test.each([
    ["nothing", "undefined", /must return a list of files, but returned undefined/],
    ["a map", "({})", /but returned object/],
    ["null", "null", /but returned null/],
    ["a list of texts", '["a"]', /file 1 has a path of type undefined and a text of type undefined/],
    ["a list of null", "[null]", /file 1 has a path of type undefined/],
    ["a text that is a number", '[{ path: "a", text: 1 }]', /a text of type number/],
    ["bytes", '[{ path: "a", text: new Uint8Array(1) }]', /a text of type object/],
    ["a rejection", 'Promise.reject(new RangeError("no"))', /emit threw RangeError: no/],
    ["a rejection with a text", 'Promise.reject("no")', /emit threw no/],
  ])("%s", async (_, body, reason) => {
    const text = await refusal(emitting(body));
    expect(text).toMatch(reason);
    expect(text).toMatch(/^oipkit: plugin `list` \(\.\/plugins\/list\.mjs\): .* \[plugin-failed\]\n$/s);
  });

  test.each([
    "",
    "/etc/passwd",
    "../things/client.ts",
    "a/../../things/client.ts",
    "./a.ts",
    "a//b.ts",
    "a/",
    "..\\things\\client.ts",
    "C:/a.ts",
    "a\u0000.ts",
    "a\nb.ts",
  ])("refuses the path %j, which isn't a portable path within its folder", async (path) => {
    const text = await refusal(file(path));
    expect(text).toMatch(/isn't a valid path; use .* \[plugin-failed\]/);
    expect(text).toContain(JSON.stringify(path));
  });

  test.each([
    ["the same path", "a.ts", "a.ts"],
    ["paths that differ only in case", "a/B.ts", "A/b.ts"],
    ["a file and a folder", "a", "a/b.ts"],
    ["a folder and a file", "a/b.ts", "A"],
  ])("refuses two files with %s", async (_, first, second) => {
    const files = [first, second].map((path) => ({ path, text: "" }));
    expect(await refusal(emitting(JSON.stringify(files)))).toMatch(
      /output `list`: "list\/.*" clashes with another file of this output .*\[output-path\]/,
    );
  });

  test("refuses raw text in a view, and an unknown name in a template", async () => {
    const rendering = (view: string): string =>
      `export default { name: "list", templates: { t: "{{a}}" }, emit: ({ render, code }) => [{ path: "a", text: render("t", ${view}) }] };`;
    expect(await refusal(rendering('{ a: "raw" }'))).toMatch(/TemplateError: t: the view holds a raw string/);
    expect(await refusal(rendering("{ b: code`b` }"))).toMatch(/TemplateError: t: .*"a" not defined/);
  });
});

describe("names in --only and `needs` are checked", () => {
  test("refuses an output that no plugin has", async () => {
    const cwd = await pluginProject();
    expect(await runCommand(cwd, "generate", "--only", "types,cake")).toMatchObject({
      exitCode: 2,
      err: expect.stringMatching(
        /--only: unknown output `cake`; known outputs: types, .*, list \[output-unknown\]/,
      ),
    });
  });

  test("refuses a need that isn't an output", async () => {
    const plugin = emitting("[]").replace("emit", 'needs: ["cake"], emit');
    expect(await refusal(plugin)).toMatch(/`needs` of list: unknown output `cake`/);
  });
});
