import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  createUnfinishedBodies,
  type UnfinishedBodiesOptions,
} from "../../../runtime/adapters/unfinished-bodies.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
afterEach(() => void vi.useRealTimers());

function makeBodies(changes: Partial<UnfinishedBodiesOptions> = {}) {
  const given: string[] = [];
  const counted: string[] = [];
  const bodies = createUnfinishedBodies({
    bodyTimeoutMs: 15_000,
    bodyIdleTimeoutMs: 10_000,
    minBodyBytesPerSecond: 1000,
    maxUnfinishedBodies: 3,
    maxUnfinishedBytes: 10_000,
    now: () => performance.now(),
    onAborted: (reason) => void counted.push(reason),
    ...changes,
  });
  const admit = (name: string) => bodies.admit((reason) => void given.push(`${name} ${reason}`));
  return { bodies, admit, given, counted };
}

it("gives up a body that pauses, is too slow or comes too late", () => {
  const { bodies, admit, given, counted } = makeBodies({ maxUnfinishedBytes: 1e6 });
  admit("silent");
  const slow = admit("slow");
  const steady = admit("steady");
  for (let second = 1; second <= 14; second++) {
    slow.progress(second < 6 ? 1000 : 500);
    steady.progress(1200);
    vi.advanceTimersByTime(1000);
    if (second === 4) expect(given).toEqual([]);
    if (second === 5) expect(given).toEqual(["silent slow"]);
  }
  expect(given).toEqual(["silent slow", "slow slow"]);
  vi.advanceTimersByTime(1000);
  expect(given.at(-1)).toBe("steady late");
  expect(counted).toEqual(["slow", "slow", "late"]);
  expect(bodies.count()).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

it("gives up a body that pauses, however fast it was", () => {
  const { admit, given } = makeBodies({ bodyIdleTimeoutMs: 2000 });
  admit("burst").progress(9000);
  vi.advanceTimersByTime(1999);
  expect(given).toEqual([]);
  vi.advanceTimersByTime(251);
  expect(given).toEqual(["burst idle"]);
});

it("makes room by giving up the body with the lowest rate", () => {
  const { admit, given, bodies } = makeBodies();
  const first = admit("first");
  const second = admit("second");
  const third = admit("third");
  first.progress(300);
  second.progress(200);
  third.progress(400);
  vi.advanceTimersByTime(1000);
  admit("fourth");
  expect(given).toEqual(["second evicted"]);
  expect(bodies.count()).toBe(3);
});

it("spares bodies of less than a second while there are others, and then evicts the oldest", () => {
  const { admit, given, bodies } = makeBodies();
  admit("fast").progress(9000);
  vi.advanceTimersByTime(1000);
  admit("new");
  vi.advanceTimersByTime(1);
  admit("newer");
  expect(bodies.isFull()).toBe(false);
  admit("third");
  expect(given).toEqual(["fast evicted"]);
  expect(bodies.isFull()).toBe(true);
  admit("fourth");
  expect(given).toEqual(["fast evicted", "new evicted"]);
});

it("bounds the bytes of all bodies together, but leaves a single one to its own limit", () => {
  const { admit, given } = makeBodies();
  const first = admit("first");
  first.progress(20_000);
  expect(given).toEqual([]);
  first.leave();
  const slower = admit("slower");
  const faster = admit("faster");
  slower.progress(4000);
  vi.advanceTimersByTime(1000);
  faster.progress(6000);
  expect(given).toEqual([]);
  faster.progress(1);
  expect(given).toEqual(["slower evicted"]);
});

it("stops its timer when the last body has left", () => {
  const { admit, given } = makeBodies();
  const places = [admit("first"), admit("second")];
  for (const place of places) place.leave();
  expect(vi.getTimerCount()).toBe(0);
  places[0]?.progress(1);
  expect(given).toEqual([]);
});
