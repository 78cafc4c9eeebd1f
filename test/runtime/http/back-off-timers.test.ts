import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { OperationDescriptor } from "../../../runtime/http/index.js";
import { clientWith } from "./fake-fetch.js";

// No test of this file opens a connection: `fetch` keeps timers of its own for those.
const read: OperationDescriptor = { id: "read", method: "GET", path: "/a" };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("waiting for the next attempt", () => {
  test("an abort ends a back-off at once, and leaves no timer behind", async () => {
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

  test("the time limit holds over all attempts", async () => {
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

  test("takes as long as the back-off says", async () => {
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
