import { connect } from "node:net";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createReceiverServer } from "../../../runtime/adapters/node-server.js";
import { closeLater, head, send } from "../../support/runtime/adapters/running.js";
import { acmeReceiver, delivery } from "../../support/runtime/webhook/acme.js";

/** An edit at a position in the bytes of a request. */
const change = fc.record({
  at: fc.nat(),
  remove: fc.nat({ max: 3 }),
  insert: fc.uint8Array({ maxLength: 3 }),
});

/** Requests on one connection, sent in pieces; the last bytes may be missing. */
const conversation = fc.record({
  requests: fc.array(
    fc.record({
      changes: fc.array(change, { maxLength: 2 }),
      lengthOff: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.integer({ min: -5, max: 5 })),
      garbage: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, fc.uint8Array({ maxLength: 200 })),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  cuts: fc.array(fc.nat(), { maxLength: 6 }),
  missing: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat({ max: 400 })),
});

function withChanges(
  bytes: Buffer,
  changes: readonly { at: number; remove: number; insert: Uint8Array }[],
): Buffer {
  return changes.reduce((before, { at, remove, insert }) => {
    const place = at % (before.length + 1);
    return Buffer.concat([before.subarray(0, place), insert, before.subarray(place + remove)]);
  }, bytes);
}

/** Writes each piece in its own turn of the event loop, half-closes the connection, and returns everything received. */
function exchangePieces(port: number, pieces: readonly Uint8Array[]): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => {
      const rest = [...pieces];
      const next = (): void => {
        const piece = rest.shift();
        if (piece === undefined || socket.destroyed) socket.end();
        else socket.write(piece, () => setImmediate(next));
      };
      next();
    }).setNoDelay(true);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    // The server may close a connection that looks like an attack, which is a valid reaction.
    socket.on("error", () => {});
    socket.on("close", () => resolve(text));
  });
}

it("the receiver's server survives any input on its sockets, and acknowledges only what it stored", async () => {
  const { receiver, inbox, outcomes } = acmeReceiver();
  const server = createReceiverServer(receiver, { bodyIdleTimeoutMs: 200, headersTimeoutMs: 500 });
  const port = await server.listen({ port: 0 });
  closeLater(() => server.close({ graceMs: 1 }));
  let made = 0;
  let acknowledged = 0;
  let before = 0;
  const random = (size: number): Uint8Array => Buffer.alloc(size, `${++made} `);
  await fc.assert(
    fc.asyncProperty(conversation, async ({ requests, cuts, missing }) => {
      const parts = requests.map(({ changes, lengthOff, garbage }) => {
        if (garbage !== undefined) return Buffer.from(garbage);
        const event = { meta: { id: `evt-${made}`, topic: "acme.news", trace: "t" } };
        const signed = delivery({ event, random });
        const length = `content-length: ${signed.body.length}`;
        const text = head(signed)
          .replace("connection: close\r\n", "")
          .replace(length, `content-length: ${Math.max(0, signed.body.length + lengthOff)}`);
        return withChanges(Buffer.concat([Buffer.from(text, "latin1"), signed.body]), changes);
      });
      const whole = Buffer.concat(parts);
      const sent = whole.subarray(0, Math.max(0, whole.length - missing));
      const places = [0, ...cuts.map((cut) => cut % (sent.length + 1)), sent.length].sort((a, b) => a - b);
      const pieces = places.slice(1).map((end, index) => sent.subarray(places[index], end));
      const text = await exchangePieces(
        port,
        pieces.filter(({ length }) => length > 0),
      );
      const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map((match) => Number(match[1]));
      for (const status of statuses)
        expect([202, 400, 403, 404, 405, 408, 413, 415, 431, 500]).toContain(status);
      const accepted = statuses.filter((status) => status === 202).length;
      acknowledged += accepted;
      // If garbage follows on the same connection, an answer may be lost; the sender then retries.
      const stored = await inbox.list({ limit: 10_000 });
      expect(stored).toHaveLength(outcomes.filter(({ code }) => code === "stored").length);
      expect(stored.length - before).toBeGreaterThanOrEqual(accepted);
      expect(stored.length - before).toBeLessThanOrEqual(requests.length);
      before = stored.length;
    }),
    { numRuns: 400 },
  );
  expect(acknowledged).toBeGreaterThan(20);
  expect((await send(port, delivery())).status).toBe(202);
});
