import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { listen } from "@oipkit/runtime/adapters/node-server";
import { describe, expect, it } from "vitest";
import { createClient } from "../../../../generated/platform/client.js";
import { validation } from "../../../../generated/platform/validation.js";
import { afterThisTest } from "../../../support/clean-up.js";
import { runCommand } from "../../../support/cli/run-command.js";
import { pets } from "../../../support/commands/mock/pets.js";
import { startCommand } from "../../../support/commands/sandbox/running-command.js";
import { contractFolder, root } from "../../../support/generator/emit/contract-folder.js";

async function started(cwd: string, ...args: readonly string[]) {
  const command = startCommand(cwd, "mock", ...args, "--port", "0");
  await command.until(/listening on .*\n/);
  const [, url = ""] = /listening on (http:\S+):/.exec(command.err()) ?? [];
  return { ...command, url };
}

describe("oipkit mock", () => {
  it("serves a contract, prints findings, and ends with 0", async () => {
    const cwd = await contractFolder({ "api.yaml": pets });
    const command = await started(cwd, "api.yaml");
    expect(command.err()).toMatch(/: 6 operations \(0\.0 s\)/);
    expect((await fetch(`${command.url}/v2/pets/1`)).status).toBe(200);
    expect(command.out()).toBe("");
    expect((await fetch(`${command.url}/pets?limit=500&key=secret`)).status).toBe(422);
    expect(command.out()).toBe(`GET /pets (listPets) 422
  request query limit maximum
    the query parameter \`limit\` is greater than 100 (api.yaml#/paths/~1pets/get/parameters/0/schema/maximum)
    Fix the request, or the contract if the request is right.

`);
    expect(await command.stop()).toBe(0);
    await expect(fetch(command.url)).rejects.toThrow();
  });

  it("compares a real server, and ends with 1 if it differs", async () => {
    const real = createServer((_, response) => response.writeHead(418).end());
    const port = await listen(real, { port: 0 });
    afterThisTest(() => void real.close());
    const cwd = await contractFolder({ "api.yaml": pets });
    const url = `http://127.0.0.1:${port}`;
    const command = await started(cwd, "api.yaml", "--proxy", url, "--format", "json");
    expect((await fetch(`${command.url}/pets`)).status).toBe(418);
    expect(JSON.parse(command.out())).toEqual({
      method: "GET",
      path: "/pets",
      operation: "listPets",
      status: 418,
      side: "answer",
      in: "status",
      code: "status-undeclared",
      pointer: "",
      message: "the contract declares no response 418; it has 200, 404",
      help: "Fix the server, or the contract if the server is right.",
    });
    expect(await command.stop()).toBe(1);
  });

  it("reads a changed contract again, and keeps the last one while it is broken", async () => {
    const cwd = await contractFolder({ "api.yaml": pets });
    const command = await started(cwd, "api.yaml", "--watch");
    await command.until(/watching for changes/);
    const status = async (path: string) => (await fetch(`${command.url}${path}`)).status;
    await writeFile(join(cwd, "api.yaml"), "openapi: [");
    await command.until(/yaml-syntax/);
    expect(await status("/pets")).toBe(200);
    await writeFile(join(cwd, "api.yaml"), pets.replace("  /broken:", "  /new:"));
    await expect.poll(() => status("/new")).toBe(200);
    expect(await command.stop()).toBe(0);
  });

  it("answers this repository's own client as its contract says", async () => {
    const { url, stop, out } = await started(root, "contracts/platform.openapi.yaml");
    const { catalog, subscriptions } = createClient({
      environment: "sandbox",
      issuer: url,
      baseUrl: url,
      validation,
      credentials: { bind: () => ({ authorize: () => ({ authorization: "Bearer token" }) }) },
    });
    const products = await catalog.listProducts().unwrap();
    expect(products).toBeDefined();
    const answer = await subscriptions.changePlan({ id: "sub_1", body: { plan_code: "pro" } } as never);
    expect(answer.ok).toBe(true);
    expect(out()).toBe("");
    expect(await stop()).toBe(0);
  });

  it.each([
    [["mock"], 2, "no contract: pass an OpenAPI document or a folder of them"],
    [["mock", "api.yaml", "--errors"], 2, "--errors needs --proxy URL"],
    [["mock", "api.yaml", "--proxy", "localhost:1"], 2, "is not an http or https URL"],
    [["mock", "api.yaml", "--proxy", "http://x", "--dynamic"], 2, "not both"],
    [["mock", "none.yaml"], 2, "there is no such file or folder"],
    [["mock", "schema.yaml"], 2, "holds no OpenAPI document"],
    [["mock", "api.yaml", "--port", "70000"], 2, "--port must be a whole number from 0 to 65535"],
    [["mock", "swagger.yaml"], 2, "version-unsupported"],
    [["mock", "lost.yaml"], 1, "ref-not-found"],
  ])("%j exits with %i", async (args, exitCode, text) => {
    const cwd = await contractFolder({
      "api.yaml": pets,
      "schema.yaml": "$schema: https://json-schema.org/draft/2020-12/schema\ntype: object\n",
      "swagger.yaml": 'swagger: "2.0"\npaths: {}\n',
      "lost.yaml": pets.replaceAll("schemas/Error", "schemas/Lost"),
    });
    const result = await runCommand(cwd, ...args);
    expect([result.exitCode, result.out + result.err]).toEqual([exitCode, expect.stringContaining(text)]);
  });
});
