import { describe, expect, it } from "vitest";
import { toNextRoute } from "../../../runtime/adapters/next.js";
import { toWorker } from "../../../runtime/adapters/worker.js";
import { acmeReceiver, delivery, post } from "../../support/runtime/webhook/acme.js";

// The frameworks themselves run in test/package.

describe("a route of Next.js", () => {
  it("creates its receiver once, at the first request", async () => {
    let made = 0;
    const { receiver, inbox } = acmeReceiver();
    const { POST, GET } = toNextRoute(() => {
      made++;
      return receiver;
    });
    expect(made).toBe(0);
    expect((await POST(post(delivery()))).status).toBe(202);
    expect((await GET(new Request("http://receiver.test/hook"))).status).toBe(405);
    expect([made, (await inbox.list()).length]).toEqual([1, 1]);
  });

  it("tries again if creating the receiver failed", async () => {
    const { receiver } = acmeReceiver();
    let call = 0;
    const { POST } = toNextRoute(() => {
      if (call++ === 0) throw new Error("no secret");
      return receiver;
    });
    await expect(POST(post(delivery()))).rejects.toThrow("no secret");
    expect((await POST(post(delivery()))).status).toBe(202);
  });

  it("refuses a request that was already read, and passes work to waitUntil", async () => {
    const { receiver } = acmeReceiver();
    const faults: Error[] = [];
    const waited: Promise<unknown>[] = [];
    const draining = { ...receiver, drain: () => Promise.reject(new Error("no database")) };
    const { POST } = toNextRoute(() => draining, {
      onFault: (fault) => faults.push(fault),
      waitUntil: (work) => void waited.push(work),
    });
    const read = post(delivery());
    await read.text();
    expect((await POST(read)).status).toBe(500);
    expect((await POST(post(delivery()))).status).toBe(202);
    await Promise.all(waited);
    expect(faults).toMatchObject([{ code: "body-already-parsed" }, { message: "no database" }]);
  });
});

describe("a captured delivery", () => {
  const { receiver, outcomes } = acmeReceiver();
  const draining = { ...receiver, drain: async () => {} };
  const { POST } = toNextRoute(() => draining);
  const worker = toWorker(() => draining);
  const context = { waitUntil: () => {} };
  it.each([
    ["the receiver itself", receiver.handle],
    ["Next.js", POST],
    ["a worker", (request: Request) => worker.fetch(request, {}, context)],
  ])("isn't accepted again by %s with a byte above 0x7f", async (_name, answer) => {
    const made = delivery();
    expect((await answer(post(made))).status).toBe(202);
    for (const name of ["Acme-Time", "Acme-Once", "Acme-Sign", "Acme-Delivery"]) {
      const value = made.headers[name] ?? "";
      const folded = String.fromCharCode(value.charCodeAt(0) + 0x80) + value.slice(1);
      expect((await answer(post(made, { headers: { [name]: folded } }))).ok).toBe(false);
      expect(outcomes.at(-1)?.code).toBe("header-malformed");
    }
  });
});

describe("a worker", () => {
  it("creates one receiver per environment and runs handlers in waitUntil", async () => {
    const made: object[] = [];
    const waited: Promise<unknown>[] = [];
    let drained = 0;
    const { receiver } = acmeReceiver();
    const worker = toWorker((env) => {
      made.push(env);
      return { ...receiver, drain: async () => void drained++ };
    });
    const context = { waitUntil: (work: Promise<unknown>) => void waited.push(work) };
    const [first, second] = [{}, {}];
    expect((await worker.fetch(post(delivery()), first, context)).status).toBe(202);
    expect((await worker.fetch(post(delivery({ secrets: ["other"] })), first, context)).status).toBe(403);
    expect((await worker.fetch(new Request("http://receiver.test/"), second, context)).status).toBe(405);
    await Promise.all(waited);
    expect([made.length, waited.length, drained]).toEqual([2, 1, 1]);
    expect(made[0]).toBe(first);
  });
});
