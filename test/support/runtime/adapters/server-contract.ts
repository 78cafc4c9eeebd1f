import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import type { Receiver } from "../../../../runtime/webhook/index.js";
import { acmeReceiver, delivery } from "../webhook/acme.js";
import { exchange, head, send, sendEndlessly } from "./running.js";

/** Serves a receiver at `/hook` on a port of localhost. */
export type Serve = (receiver: Receiver) => Promise<number>;

/** What an integrator relies on, whatever the framework in front of the receiver. */
export function describeServer(name: string, serve: Serve): void {
  describe(name, () => {
    it("delivers the raw bytes", async () => {
      const { receiver, inbox } = acmeReceiver();
      const port = await serve(receiver);
      const event = { meta: { id: "e", topic: "acme.news" }, ü: "😀\u2028" };
      const response = await send(port, delivery({ event }));
      expect([response.status, await response.text()]).toEqual([202, ""]);
      expect((await inbox.list())[0]?.event).toEqual(event);
    });

    it("reassembles a body that arrives one byte at a time", async () => {
      const { receiver, inbox } = acmeReceiver();
      const port = await serve(receiver);
      const { headers, body } = delivery();
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const url = `http://127.0.0.1:${port}/hook`;
        const sent = httpRequest(url, { method: "POST", headers }, (got) => {
          got.resume();
          resolve(got.statusCode);
        });
        sent.on("error", reject);
        for (const byte of body) sent.write(Buffer.of(byte));
        sent.end();
      });
      expect(status).toBe(202);
      expect(await inbox.list()).toHaveLength(1);
    });

    it("answers a connection verification", async () => {
      const { receiver } = acmeReceiver();
      const port = await serve(receiver);
      const response = await fetch(`http://127.0.0.1:${port}/hook`, {
        method: "POST",
        headers: { "content-type": "application/json", "acme-hello": "hello" },
        body: '{"kind":"hello","echo":"☃","ticket":"t"}',
      });
      expect([response.status, response.headers.get("content-type")]).toEqual([203, "application/json"]);
      expect(await response.text()).toBe('{"echo":"☃"}');
    });

    it("answers 413 to a body over the limit, with Content-Length or chunked", async () => {
      const { receiver, inbox } = acmeReceiver({ maxBodyBytes: 1000 });
      const port = await serve(receiver);
      const { headers } = delivery();
      expect((await send(port, { headers, body: Buffer.alloc(2_000_000) })).status).toBe(413);
      const chunked = new ReadableStream({
        start(controller) {
          for (let chunk = 0; chunk < 20; chunk++) controller.enqueue(new Uint8Array(100_000));
          controller.close();
        },
      });
      const init = { method: "POST", headers, body: chunked, duplex: "half" } as RequestInit;
      expect((await fetch(`http://127.0.0.1:${port}/hook`, init)).status).toBe(413);
      expect(await inbox.list()).toEqual([]);
    });

    it.each(["Acme-Delivery", "Acme-Id", "Acme-Topic", "Acme-Time", "Acme-Once", "Acme-Sign"])(
      "refuses %s on two lines",
      async (header) => {
        const { receiver, outcomes, inbox } = acmeReceiver();
        const port = await serve(receiver);
        const made = delivery();
        const answer = await exchange(port, head(made, [[header, "second"]]), made.body);
        expect(answer).toMatch(/^HTTP\/1\.1 40[03] /);
        expect(outcomes.map(({ code }) => code)).toEqual(["header-repeated"]);
        expect(await inbox.list()).toEqual([]);
      },
    );

    it.each(["Acme-Time", "Acme-Once", "Acme-Sign", "Acme-Delivery", "Acme-Id"])(
      "refuses a captured delivery whose %s has a byte above 0x7f or a line break",
      async (name) => {
        const { receiver, inbox, outcomes } = acmeReceiver();
        const port = await serve(receiver);
        const made = delivery();
        const value = made.headers[name] ?? "";
        const [first = "", rest] = [value[0], value.slice(1)];
        const raised = String.fromCharCode(first.charCodeAt(0) + 0x80);
        // A character above U+00FF travels as the bytes of its UTF-8.
        const encoded = Buffer.from(String.fromCharCode(first.charCodeAt(0) + 0x100)).toString("latin1");
        for (const folded of [raised + rest, encoded + rest, `${first}\r\n ${rest}`]) {
          const { body } = made;
          const text = head({ headers: { ...made.headers, [name]: folded }, body });
          expect(await exchange(port, Buffer.from(text, "latin1"), body)).toMatch(/^HTTP\/1\.1 40[03] /);
        }
        // Node's parser may refuse the line break on its own.
        expect(outcomes.length).toBeGreaterThanOrEqual(2);
        expect(new Set(outcomes.map(({ code }) => code))).toEqual(new Set(["header-malformed"]));
        expect(await inbox.list()).toEqual([]);
        expect((await send(port, made)).status).toBe(202);
      },
    );

    it.each(["GET", "HEAD", "PUT", "DELETE"])("answers 405 to %s", async (method) => {
      const { receiver } = acmeReceiver();
      const response = await fetch(`http://127.0.0.1:${await serve(receiver)}/hook`, { method });
      expect([response.status, response.headers.get("allow"), await response.text()]).toEqual([
        405,
        "POST",
        "",
      ]);
    });

    it.each([
      ["GET", "text/plain", 405],
      ["POST", "text/plain", 415],
      ["POST", "application/json", 413],
    ])("cuts off an endless body after its answer (%s, %s)", async (method, type, status) => {
      const { receiver } = acmeReceiver({ maxBodyBytes: 1000 });
      const port = await serve(receiver);
      const text = `${method} /hook HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\n`;
      const chunk = `ffff\r\n${"x".repeat(0xffff)}\r\n`;
      const chunked = await sendEndlessly(port, `${text}Transfer-Encoding: chunked\r\n\r\n`, chunk);
      expect(chunked).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      const long = await sendEndlessly(port, `${text}Content-Length: 9007199254740991\r\n\r\n`, chunk);
      expect(long).toMatch(method === "GET" ? /^HTTP\/1\.1 405 / : /^HTTP\/1\.1 413 /);
      expect((await send(port, delivery())).status).toBe(202);
    });

    it("refuses a delivery without a body", async () => {
      const { receiver, outcomes } = acmeReceiver();
      const port = await serve(receiver);
      const response = await send(port, { headers: delivery().headers, body: Buffer.alloc(0) });
      expect(response.status).toBe(403);
      expect(outcomes.map(({ code }) => code)).toEqual(["signature-mismatch"]);
    });

    it("survives a sender that disconnects in the middle of a request", async () => {
      let aborted = (_code: string): void => {};
      const outcome = new Promise<string>((resolve) => {
        aborted = resolve;
      });
      const { receiver, inbox } = acmeReceiver({ onOutcome: ({ code }) => aborted(code) });
      const port = await serve(receiver);
      const socket = connect(port, "127.0.0.1", () => {
        const text =
          "POST /hook HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
        socket.write(text, () => socket.destroy());
      });
      expect(await outcome).toBe("internal-fault");
      expect((await send(port, delivery())).status).toBe(202);
      expect(await inbox.list()).toHaveLength(1);
    });
  });
}
