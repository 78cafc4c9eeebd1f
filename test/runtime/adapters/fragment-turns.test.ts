import type { IncomingMessage } from "node:http";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createFragmentTurns, isFragmented } from "../../../runtime/adapters/node-body.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setImmediate", "clearImmediate", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** A request on a connection of its own, which logs when it is read. */
function makeRequest(name: string, log: string[]): IncomingMessage {
  const socket = {
    pause: () => void log.push(`${name} paused`),
    resume: () => void log.push(`${name} read`),
  };
  return { httpVersionMajor: 1, socket } as unknown as IncomingMessage;
}

function turn(): void {
  vi.advanceTimersToNextTimer();
}

it("takes only many tiny pieces for an attack", () => {
  expect(isFragmented(256, 256)).toBe(false);
  expect(isFragmented(257, 257)).toBe(true);
  expect(isFragmented(64 * 1000, 1000)).toBe(false);
});

it("reads one connection at a time, and each only after some quiet turns", () => {
  const log: string[] = [];
  const turns = createFragmentTurns(() => performance.now());
  vi.advanceTimersByTime(1);
  for (const name of ["first", "second"])
    turns.wait(makeRequest(name, log), () => log.push(`${name} resumed`));
  for (let count = 0; count < 5; count++) turn();
  expect(log).toEqual(["first resumed", "first read"]);
  for (let count = 0; count < 3; count++) turn();
  turns.requestArrived();
  for (let count = 0; count < 4; count++) turn();
  expect(log).toHaveLength(2);
  turn();
  expect(log.slice(2)).toEqual(["second resumed", "second read"]);
  expect(vi.getTimerCount()).toBe(0);
});

it("makes progress while requests keep arriving", () => {
  const log: string[] = [];
  let now = 1000;
  const turns = createFragmentTurns(() => now);
  turns.wait(makeRequest("first", log), () => {});
  turn();
  turns.wait(makeRequest("second", log), () => {});
  for (let count = 0; count < 24; count++) {
    turns.requestArrived();
    now += 10;
    turn();
  }
  expect(log).toEqual(["first read"]);
  now += 10;
  turn();
  expect(log).toEqual(["first read", "second read"]);
});

it("pauses a connection after each piece, but not once it is read again", async () => {
  const log: string[] = [];
  const turns = createFragmentTurns(() => 0);
  const waiting = turns.wait(makeRequest("first", log), () => {});
  waiting.pause();
  await Promise.resolve();
  expect(log).toEqual(["first paused"]);
  waiting.pause();
  for (let count = 0; count < 5; count++) turn();
  await Promise.resolve();
  expect(log).toEqual(["first paused", "first read"]);
});
