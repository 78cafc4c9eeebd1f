// @needs own-nats

import { expect, it } from "vitest";
import { systemClock } from "../../../delivery/index.js";
import { createRelayMetrics } from "../../../delivery/jetstream/metrics.js";
import { protocol } from "../../../generated/events/protocol.js";
import { numbers, startRelayed } from "../../support/delivery/jetstream/relayed.js";

it("delivers through a worker, in the order of publication, and records the attempts", async () => {
  const { startWorker, publish, begun, received, records, relay } = await startRelayed();
  startWorker();
  await publish(1, 100);
  await expect.poll(received).toHaveLength(100);
  expect(begun).toEqual(numbers(1, 100));
  await expect.poll(records).toHaveLength(100);
  const made = await records();
  expect(made.filter(({ error }) => error !== null)).toEqual([]);
  expect(made).toEqual([...made].sort((a, b) => a.started_at - b.started_at));
  const report = await relay.report();
  expect(report).toMatchObject({ status: "ok", problem: undefined, workers: 1, unanswered: 0 });
  expect(report.streams?.attempts).toMatchObject({ waiting: 0 });
  await relay.checks.workers();
  const metrics = await createRelayMetrics({ relay }).metrics();
  expect(metrics).toContain("\noipkit_delivery_workers 1\n");
  expect(metrics).toContain("\noipkit_delivery_stream_attempts_waiting 0\n");
});

it("begins nothing without a worker, says so, and goes on when there is one", async () => {
  const { startWorker, publish, received, relay, records } = await startRelayed();
  await publish(1, 3);
  await expect.poll(async () => (await relay.report()).problem).toBe("no worker takes attempts");
  await expect(relay.checks.workers()).rejects.toThrow("no worker takes attempts");
  expect(await records()).toEqual([]);
  startWorker();
  await expect.poll(received).toEqual([1, 2, 3]);
});

it("tries again what the receiver refuses, by the engine's rules", async () => {
  const { startWorker, publish, received, receiver, records } = await startRelayed();
  receiver.respond = (_, response) =>
    void response.writeHead(receiver.requests.length === 1 ? 503 : 204).end("answer");
  startWorker();
  await publish(1, 1);
  await expect.poll(received).toEqual([1, 1]);
  await expect.poll(records).toMatchObject([{ error: "http-503" }, { error: null }]);
});

it("signs with the time of the relay, whatever the worker's clock says", async () => {
  const { startWorker, publish, received, receiver, records } = await startRelayed();
  const hour = 3_600_000;
  const clock = {
    now: () => systemClock.now() - hour,
    wakeAt: (time: number, wake: () => void) => systemClock.wakeAt(time + hour, wake),
  };
  startWorker({ clock });
  await publish(1, 1);
  await expect.poll(received).toEqual([1]);
  const signedAt = Number(receiver.requests[0]?.headers[protocol.headers.timestamp.toLowerCase()]) * 1000;
  expect(Math.abs(signedAt - Date.now())).toBeLessThan(hour / 2);
  await expect.poll(records).toHaveLength(1);
  const [record] = await records();
  expect(Math.abs((record?.started_at ?? 0) - Date.now())).toBeLessThan(hour / 2);
});

it("sends what is too large for the broker from the relay", async () => {
  const { startWorker, publish, received, relay } = await startRelayed({ node: "max_payload: 2048" });
  startWorker();
  await publish(1, 20);
  await expect.poll(received).toEqual(numbers(1, 20));
  expect((await relay.report()).streams?.attempts.messages).toBe(0);
});

it("lets a worker end with its attempts done, and its endpoints go to another", async () => {
  const { startWorker, publish, begun, received, records } = await startRelayed();
  const first = startWorker();
  await publish(1, 20);
  await expect.poll(received).toHaveLength(20);
  startWorker();
  await first.stop();
  await publish(21, 40);
  await expect.poll(received).toEqual(numbers(1, 40));
  expect(begun).toEqual(numbers(1, 40));
  await expect.poll(records).toHaveLength(40);
  expect((await records()).filter(({ error }) => error !== null)).toEqual([]);
});
