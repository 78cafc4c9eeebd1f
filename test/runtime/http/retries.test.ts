// @needs own-process
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { backOff, retryAfter, usualRetry } from "../../../runtime/http/attempt/retry-policy.js";
import {
  type AnyAnswer,
  allWriters,
  createHttpClient,
  type HttpClientOptions,
  type OperationDescriptor,
} from "../../../runtime/http/index.js";
import { clientWith } from "../../support/runtime/http/fake-fetch.js";
import { sendJson, startServer } from "../../support/runtime/http/local-server.js";

const read: OperationDescriptor = {
  id: "read",
  method: "GET",
  path: "/a",
  responses: { 200: ["application/json"], 503: ["application/json"] },
};
const write: OperationDescriptor = {
  ...read,
  id: "write",
  method: "POST",
  body: { contentTypes: ["application/json", "application/octet-stream"] },
  writers: allWriters,
};
const keyedWrite: OperationDescriptor = {
  ...write,
  id: "keyedWrite",
  parameters: {
    header: { "Idempotency-Key": { key: "idempotencyKey", required: true, idempotencyKey: true } },
  },
};

/** Options that record each wait without waiting; each back-off is the longest possible one. */
function recordWaits(options: Partial<HttpClientOptions> = {}) {
  const waits: number[] = [];
  const sleep = async (ms: number) => {
    waits.push(ms);
  };
  return { waits, options: { random: () => 1, sleep, ...options } };
}

/** Answers with these statuses in turn, then with 200. */
function inTurn(...statuses: readonly number[]) {
  const left = [...statuses];
  return () => Response.json({}, { status: left.shift() ?? 200 });
}

describe("a client", () => {
  test.each([408, 425, 429, 500, 502, 503, 504, 599])("retries a read after %i", async (status) => {
    const { waits, options } = recordWaits();
    const { client, sent } = clientWith(options, inTurn(status, status));
    expect(await client.call<AnyAnswer>(read)).toMatchObject({ status: 200 });
    expect([sent.length, waits]).toEqual([3, [500, 1000]]);
  });

  test.each([400, 401, 404, 409, 422, 424, 499])("doesn't retry a read after %i", async (status) => {
    const { client, sent } = clientWith({}, inTurn(status));
    expect(await client.call<AnyAnswer>({ ...read, responses: {} })).toMatchObject({ status });
    expect(sent).toHaveLength(1);
  });

  test.each(["HEAD", "OPTIONS"])("retries a %s", async (method) => {
    const { client, sent } = clientWith({}, inTurn(500));
    await client.call({ ...read, method, responses: {} });
    expect(sent).toHaveLength(2);
  });

  test.each(["POST", "PUT", "PATCH", "DELETE"])(
    "doesn't retry a %s without an idempotency key",
    async (method) => {
      const { client, sent } = clientWith({}, inTurn(503, 503));
      expect(await client.call<AnyAnswer>({ ...write, method })).toMatchObject({ status: 503 });
      expect(sent).toHaveLength(1);
    },
  );

  test("retries a write with the same idempotency key", async () => {
    const keys = ["first", "second"];
    const { client, sent } = clientWith({ randomUUID: () => keys.shift() ?? "" }, inTurn(503, 503));
    await client.call(keyedWrite, { body: { a: 1 } });
    await client.call(keyedWrite, { idempotencyKey: "mine" });
    expect(sent.map(({ headers, init }) => [headers.get("idempotency-key"), init.body])).toEqual([
      ["first", '{"a":1}'],
      ["first", '{"a":1}'],
      ["first", '{"a":1}'],
      ["mine", null],
    ]);
  });

  test("doesn't retry a write whose body is a stream, which can only be read once", async () => {
    const { client, sent } = clientWith({}, inTurn(503));
    const body = new Blob(["x"]).stream();
    const request = { body, contentType: "application/octet-stream" };
    expect(await client.call<AnyAnswer>(keyedWrite, request)).toMatchObject({ status: 503 });
    expect(sent).toHaveLength(1);
  });

  test("retries after a reset connection and an incomplete body, but not after a contract violation", async () => {
    const { options } = recordWaits();
    let count = 0;
    await using server = await startServer((_, response) => {
      count += 1;
      if (count === 1) return response.socket?.destroy();
      response.writeHead(200, { "content-type": "application/json", "content-length": "9" });
      if (count === 2) return response.write('{"a":', () => response.socket?.destroy());
      response.end("{ not it ");
    });
    const client = createHttpClient({ baseUrl: server.origin, ...options });
    await expect(client.call(read)).rejects.toMatchObject({ code: "malformed-body" });
    expect(server.received).toHaveLength(3);
  });
});

describe("retries", () => {
  test("end with the last answer, documented or not", async () => {
    const { client, sent } = clientWith({}, () => Response.json({ why: "busy" }, { status: 503 }));
    expect(await client.call<AnyAnswer>(read)).toMatchObject({ status: 503, body: { why: "busy" } });
    expect(sent).toHaveLength(3);
  });

  test("end with the last error", async () => {
    const { client, sent } = clientWith({}, () => Promise.reject(new TypeError("fetch failed")));
    await expect(client.call(read)).rejects.toMatchObject({ code: "network", reason: "TypeError" });
    expect(sent).toHaveLength(3);
  });

  test.each([
    [{ retry: false }, {}, 1],
    [{ retry: { maxAttempts: 5 } }, {}, 5],
    [{ retry: { maxAttempts: 5 } }, { retry: false }, 1],
    [{ retry: { maxAttempts: 5 } }, { retry: { maxAttempts: 2 } }, 2],
    [{ retry: false }, { retry: { maxAttempts: 2 } }, 2],
  ] as const)("with the client's %o and the call's %o make %i attempts", async (client, call, attempts) => {
    const made = clientWith(client, () => Response.json({}, { status: 500 }));
    await made.client.call({ ...read, responses: {} }, {}, call);
    expect(made.sent).toHaveLength(attempts);
  });

  test.each([{ maxAttempts: 0 }, { baseMs: Number.NaN }, { maxMs: "8" }, { attempts: 3 }])(
    "refuse the option %o by name",
    (retry) => {
      const [name] = Object.keys(retry);
      expect(() => clientWith({ retry: retry as object })).toThrow(
        expect.objectContaining({ code: "invalid-option", option: `retry.${name}` }),
      );
    },
  );

  test("don't begin a wait that would exceed the time limit", async () => {
    const { waits, options } = recordWaits({ timeoutMs: 400 });
    const { client, sent } = clientWith(options, inTurn(503));
    expect(await client.call<AnyAnswer>(read)).toMatchObject({ status: 503 });
    expect([sent.length, waits]).toEqual([1, []]);
  });

  test("treat an attempt that takes too long as failed", async () => {
    const { options } = recordWaits({ retry: { attemptTimeoutMs: 500, maxAttempts: 2 } });
    let count = 0;
    await using server = await startServer((_, response) => {
      count += 1;
      // The first request is never answered.
      if (count > 1) sendJson(response, 200, { count });
    });
    const client = createHttpClient({ baseUrl: server.origin, ...options });
    const answer = await client.call<AnyAnswer>(read, {}, { retry: { attemptTimeoutMs: 500 } });
    expect(answer.ok && answer.body).toEqual({ count: 2 });
  });

  test("don't extend the time limit for a body that arrives slowly", async () => {
    await using server = await startServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const drip = setInterval(() => response.write(" "), 5);
      response.on("close", () => clearInterval(drip));
    });
    const client = createHttpClient({ baseUrl: server.origin, timeoutMs: 100, retry: false });
    await expect(client.call(read)).rejects.toMatchObject({ code: "timeout" });
  });

  test("cause no warning about a listener leak", async () => {
    const warnings: unknown[] = [];
    const listen = (warning: unknown) => warnings.push(warning);
    process.on("warning", listen);
    const { client } = clientWith({ retry: { maxAttempts: 40 } }, () => Response.json({}, { status: 500 }));
    await client.call({ ...read, responses: {} });
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", listen);
    expect(warnings).toEqual([]);
  });
});

describe("Retry-After", () => {
  const now = Date.UTC(2026, 0, 1);
  test.each([
    ["2", 2000],
    ["0", 0],
    ["Thu, 01 Jan 2026 00:00:03 GMT", 3000],
    ["Thursday, 01-Jan-26 00:00:03 GMT", 3000],
    ["Wed, 31 Dec 2025 23:59:59 GMT", 0],
    ["-1", undefined],
    ["1.5", undefined],
    ["soon", undefined],
    ["2026-01-01T00:00:03Z", undefined],
    ["Thu, 01 Foo 2026 00:00:03 GMT", undefined],
    ["", undefined],
    [null, undefined],
  ])("%j means %s ms", (header, ms) => {
    expect(retryAfter(header, now)).toBe(ms);
  });

  test("any header gives undefined or a wait that isn't negative", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.date().map(String)), (header) => {
        const ms = retryAfter(header, now);
        expect(ms === undefined || ms >= 0).toBe(true);
      }),
    );
  });

  test.each<[form: string, write: (date: Date) => string]>([
    ["the preferred format", (date) => date.toUTCString()],
    [
      "asctime format",
      (date) => {
        const [, weekday, day = "", month, year, time] =
          /^(\w+), (\d+) (\w+) (\d+) (\S+) GMT$/.exec(date.toUTCString()) ?? [];
        return `${weekday} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`;
      },
    ],
  ])("any date survives the round trip, to the second, in %s", (_, write) => {
    const date = fc.date({ min: new Date(now), max: new Date("9999-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(date, (date) => {
        expect(retryAfter(write(date), now)).toBe(Math.floor((date.getTime() - now) / 1000) * 1000);
      }),
    );
  });

  test("is added to the back-off", async () => {
    const { waits, options } = recordWaits({ now: () => now });
    const headers = ["7", "Thu, 01 Jan 2026 00:00:09 GMT"];
    await using server = await startServer((_, response) => {
      const header = headers.shift();
      if (header === undefined) return sendJson(response, 200, {});
      response.writeHead(429, { "retry-after": header }).end();
    });
    await createHttpClient({ baseUrl: server.origin, ...options }).call(read);
    expect(waits).toEqual([7500, 10_000]);
  });

  test("beyond the limit isn't waited for, and the caller gets the answer", async () => {
    const { waits, options } = recordWaits();
    const { client } = clientWith(options, () =>
      Response.json({}, { status: 503, headers: { "retry-after": "61" } }),
    );
    const answer = await client.call<AnyAnswer>(read);
    expect([answer.status, answer.headers.get("retry-after"), waits]).toEqual([503, "61", []]);
    await client.call(read, {}, { timeoutMs: 200_000, retry: { maxRetryAfterMs: 61_000, maxAttempts: 2 } });
    expect(waits).toEqual([61_500]);
  });
});

describe("back-off", () => {
  test("is between zero and a bound that doubles up to a limit", () => {
    const policy = fc.record({
      baseMs: fc.integer({ min: 1, max: 1e6 }),
      maxMs: fc.integer({ min: 1, max: 1e6 }),
    });
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(policy, random, fc.integer({ min: 1, max: 2000 }), ({ baseMs, maxMs }, value, attempt) => {
        const ms = backOff({ ...usualRetry, baseMs, maxMs }, { attempt, random: () => value });
        expect(ms).toBeGreaterThanOrEqual(0);
        expect(ms).toBeLessThanOrEqual(maxMs);
        if (attempt < 30) expect(ms).toBeLessThanOrEqual(baseMs * 2 ** (attempt - 1));
      }),
    );
  });
});
