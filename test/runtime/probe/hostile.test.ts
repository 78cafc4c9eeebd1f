import { request as httpRequest } from "node:http";
import express from "express";
import { describe, expect, it } from "vitest";
import type { Probe } from "../../../runtime/probe/index.js";
import { exchange, listen, sendEndlessly } from "../../support/runtime/adapters/running.js";
import { ask, probed } from "../../support/runtime/probe/probed.js";

/** Sends a request as it is, without cleaning its path or headers, and returns the status. */
function raw(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: "127.0.0.1", port, path, headers, method }, (got) => {
      got.resume();
      got.on("end", () => resolve(got.statusCode ?? 0));
    });
    sent.on("error", reject).end();
  });
}

describe("a probe on Node.js", () => {
  it.each([
    ["a page's request", { origin: "https://evil.example" }],
    ["a page's request of an opaque origin", { origin: "null" }],
    ["a page's request without an origin", { "sec-fetch-site": "cross-site" }],
    ["a request of a page on this machine", { "sec-fetch-site": "same-origin" }],
    ["a name that was made to resolve to this machine", { host: "evil.example" }],
    ["such a name with a port", { host: "evil.example:8080" }],
    ["a name that begins with a loopback address", { host: "127.0.0.1.evil.example" }],
    ["an address with a user", { host: "localhost@evil.example" }],
    ["a foreign name behind a proxy", { "x-forwarded-host": "public.example" }],
    ["a request that a local proxy forwards", { "x-forwarded-for": "203.0.113.9" }],
    ["one of several addresses", { "x-forwarded-for": "127.0.0.1, 203.0.113.9" }],
    ["a request that a proxy names otherwise", { "x-real-ip": "203.0.113.9" }],
    ["a request with the standard's header", { forwarded: "for=203.0.113.9" }],
  ])("refuses %s", async (_name, headers) => {
    const { probe } = probed();
    const port = await listen(probe.listener);
    expect(await raw(port, "/probe/inbox/evt-1", headers as never)).toBe(403);
    expect(await raw(port, "/probe/restart", headers as never, "POST")).toBe(403);
  });

  it.each(["localhost:1", "127.0.0.1:80", "[::1]:80", "127.8.9.10", "LOCALHOST"])(
    "answers requests to %s",
    async (host) => {
      const { probe } = probed();
      const port = await listen(probe.listener);
      expect(await raw(port, "/inbox/evt-1", { host })).toBe(200);
    },
  );

  it("refuses peers on other machines, unless `peers` allows them; names are still checked", async () => {
    const { probe } = probed();
    const open = probed({ peers: "any", hosts: ["receiver"] }).probe;
    const from = async (asked: Probe<undefined>, remoteAddress: string | undefined, host: string) => {
      const request = new Request("http://localhost/inbox/evt-1", { headers: { host } });
      return (await asked.handle(request, { remoteAddress })).status;
    };
    expect(await from(probe, "172.17.0.1", "localhost")).toBe(403);
    expect(await from(probe, undefined, "localhost")).toBe(403);
    expect(await from(probe, "::ffff:127.0.0.1", "localhost")).toBe(200);
    expect(await from(probe, "::1", "localhost")).toBe(200);
    expect(await from(open, "172.17.0.1", "receiver:8080")).toBe(200);
    expect(await from(open, "172.17.0.1", "evil.example")).toBe(403);
  });

  it("takes ids as they are, and no other path", async () => {
    const { probe, deliver } = probed();
    const id = "../a/b?c#d%2f..";
    await deliver(1, { meta: { id, topic: "acme.thing" } });
    const port = await listen(probe.listener);
    const url = `http://127.0.0.1:${port}/some/prefix/inbox/${encodeURIComponent(id)}`;
    expect(await (await fetch(url)).json()).toMatchObject({ records: [{ event_id: id }] });
    for (const path of ["/inbox/..", "/inbox/%2e%2e", "/inbox/%2F..%2Fleaks", "/inbox/__proto__"]) {
      expect(await raw(port, path)).toBe(200);
    }
    for (const path of [
      "/",
      "/inbox",
      "/inbox/",
      "//inbox/a",
      "/inbox/a/b",
      "/inbox/%ff",
      "/INBOX/a",
      "/leaks/",
    ]) {
      expect(await raw(port, path)).toBe(404);
    }
    for (const method of ["POST", "PUT", "DELETE", "HEAD"]) {
      expect(await raw(port, "/inbox/evt-1", {}, method)).toBe(404);
    }
  });

  it("reads no more of a body than it needs, and closes the connection", async () => {
    const { probe } = probed();
    const port = await listen(probe.listener);
    const head = (line: string) =>
      `${line} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const piece = `ffff\r\n${"x".repeat(0xffff)}\r\n`;
    expect(await sendEndlessly(port, head("PUT /faults"), piece)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await sendEndlessly(port, head("GET /inbox/evt-1"), piece)).toMatch(/^HTTP\/1\.1 200 /);
    const off = await listen(probed({ enabled: false }).probe.listener);
    expect(await sendEndlessly(off, head("PUT /faults"), piece)).toMatch(/^HTTP\/1\.1 404 /);
  });

  it("survives a sender that hangs up within a body", async () => {
    const { probe } = probed();
    const port = await listen(probe.listener);
    await new Promise((resolve) => {
      const sent = httpRequest({ host: "127.0.0.1", port, path: "/faults", method: "PUT" });
      sent.on("error", resolve);
      sent.setHeader("content-length", 50);
      sent.write('{"inbox":', () => sent.destroy(new Error("hung up")));
    });
    expect(await raw(port, "/inbox/evt-1")).toBe(200);
  });

  it("refuses a request without a name", async () => {
    const { probe } = probed();
    const port = await listen(probe.listener);
    expect(await exchange(port, "GET /inbox/a HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 403 /);
    const nameless = "GET /inbox/a HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n";
    expect(await exchange(port, nameless)).toMatch(/^HTTP\/1\.1 403 /);
  });

  it("answers thousands of requests at once", async () => {
    const { probe, deliver } = probed({ maxRecorded: 1000 });
    await deliver(1);
    const answers = await Promise.all(
      Array.from({ length: 5000 }, (_, at) => ask(probe, `/leaks?needle=absent-${at}`)),
    );
    expect(answers.every(([status, value]) => status === 200 && !(value as { found: boolean }).found)).toBe(
      true,
    );
  });

  it("works behind a parser that has read the body, and below a stripped path", async () => {
    const { probe, deliver } = probed();
    const app = express();
    app.use(express.json());
    app.use("/probe", probe.listener);
    const port = await listen(app);
    const put = await fetch(`http://127.0.0.1:${port}/probe/faults`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: '{"inbox":true}',
    });
    expect(put.status).toBe(204);
    expect(await deliver(1)).toBe(500);
  });
});
