import { expect, it } from "vitest";
import type { HandedAttempt, RelayBeat } from "../../../delivery/jetstream/messages.js";
import { createRelays } from "../../../delivery/jetstream/relays.js";
import { createWorkers, type SeenWorker } from "../../../delivery/jetstream/workers.js";

const silenceMs = 3000;

/** A relay's beat at a time of its clock, which has heard the worker's beat of `heard`. */
const beatAt = (at: number, heard: readonly [number, number] | undefined): RelayBeat => ({
  at,
  time: 1_000_000 + at,
  silenceMs,
  protocol: "p",
  heard: heard === undefined ? {} : { worker: heard },
});

const attempt = (endpoint: string, beginBy: number, isFirst = false): HandedAttempt => ({
  number: 1,
  application: "app-1",
  delivery: {
    id: "d",
    endpoint_id: endpoint,
    event_id: "e",
    event_type: "t",
    attempts: 0,
    earlier_attempts: 0,
  },
  isFirst,
  content: "{}",
  url: "http://a",
  encrypted: false,
  credentials: { signingSecret: "s", signingSecretVersion: 1 },
  beginBy,
  timeoutMs: 1000,
  keptAnswerBytes: 0,
});

/** A worker whose clock can be moved, and a relay that has heard it. */
function heardAt(now: number, beat: RelayBeat) {
  const clock = { now };
  const relays = createRelays("worker", () => clock.now);
  relays.hear({ session: "r", shard: "one", count: 1 }, beat);
  const relay = relays.find("r");
  if (relay === undefined) throw new Error("no relay");
  return { clock, relays, relay };
}

it("lets a worker begin only while the relay has heard it lately", () => {
  const { clock, relays, relay } = heardAt(100, beatAt(50_000, [90, 0]));
  expect(relays.mayBegin(relay, attempt("a", 60_000), 1)).toBe(true);
  clock.now = 90 + silenceMs;
  expect(relays.permitting()).toEqual([]);
  expect(relays.mayBegin(relay, attempt("a", 60_000), 2)).toBe(false);
});

it("lets a worker begin nothing that a relay doesn't name, or has given up", () => {
  const unnamed = heardAt(100, beatAt(50_000, undefined));
  expect(unnamed.relays.mayBegin(unnamed.relay, attempt("a", 60_000), 1)).toBe(false);
  const fenced = heardAt(100, beatAt(50_000, [90, 7]));
  expect(fenced.relays.mayBegin(fenced.relay, attempt("a", 60_000), 7)).toBe(false);
  expect(fenced.relays.mayBegin(fenced.relay, attempt("b", 60_000), 8)).toBe(true);
});

it("begins nothing too late by the relay's clock, even if the beat came late", () => {
  const { clock, relays, relay } = heardAt(1000, beatAt(50_000, [200, 0]));
  // The relay's beat was sent at 200 or later, so its clock shows at most 50,800.
  expect(relays.mayBegin(relay, attempt("a", 50_799), 1)).toBe(false);
  expect(relays.mayBegin(relay, attempt("b", 50_800), 1)).toBe(true);
  clock.now = 1001;
  expect(relays.mayBegin(relay, attempt("c", 50_800), 1)).toBe(false);
});

it("refuses what follows a refused attempt to the endpoint, until the relay begins anew", () => {
  const { relays, relay } = heardAt(100, beatAt(50_000, [90, 0]));
  expect(relays.mayBegin(relay, attempt("a", 0), 1)).toBe(false);
  expect(relays.mayBegin(relay, attempt("a", 60_000), 2)).toBe(false);
  expect(relays.mayBegin(relay, attempt("b", 60_000), 3)).toBe(true);
  expect(relays.mayBegin(relay, attempt("a", 60_000, true), 4)).toBe(true);
  expect(relays.mayBegin(relay, attempt("a", 60_000), 5)).toBe(true);
});

it("ignores an old beat that somebody repeats", () => {
  const { clock, relays, relay } = heardAt(100, beatAt(50_000, [90, 0]));
  relays.hear({ session: "r", shard: "one", count: 3 }, beatAt(51_000, undefined));
  relays.hear({ session: "r", shard: "one", count: 2 }, beatAt(50_500, [99, 0]));
  clock.now = 200;
  expect(relays.mayBegin(relay, attempt("a", 60_000), 1)).toBe(false);
});

it("fences a worker that was silent before it is named again", () => {
  const clock = { now: 0 };
  const silent: SeenWorker[] = [];
  const workers = createWorkers({
    session: "r",
    protocol: "p",
    silenceMs,
    monotonic: () => clock.now,
    count: () => 42,
    onSilence: (worker) => void silent.push(worker),
    onFailure: () => {},
  });
  const beat = { at: 5, protocol: "p", relays: ["r"], isStopping: false };
  workers.hear("w", beat);
  expect(workers.heard()).toEqual({ w: [5, 0] });
  expect(workers.choose("endpoint")?.id).toBe("w");
  clock.now = silenceMs;
  workers.tick();
  expect(silent).toMatchObject([{ id: "w", silentSince: silenceMs }]);
  expect(workers.heard()).toEqual({});
  expect(workers.choose("endpoint")).toBeUndefined();
  workers.hear("w", { ...beat, at: 9 });
  expect(workers.heard()).toEqual({ w: [9, 42] });
});
