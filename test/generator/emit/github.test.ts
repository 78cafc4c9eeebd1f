import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import type { HttpClient } from "../../../runtime/http/index.js";
import { contractFolder, generateFrom } from "../../support/generator/emit/contract-folder.js";
import { typeCheck } from "../../support/generator/emit/type-check.js";
import { description } from "../../support/github-description.js";
import { sendJson, startServer } from "../../support/runtime/http/local-server.js";

/** The description has no pagination. */
const overlay = {
  overlay: "1.0.0",
  info: { title: "Pages", version: "1" },
  actions: [
    {
      target: "$.paths['/repos/{owner}/{repo}/issues'].get",
      update: { "x-pagination": { kind: "link" } },
    },
  ],
};

let files: Map<string, string>;
beforeAll(async () => {
  const folder = await contractFolder({ "pages.overlay.json": overlay });
  files = await generateFrom([description], {
    only: ["types", "client"],
    examples: "off",
    overlays: [join(folder, "pages.overlay.json")],
  });
}, 120_000);

async function operationIds(): Promise<string[]> {
  const { paths } = JSON.parse(await readFile(description, "utf8")) as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  return Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId }) => operationId ?? []),
  );
}

describe("the GitHub REST description", () => {
  test("gives types and a client that compile on their own and in use", { timeout: 240_000 }, () => {
    const use = `
import { createClient, gistsCreate, issuesCreate, reposGet, usersGetAuthenticated } from "./api-github-com/client.js";
const { client, repos } = createClient({ baseUrl: "https://api.github.com" });
const answer = await reposGet(client, { owner: "o", repo: "r" });
if (answer.ok && answer.status === 200) {
  const stars: number = answer.body.stargazers_count;
  const license: string | null | undefined = answer.body.license?.spdx_id;
  void [stars, license];
}
const user = await usersGetAuthenticated(client);
if (user.ok && user.status === 200 && user.body.user_view_type === "private") {
  const gists: number = user.body.private_gists;
  void gists;
}
// @ts-expect-error: a gist has files, whatever its union of requirements says
await gistsCreate(client, { body: { files: "all" } });
await issuesCreate(client, { owner: "o", repo: "r", body: { title: "t", labels: ["bug"] } });
// @ts-expect-error: an issue has a title
await issuesCreate(client, { owner: "o", repo: "r", body: {} });
await repos.get({ owner: "o", repo: "r" });
`;
    expect(typeCheck(new Map([...files, ["use.ts", use]]))).toEqual([]);
  });

  test("gives each operation its own function and method", async () => {
    const ids = await operationIds();
    expect(ids.length).toBeGreaterThan(1000);
    const client = files.get("api-github-com/client.ts") ?? "";
    const described = [...client.matchAll(/\{ id: "([^"]+)", method: "/g)].map(([, id]) => id);
    expect(described.sort()).toEqual(ids.sort());
    const functions = [...client.matchAll(/^export function (\w+)(?:<.+>)?\(client: HttpClient/gm)].map(
      ([, name]) => name,
    );
    // The one that has pages has a second function.
    expect(new Set(functions).size).toBe(ids.length + 1);
    expect(functions).toContain("paginateIssuesListForRepo");
  });

  test("gives functions that send requests as described and read the answers", async () => {
    const module = await importClient(files);
    await using server = await startServer(({ method, url }, response) => {
      if (method === "POST") sendJson(response, 201, { number: 7 });
      else if (method === "DELETE") response.writeHead(204).end();
      else if (url.startsWith("/search")) sendJson(response, 422, { message: "Validation Failed" });
      else sendJson(response, 200, { full_name: "o/r s" });
    });
    const { client, repos, search, issues } = module.createClient({ baseUrl: server.origin });

    const repository = await repos?.get?.({ owner: "o", repo: "r s" });
    const issue = await module.issuesCreate(client, {
      owner: "o",
      repo: "r",
      body: { title: "t", labels: ["bug"] },
    });
    const failure = await search?.code?.({ q: "a&b", per_page: 2 });
    const gone = await issues?.deleteComment?.({ owner: "o", repo: "r", comment_id: 5 });

    expect(repository).toMatchObject({ ok: true, status: 200, body: { full_name: "o/r s" } });
    expect(issue).toMatchObject({ ok: true, status: 201, body: { number: 7 } });
    expect(failure).toMatchObject({ ok: false, status: 422, body: { message: "Validation Failed" } });
    expect(gone).toMatchObject({ ok: true, status: 204, body: undefined });
    expect(server.received.map(({ method, url, body }) => [method, url, body.toString()])).toEqual([
      ["GET", "/repos/o/r%20s", ""],
      ["POST", "/repos/o/r/issues", JSON.stringify({ title: "t", labels: ["bug"] })],
      ["GET", "/search/code?q=a%26b&per_page=2", ""],
      ["DELETE", "/repos/o/r/issues/comments/5", ""],
    ]);
  });

  test("gives typed pages if an overlay describes the pagination", async () => {
    const module = await importClient(files);
    await using server = await startServer(({ url }, response) => {
      const isLast = url.includes("page=2");
      if (!isLast) response.setHeader("link", `<${server.origin}${url}&page=2>; rel="next"`);
      sendJson(response, 200, isLast ? [{ number: 3 }] : [{ number: 1 }, { number: 2 }]);
    });
    const { issues } = module.createClient({ baseUrl: server.origin });
    const numbers: number[] = [];
    const pages = issues?.paginateListForRepo?.({ owner: "o", repo: "r", state: "open" });
    for await (const { number } of pages as unknown as AsyncIterable<{ number: number }>)
      numbers.push(number);
    expect(numbers).toEqual([1, 2, 3]);
    expect(server.received.map(({ url }) => url)).toEqual([
      "/repos/o/r/issues?state=open",
      "/repos/o/r/issues?state=open&page=2",
    ]);
  }, 120_000);
});

type Call = (request: object) => Promise<{ ok: boolean; status: number; body: unknown }>;

interface ClientModule {
  createClient(options: object): { client: HttpClient } & Record<string, Record<string, Call>>;
  issuesCreate: (client: HttpClient, request: object) => ReturnType<Call>;
}

async function importClient(generated: ReadonlyMap<string, string>): Promise<ClientModule> {
  const folder = await contractFolder({
    "package.json": '{ "type": "module" }',
    "client.ts": generated.get("api-github-com/client.ts") ?? "",
  });
  return (await import(pathToFileURL(join(folder, "client.ts")).href)) as ClientModule;
}
