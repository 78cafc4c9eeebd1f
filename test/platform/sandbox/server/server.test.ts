// @needs own-process
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import {
  createSandboxServer,
  type Rooms,
  type SandboxServerOptions,
} from "../../../../platform/sandbox/server/create-server.js";
import { createFaults, type Fault } from "../../../../platform/sandbox/server/faults.js";
import { afterThisTest } from "../../../support/clean-up.js";

const token = "a-token";
const echo = async (request: Request): Promise<Response> =>
  Response.json({ path: new URL(request.url).pathname, body: await request.text() });

async function started(
  rooms: Rooms = { api: echo, control: echo },
  options: Partial<SandboxServerOptions> = {},
) {
  const faults = createFaults(() => 0.5);
  const server = createSandboxServer({ faults, token, ...options });
  const origin = await server.listen({ port: 0 });
  server.serve(rooms);
  afterThisTest(() => server.close({ graceMs: 100 }));
  return { origin, faults, server };
}

/** `fetch` sets `Host` and refuses to set others. */
function raw(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<number> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, path, method, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on("error", reject).end();
  });
}

const authorization = `Bearer ${token}`;

describe("the sandbox's server", () => {
  it("serves each room below its path", async () => {
    const { origin } = await started({
      api: echo,
      control: echo,
      identity: (request, response) => void response.end(request.url),
    });
    expect(await (await fetch(`${origin}/any/path?a=1`, { method: "POST", body: "hi" })).json()).toEqual({
      path: "/any/path",
      body: "hi",
    });
    expect(
      await (await fetch(`${origin}/_sandbox/clock`, { headers: { authorization } })).json(),
    ).toMatchObject({
      path: "/clock",
    });
    expect(await (await fetch(`${origin}/identity/sandbox/jwks`)).text()).toBe("/identity/sandbox/jwks");
    expect((await fetch(`${origin}/console`)).status).toBe(404);
  });

  it("refuses a foreign Host, as after DNS rebinding", async () => {
    const { origin } = await started();
    expect(await raw(origin, "/", { host: "evil.example" })).toBe(421);
    expect(await raw(origin, "/", { host: `evil.example:${new URL(origin).port}` })).toBe(421);
    expect(await raw(origin, "/", { host: `LOCALHOST:${new URL(origin).port}` })).toBe(200);
  });

  it("refuses two hosts, of which another program may take the other", async () => {
    const { origin } = await started();
    const { host, hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    const answered = new Promise<string>((resolve) => socket.once("data", (data) => resolve(String(data))));
    socket.write(`GET / HTTP/1.1\r\nhost: ${host}\r\nhost: evil.example\r\nconnection: close\r\n\r\n`);
    expect((await answered).split("\r\n")[0]).toBe("HTTP/1.1 421 Misdirected Request");
  });

  it("answers under a name that was given", async () => {
    const { origin } = await started(undefined, { hosts: ["sandbox.test"] });
    expect(await raw(origin, "/", { host: "sandbox.test" })).toBe(200);
  });

  it("serves the control only with its token", async () => {
    const { origin } = await started();
    const status = (headers: Record<string, string>) => raw(origin, "/_sandbox/clock", headers);
    expect(await status({})).toBe(401);
    expect(await status({ authorization: "Bearer a-tokem" })).toBe(401);
    expect(await status({ authorization: "Bearer " })).toBe(401);
    expect(await status({ authorization })).toBe(200);
  });

  it.each([
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://localhost:1" },
    { "sec-fetch-site": "cross-site" },
  ])("refuses %j at the control, even with the token", async (headers) => {
    const { origin } = await started();
    expect(await raw(origin, "/_sandbox/clock", { authorization, ...headers })).toBe(403);
  });

  it.each([
    ["an absolute address", "http://evil.example/", "GET", 400],
    ["a method that nothing has", "/", "TRACE", 501],
  ])("refuses %s", async (_, path, method, status) => {
    const { origin } = await started();
    expect(await raw(origin, path, {}, method)).toBe(status);
  });

  it("refuses a body that is too large, whether it says so or not", async () => {
    const { origin } = await started(undefined, { limits: { maxBodyBytes: 10 } });
    expect((await fetch(origin, { method: "POST", body: "x".repeat(11) })).status).toBe(413);
    const stream = new Blob(["x".repeat(11)]).stream();
    const init = { method: "POST", body: stream, duplex: "half" } as RequestInit;
    expect((await fetch(origin, init)).status).toBe(413);
    expect((await fetch(origin, { method: "POST", body: "x".repeat(10) })).status).toBe(200);
  });

  it("answers 500 for a failure, and tells it", async () => {
    const failures: unknown[] = [];
    const api = () => {
      throw new Error("a secret");
    };
    const { origin } = await started({ api }, { onFailure: (failure) => failures.push(failure) });
    const answer = await fetch(origin);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain("a secret");
    expect(failures).toEqual([new Error("a secret")]);
  });

  it("ends a stream when it closes, without waiting for it", async () => {
    const api = () =>
      new Response(new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from(":\n\n")) }), {
        headers: { "content-type": "text/event-stream" },
      });
    const { origin, server } = await started({ api });
    const { body } = await fetch(origin);
    await server.close({ graceMs: 60_000 });
    const rest = body?.getReader();
    await rest?.read();
    expect((await rest?.read())?.done).toBe(true);
  });

  it("holds many open streams without a warning, and ends them all when it closes", async () => {
    const api = () =>
      new Response(new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from(":\n\n")) }), {
        headers: { "content-type": "text/event-stream" },
      });
    const { origin, server } = await started({ api });
    const warnings: Error[] = [];
    const warned = (warning: Error) => void warnings.push(warning);
    process.on("warning", warned);
    afterThisTest(() => void process.off("warning", warned));
    const streams = await Promise.all(Array.from({ length: 40 }, () => fetch(origin)));
    await server.close({ graceMs: 60_000 });
    await Promise.all(streams.map((stream) => stream.text()));
    expect(warnings).toEqual([]);
  });

  it("tells a handler when its client has gone", async () => {
    let gone = (): void => {};
    const aborted = new Promise<void>((resolve) => {
      gone = resolve;
    });
    const ending = new AbortController();
    const api = (request: Request) => {
      request.signal.addEventListener("abort", () => gone());
      ending.abort();
      return new Promise<Response>(() => {});
    };
    const { origin } = await started({ api });
    await expect(fetch(origin, { signal: ending.signal })).rejects.toThrow();
    await aborted;
  });
});

describe("faults", () => {
  const hit = async (fault: Fault) => {
    let served = 0;
    const api = () => {
      served += 1;
      return new Response("served");
    };
    const { origin, faults } = await started({ api });
    faults.set([fault]);
    const ask = () =>
      fetch(`${origin}/a/b`).then(
        ({ status }) => status,
        () => "no answer",
      );
    return { first: await ask(), second: await ask(), served };
  };

  it.each([
    [
      { target: "api", kind: "status", status: 429 },
      { first: 429, second: 429, served: 0 },
    ],
    [
      { target: "api", kind: "status", times: 1 },
      { first: 503, second: 200, served: 1 },
    ],
    [
      { target: "api", kind: "status", share: 0.4 },
      { first: 200, second: 200, served: 2 },
    ],
    [
      { target: "api", kind: "status", share: 0.6 },
      { first: 503, second: 503, served: 0 },
    ],
    [
      { target: "api", kind: "status", path: "/a" },
      { first: 503, second: 503, served: 0 },
    ],
    [
      { target: "api", kind: "status", path: "/b" },
      { first: 200, second: 200, served: 2 },
    ],
    [
      { target: "api", kind: "status", method: "POST" },
      { first: 200, second: 200, served: 2 },
    ],
    [
      { target: "identity", kind: "status" },
      { first: 200, second: 200, served: 2 },
    ],
    [
      { target: "api", kind: "delay", delay_ms: 1 },
      { first: 200, second: 200, served: 2 },
    ],
    [
      { target: "api", kind: "drop-request" },
      { first: "no answer", second: "no answer", served: 0 },
    ],
    [
      { target: "api", kind: "drop-answer", times: 1 },
      { first: "no answer", second: 200, served: 2 },
    ],
  ] as const)("%j", async (fault, outcome) => {
    expect(await hit(fault)).toEqual(outcome);
  });
});
