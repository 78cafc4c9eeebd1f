import { describe, expect, test } from "vitest";
import { readDuration, waitForReceiver } from "../../../../commands/conform/command/receiver-address.js";
import { type Incoming, NoAnswer, type Send } from "../../../../commands/conform/exchange/send.js";

type Reply = number | "closed" | "malformed";

/** Waits for a receiver with these replies, the last one for ever, and returns when it ended and the requests it took. */
async function waitFor(replies: readonly Reply[], waitMs = 30_000) {
  const clock = { now: 1000 };
  let requests = 0;
  const send: Send = async ({ method }) => {
    const reply = replies[Math.min(requests, replies.length - 1)] ?? 0;
    requests++;
    expect(method).toBe("GET");
    if (typeof reply !== "number") throw new NoAnswer(reply, false);
    return { status: reply, headers: [], body: new Uint8Array(), firstByteMs: 0, elapsedMs: 0 } as Incoming;
  };
  const sleep = async (ms: number): Promise<void> => {
    clock.now += ms;
  };
  const { signal } = new AbortController();
  await waitForReceiver({ url: "http://x", waitMs, send, now: () => clock.now, signal, sleep });
  return { elapsed: clock.now - 1000, requests };
}

describe("waiting for a receiver", () => {
  test("ends with its first answer, whatever that is", async () => {
    expect(await waitFor([405])).toEqual({ elapsed: 0, requests: 1 });
    expect(await waitFor(["malformed"])).toEqual({ elapsed: 0, requests: 1 });
  });

  test("continues while it doesn't listen, or a proxy answers for it", async () => {
    expect(await waitFor(["closed", "closed", 502, 503, 404])).toEqual({ elapsed: 1000, requests: 5 });
  });

  test("ends when the time is up", async () => {
    expect(await waitFor(["closed"], 600)).toEqual({ elapsed: 600, requests: 3 });
  });
});

test("durations have a unit", () => {
  expect(["30s", "500ms", "2m"].map((text) => readDuration(text, "--wait"))).toEqual([30_000, 500, 120_000]);
  for (const text of ["30", "s", "-1s", "1.5s", "1h", ""])
    expect(() => readDuration(text, "--wait")).toThrow("--wait must be a duration such as 30s");
});
