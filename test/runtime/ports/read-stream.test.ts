import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { readStream } from "../../../runtime/ports/request-body.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
afterEach(() => void vi.useRealTimers());

const pace = { bodyTimeoutMs: 15_000, bodyIdleTimeoutMs: 2000, minBodyBytesPerSecond: 1000 };

function makeStream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isCancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
    cancel() {
      isCancelled = true;
    },
  });
  return {
    stream,
    push: (bytes: number) => controller?.enqueue(new Uint8Array(bytes)),
    close: () => controller?.close(),
    fail: () => controller?.error(new Error("reset")),
    isCancelled: () => isCancelled,
  };
}

/** Lets a second pass, in which so many bytes come. */
async function second(stream: ReturnType<typeof makeStream>, bytes: number): Promise<void> {
  stream.push(bytes);
  await vi.advanceTimersByTimeAsync(1000);
}

it("gives up a stream that is silent, slow or late, and cancels it", async () => {
  const silent = makeStream();
  const silence = expect(readStream(silent.stream, 100, { pace })).rejects.toMatchObject({ reason: "idle" });
  await vi.advanceTimersByTimeAsync(2250);
  await silence;
  expect(silent.isCancelled()).toBe(true);

  const slow = makeStream();
  const slowness = expect(readStream(slow.stream, 1e6, { pace })).rejects.toMatchObject({ reason: "slow" });
  for (let count = 0; count < 6; count++) if (!slow.isCancelled()) await second(slow, 900);
  await slowness;

  const late = makeStream();
  const lateness = expect(readStream(late.stream, 1e6, { pace })).rejects.toMatchObject({
    code: "request-aborted",
    reason: "late",
  });
  for (let count = 0; count < 16; count++) if (!late.isCancelled()) await second(late, 1100);
  await lateness;
  expect(vi.getTimerCount()).toBe(0);
});

it("takes a stream that keeps the pace, and tells a failed one apart", async () => {
  const good = makeStream();
  const whole = readStream(good.stream, 5000, { pace });
  for (let count = 0; count < 5; count++) await second(good, 1000);
  good.close();
  expect((await whole)?.length).toBe(5000);
  const failed = makeStream();
  const failure = expect(readStream(failed.stream, 100)).rejects.toMatchObject({ reason: "failed" });
  failed.fail();
  await failure;
});
