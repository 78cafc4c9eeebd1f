import { describe, expect, it } from "vitest";
import type { NonceStore } from "../../../runtime/webhook/index.js";
import {
  acme,
  acmeNow,
  acmeReceiver,
  acmeSeconds,
  delivery,
  post,
  signed,
  thingEvent,
  withToken,
} from "../../support/runtime/webhook/acme.js";

const names = acme.headers;

describe("step 0, HTTP", () => {
  it.each([
    ["another method", 405, "method-not-allowed", post(delivery(), { method: "PUT" })],
    [
      "a compressed body",
      415,
      "unsupported-encoding",
      post(delivery(), { headers: { "content-encoding": "gzip" } }),
    ],
    [
      "another content type",
      415,
      "unsupported-media-type",
      post(delivery(), { headers: { "content-type": "text/plain" } }),
    ],
    [
      "no content type",
      415,
      "unsupported-media-type",
      post(delivery(), { headers: { "content-type": undefined } }),
    ],
    ["a body over the limit", 413, "body-too-large", post(delivery(), { body: Buffer.alloc(2001) })],
    [
      "a length over the limit",
      413,
      "body-too-large",
      post(delivery(), { headers: { "content-length": "2001" } }),
    ],
  ])("answers %s with %i", async (_name, status, code, request) => {
    const { receiver, inbox, outcomes } = acmeReceiver({ maxBodyBytes: 2000 });
    const response = await receiver.handle(request);
    expect([response.status, outcomes[0]?.code, await response.text()]).toEqual([status, code, ""]);
    expect(await inbox.list()).toEqual([]);
  });

  it("sends the Allow header, and closes the connection after a body over the limit", async () => {
    const { receiver } = acmeReceiver({ maxBodyBytes: 10 });
    expect((await receiver.handle(post(delivery(), { method: "DELETE" }))).headers.get("allow")).toBe("POST");
    expect((await receiver.handle(post(delivery()))).headers.get("connection")).toBe("close");
  });

  it("accepts a body of exactly the limit", async () => {
    const made = delivery();
    const { receiver } = acmeReceiver({ maxBodyBytes: made.body.length });
    expect((await receiver.handle(post(made))).status).toBe(202);
  });
});

describe("step 1, headers", () => {
  it.each([
    [names.timestamp, 403],
    [names.nonce, 403],
    [names.signature, 403],
    [names.deliveryId, 400],
    [names.eventId, 400],
    [names.eventType, 400],
  ])("answers a missing, empty or repeated %s with %i", async (name, status) => {
    const { receiver, outcomes } = acmeReceiver();
    const value = delivery().headers[name] ?? "";
    for (const sent of [undefined, "", `${value}, ${value}`]) {
      const response = await receiver.handle(post(delivery(), { headers: { [name]: sent } }));
      expect(response.status, String(sent)).toBe(status);
    }
    expect(outcomes.map(({ code }) => code)).toEqual(["header-missing", "header-missing", "header-repeated"]);
  });
});

describe("step 2, freshness", () => {
  it.each([
    ["-61", 403],
    ["-60", 202],
    ["60", 202],
    ["61", 403],
  ])("answers a timestamp %s seconds from now with %i", async (offset, status) => {
    const { receiver } = acmeReceiver();
    const request = signed(withToken(thingEvent()), { timestamp: String(acmeSeconds + Number(offset)) });
    expect((await receiver.handle(post(request))).status).toBe(status);
  });

  it.each([
    "1700000000.0",
    "17e8",
    "0x6553f100",
    "1700000000s",
    "-1700000000",
    "1700000000000",
    "+1700000000",
    "01700000000",
    "now",
  ])("answers the timestamp %s with 403", async (timestamp) => {
    const { receiver } = acmeReceiver();
    expect((await receiver.handle(post(signed(withToken(thingEvent()), { timestamp })))).status).toBe(403);
  });

  it("refuses a replayed request, and another one with the same nonce", async () => {
    const { receiver, inbox, outcomes } = acmeReceiver();
    const first = signed(withToken(thingEvent()));
    const other = signed(withToken(thingEvent({ added: 1 })));
    expect((await receiver.handle(post(first))).status).toBe(202);
    expect((await receiver.handle(post(first))).status).toBe(403);
    expect((await receiver.handle(post(other))).status).toBe(403);
    expect(outcomes.map(({ code }) => code)).toEqual(["stored", "nonce-reused", "nonce-reused"]);
    expect(await inbox.list()).toHaveLength(1);
  });

  it("accepts exactly one of many simultaneous copies", async () => {
    const { receiver } = acmeReceiver();
    const copy = signed(withToken(thingEvent()));
    const answers = await Promise.all(Array.from({ length: 50 }, () => receiver.handle(post(copy))));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      202,
      ...Array.from({ length: 49 }, () => 403),
    ]);
  });

  it("reserves the nonce of a forged request, but not of a stale one", async () => {
    const { receiver } = acmeReceiver();
    const body = withToken(thingEvent());
    const stale = signed(body, { timestamp: String(acmeSeconds - 61) });
    expect((await receiver.handle(post(stale))).status).toBe(403);
    expect((await receiver.handle(post(signed(body)))).status).toBe(202);
    expect((await receiver.handle(post(signed(body, { nonce: "n-2", secret: "forged" })))).status).toBe(403);
    expect((await receiver.handle(post(signed(body, { nonce: "n-2" })))).status).toBe(403);
  });

  it("never accepts a request again, at any later second, even with a timestamp in the future", async () => {
    let now = acmeNow;
    const { receiver } = acmeReceiver({ now: () => now });
    const ahead = signed(withToken(thingEvent()), { timestamp: String(acmeSeconds + 60) });
    expect((await receiver.handle(post(ahead))).status).toBe(202);
    for (let second = 1; second <= 200; second++) {
      now = acmeNow + second * 1000;
      expect((await receiver.handle(post(ahead))).status, `${second} s later`).toBe(403);
    }
  });

  it("answers with the protocol's 500 while the nonce store fails, and stores nothing", async () => {
    const failure = new Error("no connection");
    const nonces: NonceStore = { reserve: () => Promise.reject(failure) };
    const { receiver, inbox, outcomes } = acmeReceiver({ nonces });
    expect((await receiver.handle(post(delivery()))).status).toBe(500);
    expect(outcomes[0]?.refusal).toMatchObject({ code: "nonce-store-unavailable", cause: failure });
    expect(await inbox.list()).toEqual([]);
  });
});

describe("step 3, signature", () => {
  const body = withToken(thingEvent());

  it("refuses other secrets and altered bytes", async () => {
    const { receiver, outcomes } = acmeReceiver();
    expect((await receiver.handle(post(signed(body, { secret: "other" })))).status).toBe(403);
    const altered = { ...signed(body, { nonce: "n-2" }), body: Buffer.concat([body, Buffer.from("\n")]) };
    expect((await receiver.handle(post(altered))).status).toBe(403);
    expect(outcomes.map(({ code }) => code)).toEqual(["signature-mismatch", "signature-mismatch"]);
  });

  it("accepts unusual bytes as signed, without normalizing them", async () => {
    const { receiver } = acmeReceiver();
    const pretty = Buffer.from(
      `\n${JSON.stringify({ ...thingEvent({ note: "😀\u2028" }), pass: "open sesame" }, null, 2)}\r\n`,
    );
    expect((await receiver.handle(post(signed(pretty)))).status).toBe(202);
  });

  it("follows a rotation without a restart", async () => {
    let secrets = ["current secret"];
    const { receiver } = acmeReceiver({ secrets: () => secrets });
    const answer = async (nonce: string, secret: string) =>
      (await receiver.handle(post(signed(body, { nonce, secret })))).status;
    expect(await answer("n-1", "next secret")).toBe(403);
    secrets = ["next secret", "current secret"];
    expect(await answer("n-2", "next secret")).toBe(202);
    expect(await answer("n-3", "current secret")).toBe(202);
    secrets = ["next secret"];
    expect(await answer("n-4", "current secret")).toBe(403);
  });

  it.each([
    ["can't be read", () => Promise.reject(new Error("vault sealed"))],
    ["are an empty list", () => []],
    ["contain an empty one", () => [""]],
  ])("answers with the protocol's 500 while the secrets %s", async (_name, secrets) => {
    const { receiver, outcomes } = acmeReceiver({ secrets });
    expect((await receiver.handle(post(signed(body, { secret: "" })))).status).toBe(500);
    expect(outcomes[0]?.code).toBe("secrets-unavailable");
  });
});
