import { expect, it } from "vitest";
import { readKeyRing } from "../../../delivery/credentials/key-ring.js";
import { createOpener, createSealer } from "../../../delivery/jetstream/envelope.js";
import { findShard } from "../../../delivery/jetstream/hashing.js";
import {
  readAttempts,
  readRelayBeat,
  readResults,
  readWorkerBeat,
} from "../../../delivery/jetstream/messages.js";

const keyRing = readKeyRing({ keys: [{ id: "first", bytes: new Uint8Array(32) }] });
const random = (size: number): Uint8Array => new Uint8Array(size).fill(7);

it("opens what was sealed, for its subject, and counts", () => {
  const { seal, session, count } = createSealer(keyRing, random);
  const open = createOpener(keyRing);
  expect(open("a.b", seal("a.b", '{"x":1}'))).toEqual({ session, count: 1, value: { x: 1 } });
  expect(open("a.b", seal("a.b", "2"))).toEqual({ session, count: 2, value: 2 });
  expect(count()).toBe(2);
  expect(() => open("a.c", seal("a.b", "2"))).toThrow(/changed, made up/);
});

it("refuses a message with any byte changed, or any of its end cut off", () => {
  const bytes = createSealer(keyRing, random).seal("a", '"secret"');
  const open = createOpener(keyRing);
  for (let index = 0; index < bytes.length; index++) {
    const changed = Uint8Array.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => open("a", changed), `byte ${index}`).toThrow();
    expect(() => open("a", bytes.subarray(0, index)), `first ${index} bytes`).toThrow();
  }
});

it("names a key that the ring lacks", () => {
  const bytes = createSealer(keyRing, random).seal("a", "1");
  const other = readKeyRing({ keys: [{ id: "second", bytes: new Uint8Array(32) }] });
  expect(() => createOpener(other)("a", bytes)).toThrow("lacks the key first");
});

it.each([null, {}, [null], [{}], [{ number: 1, result: { kind: "other" } }], "text", 1])(
  "refuses %j as any kind of message",
  (value) => {
    for (const read of [readAttempts, readResults, readRelayBeat, readWorkerBeat])
      expect(() => read(value)).toThrow(/a message isn't/);
  },
);

it("finds the same shard for an application each time, uses all, and moves few when one is added", () => {
  const applications = Array.from({ length: 2000 }, (_, index) => `app_${index}`);
  const shards = ["one", "two", "three", "four"];
  const found = applications.map((application) => findShard(application, shards));
  for (const shard of shards) expect(found.filter((each) => each === shard).length).toBeGreaterThan(400);
  const more = applications.map((application) => findShard(application, [...shards, "five"]));
  const moved = more.filter((shard, index) => shard !== found[index]);
  expect(new Set(moved)).toEqual(new Set(["five"]));
  expect(moved.length).toBeLessThan(600);
  expect(() => findShard("app", [])).toThrow(RangeError);
});
