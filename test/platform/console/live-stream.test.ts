import { expect, it } from "vitest";
import { liveStream } from "../../../platform/console/server/live-handlers.js";
import type { LogEntry } from "../../../platform/console/server/log-feed.js";

type Context = Parameters<typeof liveStream>[0];

const entry = (number: number, message: string): LogEntry => ({
  number,
  message,
  kind: "control",
  data: {},
  at: "2026-01-01T00:00:00Z",
  real_at: "2026-01-01T00:00:00Z",
});

/** A stream of a log that a test writes, with everything that it says of its end. */
function started(): {
  readonly stream: ReadableStream<Uint8Array>;
  readonly write: (entry: LogEntry) => void;
  readonly ended: Promise<void>;
  readonly isFollowed: () => boolean;
} {
  let listener: ((entry: LogEntry) => void) | undefined;
  const context = {
    control: { state: { listLogEntries: () => ({ unwrap: async () => ({ entries: [], next: 0 }) }) } },
    feed: {
      follow: (given: (entry: LogEntry) => void) => {
        listener = given;
        return { ready: Promise.resolve(), stop: () => (listener = undefined) };
      },
    },
  } as unknown as Context;
  let resolve = (): void => {};
  const ended = new Promise<void>((done) => {
    resolve = done;
  });
  const stream = liveStream(context, {
    visible: {
      shown: async ({ number, at, kind, message, data }) => ({
        number,
        at,
        kind,
        message,
        data,
        application_id: null,
      }),
      refresh: async () => {},
    },
    after: 0,
    gone: new AbortController().signal,
    isOver: () => false,
    onEnd: () => resolve(),
  });
  return { stream, write: (one) => listener?.(one), ended, isFollowed: () => listener !== undefined };
}

it("keeps no more than a megabyte for a browser that never reads, then ends, and follows nothing", async () => {
  const { stream, write, ended, isFollowed } = started();
  await new Promise(setImmediate);
  const message = "x".repeat(10_000);
  for (let number = 1; number <= 1500; number += 1) write(entry(number, message));
  await ended;
  expect(isFollowed()).toBe(false);
  let kept = 0;
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) kept += chunk.length;
  expect(kept).toBeGreaterThan(900_000);
  expect(kept).toBeLessThan(1024 * 1024 + 20_000);
});

it("ends at a flood whose entries wait for what may be seen", async () => {
  const { write, ended, isFollowed } = started();
  for (let number = 1; number <= 2001; number += 1) write(entry(number, "x"));
  await ended;
  expect(isFollowed()).toBe(false);
});
