import { createHmac } from "node:crypto";
import { cp, readdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { beforeAll, expect, it } from "vitest";
import { afterThisTest } from "../support/clean-up.js";
import { runCommand } from "../support/cli/run-command.js";
import { contractFolder, root, writeTree } from "../support/generator/emit/contract-folder.js";
import { typeCheck } from "../support/generator/emit/type-check.js";

interface Example {
  createShopServer(options: object): {
    listen(options: object): Promise<number>;
    close(): Promise<void>;
  };
}

let folder: string;
let files: ReadonlyMap<string, string>;
beforeAll(async () => {
  folder = await contractFolder({ "package.json": { type: "module" } });
  await cp(join(root, "examples/openapi-webhooks"), folder, { recursive: true });
  expect(await runCommand(folder, "generate", "--only", "webhooks", "--strict")).toMatchObject({
    exitCode: 0,
  });
  const all = (await readdir(folder, { recursive: true })) as string[];
  const names = all.filter((name) => /\.(?:ts|js)$/.test(name));
  files = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const)),
  );
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
});

it("the example's programs have the types of the contract", () => {
  expect(typeCheck(files)).toEqual([]);
});

it("its server takes signed deliveries and refuses others", async () => {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const programs = [...files].filter(([name]) => name.endsWith(".ts") && !name.endsWith(".d.ts"));
  await writeTree(
    folder,
    Object.fromEntries(
      programs.map(([name, text]) => [
        name.replace(/ts$/, "js"),
        ts.transpileModule(text, { compilerOptions }).outputText,
      ]),
    ),
  );
  const { createShopServer } = (await import(pathToFileURL(join(folder, "server.js")).href)) as Example;
  const seen: string[] = [];
  const server = createShopServer({
    secret: "s3cret",
    now: () => 1_700_000_000_000,
    place: (id: string, pieces: number) => void seen.push(`${id} ${pieces}`),
    cancel: (id: string, reason: string) => void seen.push(`${id} ${reason}`),
  });
  afterThisTest(() => server.close());
  const url = `http://127.0.0.1:${await server.listen({ port: 0, host: "127.0.0.1" })}/`;
  const send = async (event: string, content: object, { at = 1_700_000_000, secret = "s3cret" } = {}) => {
    const body = JSON.stringify(content);
    const signature = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
    const headers = {
      "content-type": "application/json",
      "x-event": event,
      "x-timestamp": String(at),
      "x-signature": signature,
    };
    return (await fetch(url, { method: "POST", headers, body })).status;
  };
  const order = {
    id: "o1",
    lines: [
      { product: "book", quantity: 2 },
      { product: "pen", quantity: 3 },
    ],
  };
  expect(await send("orderPlaced", order)).toBe(204);
  expect(await send("orderCancelled", { id: "o1", reason: "stock" })).toBe(204);
  expect(await send("orderPlaced", order, { secret: "other" })).toBe(401);
  expect(await send("orderPlaced", order, { at: 1_699_999_000 })).toBe(401);
  expect(await send("orderPlaced", { id: "o2", lines: [] })).toBe(400);
  expect(await send("orderShipped", order)).toBe(404);
  expect(seen).toEqual(["o1 5", "o1 stock"]);
});
