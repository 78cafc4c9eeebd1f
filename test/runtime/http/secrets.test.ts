import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { type AnyAnswer, createHttpClient, type OperationDescriptor } from "../../../runtime/http/index.js";
import { clientWith } from "../../support/runtime/http/fake-fetch.js";
import { startServer } from "../../support/runtime/http/local-server.js";

const read: OperationDescriptor = { id: "read", method: "GET", path: "/a" };

describe("an error", () => {
  const secret = "secret-token-4711";
  const every = (error: unknown): string =>
    [
      inspect(error, { depth: 10, showHidden: true }),
      JSON.stringify(error),
      String(error),
      (error as Error).stack,
      (error as Error).cause === undefined ? "" : every((error as Error).cause),
    ].join("\n");

  const failing: Record<string, Parameters<typeof clientWith>> = {
    network: [
      { fetch: (_, init) => Promise.reject(Object.assign(new Error(secret), { init, code: secret })) },
    ],
    "network, deeper": [
      { fetch: () => Promise.reject(new TypeError("failed", { cause: new Error(`Bearer ${secret}`) })) },
    ],
    "malformed body": [
      {},
      () => new Response(`{${secret}`, { headers: { "content-type": "application/json" } }),
    ],
    "content type": [{}, () => new Response(secret, { headers: { "content-type": "text/html" } })],
    redirect: [
      {},
      () => new Response(null, { status: 302, headers: { location: `https://x.example/?t=${secret}` } }),
    ],
    "too large": [{ maxAnswerBytes: 1 }, () => Response.json({ token: secret })],
    timeout: [{ fetch: () => new Promise(() => {}), timeoutMs: 5 }],
    status: [{}, () => Response.json({ token: secret }, { status: 400, headers: { "x-token": secret } })],
  };

  test.each(Object.entries(failing))("contains no token: %s", async (_, [options, answer]) => {
    const operation: OperationDescriptor = {
      ...read,
      path: "/{id}",
      responses: { 200: ["application/json"], 400: ["application/json"] },
    };
    const { client } = clientWith(
      { retry: false, ...options, authorize: () => ({ authorization: `Bearer ${secret}` }) },
      answer,
    );
    const error: unknown = await client
      .call<AnyAnswer>(operation, { id: secret })
      .unwrap()
      .catch((thrown: unknown) => thrown);
    expect(error).toHaveProperty("code");
    expect(error).toHaveProperty("operation", "read");
    expect(every(error)).not.toContain(secret);
  });

  test("contains no token: a server that resets the connection", async () => {
    await using server = await startServer((_, response) => response.socket?.destroy());
    const client = createHttpClient({
      baseUrl: server.origin,
      retry: false,
      authorize: () => ({ authorization: `Bearer ${secret}` }),
    });
    const error: unknown = await client.call(read).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "network" });
    expect(every(error)).not.toContain(secret);
  });
});
