import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join, relative } from "node:path";
import { buffer } from "node:stream/consumers";
import { listen } from "@oipkit/runtime/adapters/node-server";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { createReceiver } from "../../../generated/events/receiver.js";
import { createMemoryInbox, createMemoryNonces, toNodeListener } from "../../../runtime/webhook/index.js";
import { afterThisTest } from "../../support/clean-up.js";
import { startedCommand } from "../../support/cli/started-command.js";
import { contractFolder, root } from "../../support/generator/emit/contract-folder.js";

/** A document whose webhooks and callbacks are signed by the protocol at a reference. */
const signedApi = (protocol: string, body: object, more: object = {}): object => ({
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  paths: {
    "/watch": {
      post: {
        requestBody: { content: { "application/json": { schema: { type: "object" } } } },
        responses: { 204: { description: "d" } },
        callbacks: {
          onNote: {
            "{$request.body#/to}": {
              post: {
                requestBody: { content: { "application/json": body } },
                responses: { 204: { description: "d" } },
              },
            },
          },
        },
      },
    },
  },
  webhooks: {
    "note.made": {
      post: {
        ...more,
        requestBody: { content: { "application/json": body } },
        responses: { 204: { description: "d" } },
      },
    },
  },
  "x-webhook-protocol": { $ref: protocol },
});

const standard = join(root, "examples/schemes/standard-webhooks/events.asyncapi.yaml");
const secret = `whsec_${Buffer.from("a secret of this test, 32 bytes.").toString("base64")}`;
const note = { example: { type: "note.made", timestamp: "2026-01-01T00:00:00Z", data: { id: "note_1" } } };

/** A receiver that remembers requests with their headers. */
async function remembering() {
  const got: { url: string; headers: Record<string, string>; body: string }[] = [];
  const server = createServer(async (request, response) => {
    got.push({
      url: request.url ?? "",
      headers: request.headers as Record<string, string>,
      body: String(await buffer(request)),
    });
    response.writeHead(204).end();
  });
  const port = await listen(server, { port: 0 });
  afterThisTest(() => {
    server.closeAllConnections();
    server.close();
  });
  return { got, url: `http://127.0.0.1:${port}/hooks` };
}

async function folderWith(protocolFile: string, body: object, more?: object) {
  const cwd = await contractFolder({ "placeholder.yaml": "{}" });
  const reference = `${relative(cwd, protocolFile)}#/x-webhook-protocol`;
  return contractFolder({ "api.json": JSON.stringify(signedApi(reference, body, more)) });
}

describe("a signed webhook", () => {
  it("is accepted by the library of its scheme, with the parameters of the contract", async () => {
    const { got, url } = await remembering();
    const parameters = [
      {
        name: "webhook-id",
        in: "header",
        required: true,
        schema: { type: "string", example: "msg_example" },
      },
      { name: "X-Attempt", in: "header", required: true, schema: { type: "integer", minimum: 3 } },
      {
        name: "region",
        in: "query",
        schema: { type: "array", items: { type: "string" }, example: ["eu", "a b"] },
      },
    ];
    const cwd = await folderWith(standard, note, { parameters });
    const { until } = startedCommand(
      { cwd, env: { WEBHOOK_SECRET: secret } },
      ...["mock", "api.json", standard, "--port", "0", "--webhooks", url],
    );
    await until(/the webhook `note\.made` went to .*, which answered 204\n/);
    const [{ headers, body, url: target } = { headers: {}, body: "", url: "" }] = got;
    expect(new Webhook(secret).verify(body, headers)).toEqual(note.example);
    expect(headers["webhook-id"]).not.toBe("msg_example");
    expect(headers["x-attempt"]).toBe("3");
    expect(target).toBe("/hooks?region=eu&region=a%20b");
  });

  it("is stored by this platform's receiver, encrypted and with a fresh id each time", async () => {
    const application = {
      id: "app_example",
      organization: "org_example_buyer",
      environment: "sandbox",
      product: "example_product",
    };
    const shared = { verificationToken: "a token of this test", encryptKey: "an encrypt key of this test" };
    const ids: string[] = [];
    const receiver = createReceiver({
      application,
      ...shared,
      secrets: ["a secret of this test"],
      inbox: createMemoryInbox(),
      nonces: createMemoryNonces(),
      logger: false,
      fallback: (event) => void ids.push(event.event_id),
    });
    const server = createServer(toNodeListener(receiver));
    const port = await listen(server, { port: 0 });
    afterThisTest(() => {
      server.closeAllConnections();
      server.close();
    });
    const example = JSON.parse(
      await readFile(join(root, "contracts/examples/oem.subscription.created.v1/full.json"), "utf8"),
    ) as { event_id: string };
    const events = join(root, "contracts/events.asyncapi.yaml");
    const cwd = await folderWith(events, { example });
    const env = {
      WEBHOOK_SECRET: "a secret of this test",
      WEBHOOK_VERIFICATION_TOKEN: shared.verificationToken,
      WEBHOOK_ENCRYPT_KEY: shared.encryptKey,
    };
    const args = ["mock", "api.json", events, "--port", "0", "--encrypted"];
    for (const at of [1, 2]) {
      const { until } = startedCommand({ cwd, env }, ...args, "--webhooks", `http://127.0.0.1:${port}/`);
      await until(/the webhook `note\.made` went to .*, which answered 204\n/);
      await receiver.drain();
      expect(new Set(ids).size).toBe(at);
    }
    expect(ids).not.toContain(example.event_id);
    expect(ids.map((id) => id.length)).toEqual([example.event_id.length, example.event_id.length]);
  });

  it("needs its secret before anything is served", async () => {
    const { got, url } = await remembering();
    const cwd = await folderWith(standard, note);
    const { ended, err } = startedCommand(
      { cwd },
      ...["mock", "api.json", standard, "--port", "0", "--webhooks", url],
    );
    expect(await ended).toBe(2);
    expect(err()).toContain("WEBHOOK_SECRET isn't set");
    expect(err()).not.toContain("listening");
    expect(got).toEqual([]);
  });

  it.each([
    [
      ["mock", "api.json"],
      "its protocol isn't among the contracts; pass `[^`]*events.asyncapi.yaml` to the command, too",
    ],
    [["mock", "api.json", standard, "--encrypted"], "--encrypted: the protocol has no encryption"],
  ])("says what is missing: %j", async (args, text) => {
    const { url } = await remembering();
    const cwd = await folderWith(standard, note);
    const { until } = startedCommand(
      { cwd, env: { WEBHOOK_SECRET: secret, WEBHOOK_ENCRYPT_KEY: "key" } },
      ...[...args, "--port", "0", "--webhooks", url],
    );
    await until(new RegExp(text));
  });

  it("isn't sent if its protocol can't be used", async () => {
    const { url } = await remembering();
    const cwd = await contractFolder({
      "api.json": JSON.stringify({
        openapi: "3.1.0",
        info: { title: "t", version: "1" },
        paths: {},
        webhooks: { a: { post: { responses: {} } } },
        "x-webhook-protocol": { headers: {} },
      }),
    });
    const { until } = startedCommand({ cwd }, "mock", "api.json", "--port", "0", "--webhooks", url);
    await until(/the webhook `a` isn't sent: .*must refer to that of an AsyncAPI document/);
  });
});

describe("a signed callback", () => {
  const started = async (env: Readonly<Record<string, string>>) => {
    const { got, url } = await remembering();
    const cwd = await folderWith(standard, note);
    const command = startedCommand({ cwd, env }, "mock", "api.json", standard, "--port", "0");
    const [, base = ""] = await command.until(/listening on (http:\/\/[\d.:]+):/);
    const { status } = await fetch(`${base}/watch`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ to: url }),
    });
    expect(status).toBe(204);
    return { got, ...command };
  };

  it("is accepted by the library of its scheme", async () => {
    const { got, until } = await started({ WEBHOOK_SECRET: secret });
    await until(/the callback `onNote` went to .*, which answered 204\n/);
    const [{ headers, body } = { headers: {}, body: "" }] = got;
    expect(new Webhook(secret).verify(body, headers)).toEqual(note.example);
  });

  it("without a secret isn't sent, and the server goes on", async () => {
    const { got, until } = await started({});
    await until(/the callback `onNote` isn't sent: WEBHOOK_SECRET isn't set/);
    expect(got).toEqual([]);
  });
});
