// @needs own-nats

import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { protocol } from "../../../generated/events/protocol.js";
import { type Relayed, startRelayed } from "../../support/delivery/jetstream/relayed.js";

/** Delivers one event and returns what the streams have of it. */
async function deliverOne({ startWorker, publish, records, stored }: Relayed) {
  startWorker();
  await publish(1, 1);
  await expect.poll(records).toHaveLength(1);
  const [[attempt], [result]] = [await stored("attempts"), await stored("results")];
  if (attempt === undefined || result === undefined) throw new Error("nothing is stored");
  return { attempt, result };
}

it("keeps secrets and content out of the broker", async () => {
  const relayed = await startRelayed();
  relayed.receiver.respond = (_, response) => void response.writeHead(204).end();
  const { attempt, result } = await deliverOne(relayed);
  const [secret] = await relayed.store.db.selectFrom("credentials").select("sealed").execute();
  for (const { data } of [attempt, result]) {
    const text = Buffer.from(data).toString("latin1");
    expect(text).not.toContain(secret?.sealed);
    for (const part of ["evt_1", "app-1", "event_type", "signingSecret", "http://", "status"])
      expect(text).not.toContain(part);
  }
});

it("makes an attempt once, however often its message comes", async () => {
  const relayed = await startRelayed();
  const { attempt } = await deliverOne(relayed);
  for (let time = 0; time < 3; time++) await relayed.cluster.client.publish(attempt.subject, attempt.data);
  await relayed.publish(2, 2);
  await expect.poll(relayed.received).toEqual([1, 2]);
  expect(relayed.begun).toEqual([1, 2]);
});

it("ignores results that are repeated, changed, made up, or sent to another relay", async () => {
  const relayed = await startRelayed();
  const { cluster, failures, records, publish, stored } = relayed;
  const { result } = await deliverOne(relayed);
  const changed = Uint8Array.from(result.data);
  changed[changed.length - 20] = (changed[changed.length - 20] ?? 0) ^ 1;
  const other = `${result.subject.slice(0, -4)}0000`;
  await cluster.client.publish(result.subject, result.data);
  await cluster.client.publish(result.subject, changed);
  await cluster.client.publish(result.subject, randomBytes(200));
  await cluster.client.publish(result.subject, "");
  await cluster.client.publish(other, result.data);
  await publish(2, 2);
  await expect.poll(records).toHaveLength(2);
  expect(await stored("results")).toHaveLength(7);
  expect(failures.filter((text) => text.includes("was changed, made up"))).toHaveLength(1);
  expect(failures.filter((text) => text.includes("isn't of version 1"))).toHaveLength(2);
});

it("ignores attempts that are made up", async () => {
  const relayed = await startRelayed();
  const { attempt } = await deliverOne(relayed);
  const { cluster, failures, begun } = relayed;
  await cluster.client.publish(attempt.subject, randomBytes(200));
  await cluster.client.publish(attempt.subject, Buffer.from([1, 5, 1, 2]));
  await expect.poll(() => failures.some((text) => text.includes("too short"))).toBe(true);
  await relayed.publish(2, 2);
  await expect.poll(relayed.received).toEqual([1, 2]);
  expect(begun).toEqual([1, 2]);
});

it("gives nothing to a worker that signs by another contract, and says so", async () => {
  const { startWorker, publish, relay, failures, begun, received } = await startRelayed();
  const headers = { ...protocol.headers, signature: "X-Other-Signature" };
  startWorker({ protocol: { ...protocol, headers } });
  await publish(1, 1);
  await expect.poll(async () => (await relay.report()).unfitWorkers["another contract"]).toBe(1);
  expect(await relay.report()).toMatchObject({ status: "unavailable", workers: 0 });
  expect(failures.filter((text) => text.includes("signs by another contract"))).toHaveLength(1);
  expect(begun).toEqual([]);
  startWorker();
  await expect.poll(received).toEqual([1]);
});

it("gives nothing to a worker without the key", async () => {
  const { startWorker, publish, relay, failures, begun, received } = await startRelayed();
  startWorker({ keyRing: { keys: [{ id: "other", bytes: randomBytes(32) }] } });
  await publish(1, 1);
  await expect.poll(() => failures.some((text) => text.includes("lacks the key other"))).toBe(true);
  expect(await relay.report()).toMatchObject({ status: "unavailable", workers: 0 });
  expect(begun).toEqual([]);
  startWorker();
  await expect.poll(received).toEqual([1]);
});

it("begins nothing while the stream is full, and goes on when there is room", async () => {
  const relayed = await startRelayed({ maxBytes: 16_384 });
  const { cluster, startWorker, publish, relay, records, received, failures } = relayed;
  startWorker();
  await expect.poll(async () => (await relay.report()).status).toBe("ok");
  await publish(1, 60);
  await expect.poll(async () => (await relay.report()).isBrokerWell).toBe(false);
  expect(failures.some((text) => text.includes("maximum bytes exceeded"))).toBe(true);
  for (const kind of ["attempts", "results"])
    await cluster.manager.streams.update(`${cluster.name}_${kind}_one`, { max_bytes: 2 ** 24 });
  await expect.poll(async () => new Set(received()).size).toBe(60);
  await expect.poll(async () => (await records()).filter(({ error }) => error === null).length).toBe(60);
  expect(relayed.begun).toEqual([...relayed.begun].sort((a, b) => a - b));
});
