import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildModel } from "../../../generator/build-model.js";
import { generateOutputs } from "../../../generator/generate.js";
import { checkPaths } from "../../../generator/outputs/check-paths.js";
import { builtInOutputs } from "../../../generator/outputs/registry.js";
import { readTemplates } from "../../../reader/documents/templates.js";
import { runCommand } from "../../support/cli/run-command.js";
import { project } from "../../support/cli/small-contracts.js";
import {
  contractFolder,
  generateFrom,
  readContracts,
  root,
} from "../../support/generator/emit/contract-folder.js";
import { typeCheck } from "../../support/generator/emit/type-check.js";
import { snapshot } from "../../support/generator/write/output-folder.js";

const contracts = [join(root, "contracts")];

/** The repository's own webhooks belong to a protocol, so they have no handlers. */
const withWebhooks = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  webhooks: {
    placed: {
      post: {
        requestBody: { content: { "application/json": { schema: { type: "object" } } } },
        responses: { "204": { description: "" } },
      },
    },
  },
};

/** Returns whether an output may write the path. */
function isOwned(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const start = pattern.replace(/^<\w+>\//, "");
    const [folder = "", ...rest] = path.split("/");
    if (start === pattern) return pattern.endsWith("/") ? path.startsWith(pattern) : path === pattern;
    return rest.join("/") === start && folder !== "";
  });
}

describe.each(builtInOutputs.map((output) => [output.name, output] as const))("--only %s", (name, output) => {
  test("writes only paths of the output and of those that it needs, and resolves every import", async () => {
    const read =
      name === "webhooks" ? [await contractFolder({ "shop.openapi.json": withWebhooks })] : contracts;
    const files = await generateFrom(read, { only: [name] });
    const needed = builtInOutputs.filter((each) => output.needs.includes(each.name));
    const patterns = [output, ...needed].flatMap(({ paths }) => paths);
    const strays = [...files.keys()].filter((path) => path !== "index.ts" && !isOwned(path, patterns));
    expect(strays).toEqual([]);
    expect([...files.keys()].some((path) => isOwned(path, output.paths))).toBe(true);
    const sources = new Map([...files].filter(([path]) => !path.startsWith("conformance/")));
    expect(typeCheck(sources)).toEqual([]);
  });
});

test("no path belongs to two outputs", () => {
  const paths = builtInOutputs.flatMap((output) => output.paths);
  expect(new Set(paths).size).toBe(paths.length);
});

test("--only types,protocol includes the receiver and the validators that it imports", async () => {
  const files = await generateFrom(contracts, { only: ["types", "protocol"] });
  expect([...files.keys()]).toEqual(expect.arrayContaining(["events/receiver.ts", "validators/events.ts"]));
  expect(files.get("index.ts")).toContain("export { createReceiver }");
});

test("--only validators includes the validators of operations, without a client", async () => {
  const files = await generateFrom(contracts, { only: ["validators"] });
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(["platform/validation.ts", "validators/platform.operations.ts"]),
  );
  expect([...files.keys()]).not.toContain("platform/client.ts");
});

test("an output that --only names is reported if it has no files, also with --check", async () => {
  const cwd = await project({ "node_modules/.keep": "" });
  const note =
    "output protocol has no files: it is made from AsyncAPI documents with `x-webhook-protocol`, and the contracts have none\n";
  expect((await runCommand(cwd, "generate", "--only", "types,protocol")).err).toContain(note);
  expect((await runCommand(cwd, "generate", "--only", "types,protocol")).err).toContain(note);
  expect((await runCommand(cwd, "generate", "--only", "types,protocol", "--check")).err).toContain(note);
  expect((await runCommand(cwd, "generate")).err).not.toContain("has no files");
  expect(Object.keys(await snapshot(cwd))).toContain("generated/schemas.ts");
});

test("a contract never gets the folder of an output", async () => {
  const cwd = await project({
    "contracts/validators.openapi.yaml": 'openapi: 3.1.0\ninfo: { title: V, version: "1" }\npaths: {}\n',
  });
  const { apis } = buildModel(await readContracts(["contracts"], { cwd }));
  expect(apis.map(({ name }) => name).sort()).toEqual(["things", "validators2"]);
});

test("a plugin passed to `generateOutputs` needs no configuration", async () => {
  const options = {
    templates: await readTemplates(undefined),
    only: ["names"],
    plugins: [
      {
        name: "names",
        emit: ({ model }: { model: { schemas: readonly { typeName: string }[] } }) => [
          { path: "all.txt", text: model.schemas.map(({ typeName }) => typeName).join("\n") },
        ],
      },
    ],
  };
  const { files, empty } = await generateOutputs(await readContracts(contracts), options);
  expect(files.map(({ path }) => path)).toEqual(["names/all.txt"]);
  expect(empty).toEqual([]);
});

test("files of two outputs can't have the same path", () => {
  const made = (path: string) => [
    { output: "first", files: [{ path: "a/b.ts", text: "" }] },
    { output: "second", files: [{ path, text: "" }] },
  ];
  for (const path of ["a/b.ts", "A/B.ts", "a", "a/b.ts/c"])
    expect(() => checkPaths(made(path))).toThrow(/output `second`: .* clashes with a file of output `first`/);
  expect(() => checkPaths(made("../b.ts"))).toThrow(/isn't a valid path/);
  expect(() => checkPaths(made("a/c.ts"))).not.toThrow();
});
