import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { OperationDescriptor } from "../../../runtime/http/index.js";
import { clientWith } from "../../support/runtime/http/fake-fetch.js";

// No test in this file opens a connection, since `fetch` uses timers of its own for them.
const read: OperationDescriptor = { id: "read", method: "GET", path: "/a" };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the wait for the next attempt", () => {
  test("ends on abort, and leaves no timer behind", async () => {
    const controller = new AbortController();
    const { client } = clientWith(
      { sleep: undefined, random: () => 1 },
      () => new Response(null, { status: 503 }),
    );
    const ended = client.call(read, {}, { signal: controller.signal }).catch((error) => error);
    await vi.advanceTimersByTimeAsync(499);
    controller.abort();
    expect(await ended).toMatchObject({ code: "aborted" });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("is subject to the time limit of the whole call", async () => {
    const silent = (_: string, { signal }: RequestInit) =>
      new Promise<Response>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    const { client } = clientWith({
      fetch: silent,
      random: () => 0,
      timeoutMs: 100,
      retry: { attemptTimeoutMs: 60 },
    });
    const ended = client.call(read).catch((error) => error);
    await vi.advanceTimersByTimeAsync(100);
    expect(await ended).toMatchObject({ code: "timeout", timeoutMs: 100 });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("lasts as long as the computed back-off", async () => {
    const answers = [new Response(null, { status: 503 }), new Response(null, { status: 204 })];
    const { client, sent } = clientWith(
      { sleep: undefined, random: () => 0.5 },
      () => answers.shift() ?? Response.error(),
    );
    const call = client.call<{ status: number }>(read);
    await vi.advanceTimersByTimeAsync(249);
    expect(sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect((await call).status).toBe(204);
    expect(vi.getTimerCount()).toBe(0);
  });
});
