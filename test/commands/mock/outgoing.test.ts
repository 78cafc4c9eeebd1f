import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { listen } from "@oipkit/runtime/adapters/node-server";
import { describe, expect, it } from "vitest";
import { afterThisTest } from "../../support/clean-up.js";
import { startCommand } from "../../support/commands/sandbox/running-command.js";
import { contractFolder } from "../../support/generator/emit/contract-folder.js";

const contract = `openapi: 3.1.0
info: { title: Jobs, version: "1" }
paths:
  /jobs/{id}:
    post:
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }, { name: to, in: query, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [hook], properties: { hook: { type: string } } } } } }
      responses:
        "201": { description: d, headers: { Location: { schema: { type: string, example: "/jobs/9" } } }, content: { application/json: { schema: { type: object, required: [no], properties: { no: { type: integer, example: 9 } } } } } }
      callbacks:
        done:
          "{$request.body#/hook}/done/{$request.path.id}/{$response.body#/no}{$response.header.Location}":
            post:
              requestBody: { content: { application/json: { schema: { type: object, required: [state], properties: { state: { type: string, example: finished } } } } } }
              responses: { "204": { description: d } }
        other:
          $request.query.to: { put: { responses: { "200": { description: d } } } }
webhooks:
  started:
    post:
      requestBody: { content: { application/json: { example: { on: true } } } }
      responses: { "204": { description: d } }
`;

async function receiver(status = 204) {
  const got: string[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    got.push([method, url, headers["content-type"] ?? "-", String(await buffer(request))].join(" "));
    response.writeHead(status).end();
  });
  const port = await listen(server, { port: 0 });
  afterThisTest(() => {
    server.closeAllConnections();
    server.close();
  });
  return { got, url: `http://127.0.0.1:${port}` };
}

async function started(text: string, ...args: readonly string[]) {
  const cwd = await contractFolder({ "api.yaml": text });
  const command = startCommand(cwd, "mock", "api.yaml", "--port", "0", ...args);
  await command.until(/listening on .*\n/);
  const [, url = ""] = /listening on (http:\S+):/.exec(command.err()) ?? [];
  const post = (query: string, hook: string) =>
    fetch(`${url}/jobs/a%20b${query}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ hook }),
    });
  return { ...command, post };
}

describe("a callback", () => {
  it("goes to the URL that its expression gives, with a body of the contract", async () => {
    const { got, url } = await receiver();
    const { post, until, err } = await started(contract);
    expect((await post(`?to=${encodeURIComponent(`${url}/other`)}`, url)).status).toBe(201);
    await until(/`done` went to .*\n/);
    await until(/`other` went to .*\n/);
    expect(got.toSorted()).toEqual([
      'POST /done/a%20b/9/jobs/9 application/json {"state":"finished"}',
      "PUT /other - ",
    ]);
    expect(err()).toContain(`the callback \`done\` went to ${url}, which answered 204\n`);
    expect(err()).toContain("which answered 204, which the contract doesn't declare; it has 200");
  });

  it("without a URL, or to another machine, isn't sent, and that is said", async () => {
    const { post, until } = await started(contract);
    expect((await post("", "http://192.0.2.1/x")).status).toBe(201);
    await until(
      /the callback `done` isn't sent: `192\.0\.2\.1` isn't this machine; allow it with --callback-host\n/,
    );
    await until(/the callback `other` isn't sent: its expression gives no URL for this request\n/);
  });

  it("isn't sent after a refusal", async () => {
    const { got, url } = await receiver();
    const { post, stop } = await started(contract);
    expect((await post("", 1 as never)).status).toBe(422);
    expect((await post("", url)).status).toBe(201);
    await expect.poll(() => got.length).toBe(1);
    await stop();
  });
});

describe("webhooks", () => {
  it("are sent once to the URL of --webhooks", async () => {
    const { got, url } = await receiver();
    const { until } = await started(contract, "--webhooks", `${url}/hooks`);
    await until(/the webhook `started` went to .*, which answered 204\n/);
    expect(got).toEqual(['POST /hooks application/json {"on":true}']);
  });

  it("of a protocol that isn't there aren't sent unsigned", async () => {
    const { got, url } = await receiver();
    const { until } = await started(
      `${contract}x-webhook-protocol: { $ref: protocol.yaml }\n`,
      "--webhooks",
      url,
    );
    await until(/the webhook `started` isn't sent: its protocol isn't among the contracts/);
    expect(got).toEqual([]);
  });
});
