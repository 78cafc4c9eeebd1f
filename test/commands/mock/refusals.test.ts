import { describe, expect, it } from "vitest";
import { createHttpClient } from "../../../runtime/http/index.js";
import { startCommand } from "../../support/commands/sandbox/running-command.js";
import { contractFolder } from "../../support/generator/emit/contract-folder.js";

const text = { type: "string" };
const errorSchema = {
  type: "object",
  required: ["reason"],
  properties: { reason: { ...text, example: "wrong" } },
};
const problemSchema = { type: "object", required: ["status"], properties: { status: { type: "integer" } } };
const responses = (refused: object) => ({
  200: { description: "d" },
  422: { description: "d", headers: { "X-Request": { schema: { ...text, example: "r1" } } }, ...refused },
});
const parameters = [{ name: "size", in: "query", schema: { type: "integer", maximum: 9 } }];
const operation = (refused: object) => ({ get: { parameters, responses: responses(refused) } });
const content = (types: object) => operation({ content: types });

const contract = {
  openapi: "3.1.0",
  info: { title: "Errors", version: "1" },
  paths: {
    "/json": content({ "application/json": { schema: errorSchema } }),
    "/xml": content({ "application/xml": { schema: { ...errorSchema, xml: { name: "error" } } } }),
    "/problem": content({
      "application/json": { schema: errorSchema },
      "application/problem+json": { schema: problemSchema },
    }),
    "/other-problem": content({
      "application/problem+json": {
        schema: { type: "object", required: ["trace"], properties: { trace: text } },
      },
    }),
    "/anything": content({ "application/json": {} }),
    "/bare": operation({}),
    "/default": {
      get: {
        parameters,
        responses: {
          200: { description: "d" },
          default: { description: "d", content: { "application/json": { schema: errorSchema } } },
        },
      },
    },
    "/closed": {
      get: {
        security: [{ key: [] }],
        responses: {
          200: { description: "d" },
          401: { description: "d", content: { "application/json": { schema: errorSchema } } },
        },
      },
    },
    "/undeclared": { get: { parameters, responses: { 200: { description: "d" } } } },
  },
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } } },
};

async function started() {
  const cwd = await contractFolder({ "api.json": JSON.stringify(contract) });
  const command = startCommand(cwd, "mock", "api.json", "--port", "0");
  await command.until(/listening on .*\n/);
  const [, url = ""] = /listening on (http:\S+):/.exec(command.err()) ?? [];
  return { ...command, url };
}

describe("the answer to a wrong request", () => {
  it.each([
    ["/json", {}, "application/json", '{"reason":"wrong"}'],
    ["/default", {}, "application/json", '{"reason":"wrong"}'],
    ["/xml", {}, "application/xml", "<reason>wrong</reason>"],
    ["/problem", {}, "application/problem+json", '"code":"request-invalid"'],
    ["/problem", { accept: "application/json" }, "application/json", '{"reason":"wrong"}'],
    ["/other-problem", {}, "application/problem+json", '{"trace":"example-trace"}'],
    ["/anything", {}, "application/problem+json", '"code":"request-invalid"'],
    ["/bare", {}, "application/problem+json", '"code":"request-invalid"'],
    ["/undeclared", {}, "application/problem+json", '"code":"request-invalid"'],
    ["/json", { accept: "text/html" }, "application/json", '{"reason":"wrong"}'],
  ])("of %s with %j is what the contract declares", async (path, headers, type, body) => {
    const { url, out } = await started();
    const answer = await fetch(`${url}${path}?size=12`, { headers });
    expect(answer.status).toBe(422);
    expect(answer.headers.get("content-type")).toBe(type);
    expect(await answer.text()).toContain(body);
    expect(out()).toContain("the query parameter `size` is greater than 9");
  });

  it("says why in a header if its body can't, with the headers of the contract", async () => {
    const { url } = await started();
    const { headers } = await fetch(`${url}/json?size=12`);
    expect(headers.get("oipkit-refusal")).toBe(
      'request-invalid;detail="the query parameter `size` is greater than 9"',
    );
    expect(headers.get("x-request")).toBe("r1");
    expect((await fetch(`${url}/problem?size=12`)).headers.has("oipkit-refusal")).toBe(false);
  });

  it("to missing credentials keeps WWW-Authenticate", async () => {
    const { url } = await started();
    const answer = await fetch(`${url}/closed`);
    expect(answer.status).toBe(401);
    expect(answer.headers.has("www-authenticate")).toBe(true);
    expect(await answer.json()).toEqual({ reason: "wrong" });
  });

  it("is one that a generated client takes for its declared error", async () => {
    const { url } = await started();
    const client = createHttpClient({ environment: "test", issuer: url, baseUrl: url });
    const answer = await client.call(
      {
        id: "json",
        method: "GET",
        path: "/json",
        parameters: { query: { size: {} } },
        responses: { 200: [], 422: ["application/json"] },
        writers: { query: ({ query }, { value }) => void query.push(`size=${String(value)}`) },
      },
      { size: 12 },
    );
    expect(answer).toMatchObject({ ok: false, status: 422, body: { reason: "wrong" } });
  });
});
