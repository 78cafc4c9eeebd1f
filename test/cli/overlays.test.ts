import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCommand } from "../support/cli/run-command.js";
import { project } from "../support/cli/small-contracts.js";
import { watchCommand } from "../support/cli/watched-command.js";
import { contractFolder, generateFrom, root } from "../support/generator/emit/contract-folder.js";
import { typeCheck } from "../support/generator/emit/type-check.js";

const overlay = (type: string, file = "../contracts/schemas/thing.schema.yaml"): string =>
  `overlay: 1.0.0\ninfo: { title: Size, version: "1" }\nextends: ${file}\nactions:\n  - target: $.properties\n    update: { size: { type: ${type} } }\n`;

const schemas = (cwd: string): Promise<string> => readFile(join(cwd, "generated/schemas.ts"), "utf8");

describe("overlays", () => {
  test("have the same effect as a flag, in the configuration and in the contracts folder", async () => {
    const byFlag = await project({ "issued/size.overlay.yaml": overlay("integer") });
    const byConfig = await project({
      "issued/size.yaml": overlay("integer"),
      "oipkit.config.yaml": "overlays: issued/size.yaml\n",
    });
    const inFolder = await project({
      "contracts/overlays/size.overlay.yaml": overlay("integer", "../schemas/thing.schema.yaml"),
    });
    expect((await runCommand(byFlag, "generate", "--overlay", "issued/size.overlay.yaml")).exitCode).toBe(0);
    expect((await runCommand(byConfig, "generate")).exitCode).toBe(0);
    expect((await runCommand(inFolder, "generate")).exitCode).toBe(0);
    const all = await Promise.all([byFlag, byConfig, inFolder].map(schemas));
    expect(all[0]).toContain("size?: number");
    expect(new Set(all).size).toBe(1);
  });

  test("with x-sandbox: true at the top, are applied only when they are named", async () => {
    const text = overlay("integer", "../schemas/thing.schema.yaml");
    const cwd = await project({
      "contracts/sandbox/size.overlay.yaml": `x-sandbox: true\n${text}`,
      "contracts/sandbox/broken.yaml": "x-sandbox: true\nopenapi: [",
    });
    expect((await runCommand(cwd, "generate")).exitCode).toBe(0);
    expect(await schemas(cwd)).not.toContain("size");
    const named = await runCommand(cwd, "generate", "--overlay", "contracts/sandbox/size.overlay.yaml");
    expect(named.exitCode).toBe(0);
    expect(await schemas(cwd)).toContain("size?: number");
  });

  test("are part of --check and of the cache key", async () => {
    const cwd = await project({
      "size.yaml": overlay("integer", "contracts/schemas/thing.schema.yaml"),
      "node_modules/.keep": "",
    });
    await runCommand(cwd, "generate", "--overlay", "size.yaml");
    const check = () => runCommand(cwd, "generate", "--check", "--overlay", "size.yaml");
    expect((await check()).exitCode).toBe(0);
    expect((await check()).exitCode).toBe(0);
    expect((await runCommand(cwd, "generate", "--check")).exitCode).toBe(1);
    await writeFile(join(cwd, "size.yaml"), overlay("string", "contracts/schemas/thing.schema.yaml"));
    expect((await check()).out).toContain("stale generated/schemas.ts");
  });

  test("are watched for changes", async () => {
    const cwd = await project({ "size.yaml": overlay("integer", "contracts/schemas/thing.schema.yaml") });
    await using watching = watchCommand(cwd, "generate", "--watch", "--overlay", "size.yaml");
    await watching.until(/watching for changes/);
    await writeFile(join(cwd, "size.yaml"), overlay("boolean", "contracts/schemas/thing.schema.yaml"));
    await watching.until(/changed generated\/schemas\.ts/);
    expect(await schemas(cwd)).toContain("size?: boolean");
    expect(await watching.end()).toBe(0);
  });

  test("exit with 2 if unreadable and with 1 if broken, and nothing is written", async () => {
    const cwd = await project({ "broken.yaml": overlay("integer", "nowhere.yaml"), "no.yaml": "a: 1\n" });
    expect(await runCommand(cwd, "generate", "--overlay", "none.yaml")).toMatchObject({
      exitCode: 2,
      out: "",
    });
    const broken = await runCommand(cwd, "generate", "--overlay", "broken.yaml");
    expect(broken.exitCode).toBe(1);
    expect(broken.out).toContain("broken.yaml:3:10 error overlay-extends /extends");
    const none = await runCommand(cwd, "generate", "--overlay", "no.yaml");
    expect(none.exitCode).toBe(1);
    expect(none.out).toContain("no.yaml:1:1 error not-a-contract");
  });
});

describe("the overlays of examples/", () => {
  test("add the bodies of an issued contract to the client", async () => {
    const files = await generateFrom([join(root, "contracts")], {
      only: ["client"],
      overlays: [join(root, "examples/overlays/commerce.overlay.yaml")],
    });
    const use = `
import { changeSubscriptionPlan, createClient, listProducts } from "./platform/client.js";
const { client } = createClient({ baseUrl: "https://api.example.com" });
const products = await listProducts(client);
if (products.ok) for (const { code, name } of products.body) void [code.length, name.length];
await changeSubscriptionPlan(client, { id: "s", body: { plan_code: "p" } });
// @ts-expect-error: a plan change needs a plan
await changeSubscriptionPlan(client, { id: "s", body: {} });
// @ts-expect-error: and a body
await changeSubscriptionPlan(client, { id: "s" });
`;
    expect(typeCheck(new Map([...files, ["use.ts", use]]))).toEqual([]);
  });

  test("set the manifest's runtime, in the type and in the validator", async () => {
    const files = await generateFrom([join(root, "contracts")], {
      only: ["validators"],
      // The counterexample of an empty runtime expects only the error of the contract without the overlay.
      examples: "warn",
      overlays: [join(root, "examples/overlays/manifest.overlay.yaml")],
    });
    expect(files.get("schemas.ts")).toContain('runtime: "example-runtime";');
    const folder = await contractFolder({
      "package.json": '{ "type": "module" }',
      ...Object.fromEntries([...files].filter(([path]) => path.startsWith("validators/"))),
    });
    const { is } = (await import(join(folder, "validators/artifact-manifest.ts"))) as {
      is(value: unknown): boolean;
    };
    const example = await readFile(join(root, "contracts/examples/artifact-manifest/full.json"), "utf8");
    expect(is(JSON.parse(example))).toBe(true);
    expect(is({ ...(JSON.parse(example) as object), runtime: "another" })).toBe(false);
  });
});
