import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import type { HttpClient } from "../../../runtime/http/index.js";
import { sendJson, startServer } from "../../runtime/http/local-server.js";
import { contractFolder, generateFrom } from "./contract-folder.js";
import { typeCheck } from "./type-check.js";

const document = createRequire(import.meta.url).resolve("@octokit/openapi/generated/api.github.com.json");

let files: Map<string, string>;
beforeAll(async () => {
  files = await generateFrom([document], { only: ["types", "client"], examples: "off" });
}, 120_000);

async function operationIds(): Promise<string[]> {
  const { paths } = JSON.parse(await readFile(document, "utf8")) as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  return Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId }) => operationId ?? []),
  );
}

describe("the GitHub REST description", () => {
  test("gives types and a client that compile, alone and where they are used", { timeout: 240_000 }, () => {
    const use = `
import { createClient, issuesCreate, reposGet } from "./api-github-com/client.js";
const { client, repos } = createClient({ baseUrl: "https://api.github.com" });
const answer = await reposGet(client, { owner: "o", repo: "r" });
if (answer.ok && answer.status === 200) {
  const stars: number = answer.body.stargazers_count;
  const license: string | null | undefined = answer.body.license?.spdx_id;
  void [stars, license];
}
await issuesCreate(client, { owner: "o", repo: "r", body: { title: "t", labels: ["bug"] } });
// @ts-expect-error: an issue has a title
await issuesCreate(client, { owner: "o", repo: "r", body: {} });
await repos.get({ owner: "o", repo: "r" });
`;
    expect(typeCheck(new Map([...files, ["use.ts", use]]))).toEqual([]);
  });

  test("gives each operation a function and a method of its own", async () => {
    const ids = await operationIds();
    expect(ids.length).toBeGreaterThan(1000);
    const client = files.get("api-github-com/client.ts") ?? "";
    const described = [...client.matchAll(/\{ id: "([^"]+)", method: "/g)].map(([, id]) => id);
    expect(described.sort()).toEqual(ids.sort());
    const functions = [...client.matchAll(/^export function (\w+)\(client: HttpClient/gm)].map(
      ([, name]) => name,
    );
    expect(new Set(functions).size).toBe(ids.length);
  });

  test("gives functions that send what the contract says and read what comes back", async () => {
    const folder = await contractFolder({
      "package.json": '{ "type": "module" }',
      "client.ts": files.get("api-github-com/client.ts") ?? "",
    });
    const module = (await import(pathToFileURL(join(folder, "client.ts")).href)) as {
      createClient(options: object): { client: HttpClient } & Record<string, Record<string, Call>>;
      issuesCreate: (client: HttpClient, request: object) => ReturnType<Call>;
    };
    type Call = (request: object) => Promise<{ ok: boolean; status: number; body: unknown }>;
    await using server = await startServer(({ method, url }, response) => {
      if (method === "POST") sendJson(response, 201, { number: 7 });
      else if (url.startsWith("/search")) sendJson(response, 422, { message: "Validation Failed" });
      else sendJson(response, 200, { full_name: "o/r s" });
    });
    const { client, repos, search } = module.createClient({ baseUrl: server.origin });

    const repository = await repos?.get?.({ owner: "o", repo: "r s" });
    const issue = await module.issuesCreate(client, {
      owner: "o",
      repo: "r",
      body: { title: "t", labels: ["bug"] },
    });
    const failure = await search?.code?.({ q: "a&b", per_page: 2 });

    expect(repository).toMatchObject({ ok: true, status: 200, body: { full_name: "o/r s" } });
    expect(issue).toMatchObject({ ok: true, status: 201, body: { number: 7 } });
    expect(failure).toMatchObject({ ok: false, status: 422, body: { message: "Validation Failed" } });
    expect(server.received.map(({ method, url, body }) => [method, url, body.toString()])).toEqual([
      ["GET", "/repos/o/r%20s", ""],
      ["POST", "/repos/o/r/issues", JSON.stringify({ title: "t", labels: ["bug"] })],
      ["GET", "/search/code?q=a%26b&per_page=2", ""],
    ]);
  });
});
