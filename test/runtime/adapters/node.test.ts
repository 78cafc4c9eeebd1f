import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect as connectHttp2,
  createServer as createSecureServer,
} from "node:http2";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { type NodeListener, toNodeListener } from "../../../runtime/adapters/node.js";
import { closeLater, exchange, head, listen, send } from "../../support/runtime/adapters/running.js";
import { describeServer } from "../../support/runtime/adapters/server-contract.js";
import { acmeReceiver, delivery } from "../../support/runtime/webhook/acme.js";

describeServer("Node's http", (receiver) => listen(toNodeListener(receiver)));

it("accepts the bytes that a platform kept, and refuses a body that was already read", async () => {
  const { receiver, inbox, outcomes } = acmeReceiver();
  const faults: Error[] = [];
  const listener = toNodeListener(receiver, { onFault: (fault) => faults.push(fault) });
  const reading =
    (keep: boolean): NodeListener =>
    async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      if (keep) Object.assign(request, { rawBody: Buffer.concat(chunks) });
      listener(request, response);
    };
  expect((await send(await listen(reading(false)), delivery())).status).toBe(500);
  expect(faults).toMatchObject([{ code: "body-already-parsed" }]);
  expect(outcomes).toMatchObject([{ code: "internal-fault", refusal: { cause: faults[0] } }]);
  expect(await inbox.list()).toEqual([]);
  expect((await send(await listen(reading(true)), delivery())).status).toBe(202);
});

it("refuses a body that was decoded to text, which loses bytes", async () => {
  const { receiver, inbox, outcomes } = acmeReceiver();
  const faults: Error[] = [];
  const listener = toNodeListener(receiver, { onFault: (fault) => faults.push(fault) });
  const port = await listen((request, response) => {
    request.setEncoding("utf8");
    listener(request, response);
  });
  expect((await send(port, delivery())).status).toBe(500);
  expect(faults).toMatchObject([{ code: "body-already-parsed" }]);
  expect(outcomes).toMatchObject([{ refusal: { subject: "body", cause: faults[0] } }]);
  expect(await inbox.list()).toEqual([]);
});

it.each([
  [
    "throws",
    () => {
      throw new Error("broken");
    },
  ],
  ["rejects", () => Promise.reject(new Error("broken"))],
])(
  "closes the connection if the receiver %s, and keeps serving others",
  async (_, fail: () => never | Promise<never>) => {
    const { receiver } = acmeReceiver();
    let asked = 0;
    const port = await listen(
      toNodeListener({ answer: (request) => (asked++ === 0 ? fail() : receiver.answer(request)) }),
    );
    await expect(send(port, delivery())).rejects.toThrow();
    expect((await send(port, delivery())).status).toBe(202);
  },
);

it("closes the connection of a sender that stalls in the middle of its body", async () => {
  const { receiver, outcomes } = acmeReceiver();
  const port = await listen(toNodeListener(receiver, { bodyIdleTimeoutMs: 1 }));
  const made = delivery();
  const answer = await exchange(
    port,
    head(made).replace("connection: close\r\n", ""),
    made.body.subarray(0, 5),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 500 /);
  expect(answer.toLowerCase()).toContain("connection: close");
  expect(outcomes).toMatchObject([{ refusal: { cause: { code: "request-aborted" } } }]);
});

/** A request on HTTP/2, without its body, to a receiver of bodies of at most 10 bytes. */
async function requestOnHttp2(): Promise<{ session: ClientHttp2Session; stream: ClientHttp2Stream }> {
  const { receiver } = acmeReceiver({ maxBodyBytes: 10 });
  const listener = toNodeListener(receiver) as unknown as Parameters<typeof createSecureServer>[0];
  const server = createSecureServer(listener as object, listener as never);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const session = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  closeLater(() => {
    session.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return { session, stream: session.request({ ":method": "POST", ":path": "/", ...delivery().headers }) };
}

it("omits the Connection header on HTTP/2", async () => {
  const { stream } = await requestOnHttp2();
  stream.end(delivery().body);
  const headers = await new Promise<Record<string, unknown>>((resolve) => stream.on("response", resolve));
  expect(headers).toMatchObject({ ":status": 413 });
  expect(headers).not.toHaveProperty("connection");
});

it("ends a stream of HTTP/2 whose body is endless, after its answer", async () => {
  const { session, stream } = await requestOnHttp2();
  const more = (): void => {
    while (!stream.destroyed && stream.write(Buffer.alloc(10_000)));
  };
  stream.on("drain", more);
  const answer = new Promise<Record<string, unknown>>((resolve) => stream.on("response", resolve));
  more();
  expect(await answer).toMatchObject({ ":status": 413 });
  stream.resume();
  // The server has reset it; the sender's own writes are still pending.
  await expect.poll(() => stream.closed).toBe(true);
  expect(session.destroyed).toBe(false);
});

it("refuses an unknown option", () => {
  const { receiver } = acmeReceiver();
  expect(() => toNodeListener(receiver, { bodyIdleTimeout: 1 } as object)).toThrow(
    "there is no option `bodyIdleTimeout`; did you mean `bodyIdleTimeoutMs`?",
  );
});
