import { beforeAll, describe, expect, test } from "vitest";
import { type GeneratedClient, generatedClient } from "../../support/generator/emit/driven-client.js";

const text = { type: "string" };
const report = { type: "object", required: ["total"], properties: { total: { type: "integer" } } };
const problem = { type: "object", required: ["title"], properties: { title: text } };
const content = (types: Readonly<Record<string, object>>) => ({
  description: "d",
  content: Object.fromEntries(Object.entries(types).map(([type, schema]) => [type, { schema }])),
});
const reading = (operationId: string, ok: object, others: object = {}) => ({
  get: { operationId, tags: ["reports"], responses: { 200: ok, ...others } },
});

let api: GeneratedClient;
beforeAll(async () => {
  api = await generatedClient({
    paths: {
      "/report": reading(
        "getReport",
        content({
          "text/csv": text,
          "application/json": report,
          "application/pdf": { type: "string", format: "binary" },
        }),
        { 404: content({ "application/problem+json": problem }), 406: content({ "text/plain": text }) },
      ),
      "/table": reading("getTable", content({ "text/csv": text, "text/html": text })),
      "/anything": reading("getAnything", content({ "*/*": {}, "application/json": report })),
      "/reports": {
        get: {
          operationId: "listReports",
          tags: ["reports"],
          "x-pagination": { kind: "link" },
          responses: {
            200: content({ "application/json": { type: "array", items: report }, "text/csv": text }),
          },
        },
      },
      "/only": reading("getOnly", content({ "application/json": report })),
    },
  });
});

const csv = () => new Response("total\n1\n", { headers: { "content-type": "text/csv" } });
const json = () => Response.json({ total: 1 });

describe("an answer with JSON and other media types", () => {
  test("is JSON unless the caller asks for another one", async () => {
    const { groups, sent } = api.connect(undefined, ({ headers }) =>
      headers.get("accept")?.startsWith("application/json") ? json() : csv(),
    );
    expect(await groups.reports?.get?.()).toMatchObject({ ok: true, body: { total: 1 } });
    expect(await groups.reports?.get?.({}, { accept: "text/csv" })).toMatchObject({
      ok: true,
      body: "total\n1\n",
    });
    expect(await groups.reports?.getTable?.()).toMatchObject({ ok: true, body: "total\n1\n" });
    expect(await groups.reports?.getAnything?.()).toMatchObject({ body: { total: 1 } });
    expect(await groups.reports?.getOnly?.()).toMatchObject({ body: { total: 1 } });
    expect(sent.map(({ headers }) => headers.get("accept"))).toEqual([
      "application/json, application/problem+json, text/plain",
      "text/csv, application/problem+json, text/plain",
      "text/csv, text/html",
      "application/json",
      "application/json",
    ]);
  });

  test("is refused if it has another media type than the one asked for", async () => {
    const { groups } = api.connect(undefined, csv);
    await expect(groups.reports?.get?.()).rejects.toMatchObject({
      code: "content-type",
      expected: ["application/json"],
    });
    await expect(groups.reports?.get?.({}, { accept: "application/pdf" })).rejects.toMatchObject({
      code: "content-type",
      expected: ["application/pdf"],
    });
  });

  test("can't be asked for in a media type that the contract doesn't have", async () => {
    const { groups, sent } = api.connect(undefined, json);
    await expect(groups.reports?.get?.({}, { accept: "text/html" })).rejects.toMatchObject({
      code: "invalid-option",
      option: "accept",
    });
    expect(sent).toEqual([]);
    // A header is the caller's own affair.
    const raw = await groups.reports?.get?.({}, { headers: { accept: "application/vnd.raw" } });
    expect([raw?.body, sent[0]?.headers.get("accept")]).toEqual([{ total: 1 }, "application/vnd.raw"]);
  });

  test("has the type of the media type that was asked for, alone and in its group", () => {
    expect(
      api.errors([
        `const { client, reports } = api.createClient({ baseUrl: "https://api.example.com" });`,
        `(await reports.get().unwrap()).total satisfies number;`,
        `(await reports.get({}, { accept: "text/csv" }).unwrap()) satisfies string;`,
        `await (await reports.get({}, { accept: "application/pdf", timeoutMs: 5 }).unwrap()).arrayBuffer();`,
        `(await api.getReport(client).unwrap()).total satisfies number;`,
        `(await api.getReport(client, {}, { accept: "text/csv" }).unwrap()) satisfies string;`,
        `(await api.getTable(client).unwrap()) satisfies string;`,
        `(await api.getAnything(client).unwrap()).total satisfies number;`,
        `const answer = await reports.get({}, { accept: "text/csv" });`,
        `if (answer.status === 404 && typeof answer.body === "object") answer.body.title satisfies string;`,
        `if (answer.status === 404) answer.body satisfies { title: string } | string | undefined;`,
        `!if (answer.status === 404) answer.body.title;`,
        `for await (const each of reports.paginateList()) each.total satisfies number;`,
        `!await reports.get({}, { accept: "text/html" });`,
        `!(await reports.get({}, { accept: "text/csv" }).unwrap()).total;`,
        `!await reports.getOnly({}, { accept: "application/json" });`,
      ]),
    ).toEqual([]);
  });
});
