import { AckPolicy, jetstream, jetstreamManager, RetentionPolicy } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import { eventOf } from "../event.mjs";
import { openRecords } from "./records.mjs";

const servers = process.env.OIPKIT_BENCH_NATS ?? "127.0.0.1:4222";

/** Deliveries through a work-queue stream of NATS JetStream, its records in PostgreSQL: acknowledged once they are committed. */
export async function jetStream({ count, concurrency, post }) {
  const records = await openRecords("bench_jetstream");
  const connection = await connect({ servers });
  const manager = await jetstreamManager(connection);
  const stream = "OIPKIT_BENCH";
  await manager.streams.delete(stream).catch(() => {});
  await manager.streams.add({
    name: stream,
    subjects: ["bench.deliver"],
    retention: RetentionPolicy.Workqueue,
  });
  await manager.consumers.add(stream, {
    durable_name: "sender",
    ack_policy: AckPolicy.Explicit,
    max_ack_pending: 4 * concurrency,
    ack_wait: 30_000_000_000,
  });
  const client = jetstream(connection);
  const events = Array.from({ length: count }, (_, index) => eventOf(`jetstream_${index}`));
  await records.insert(events);
  for (let from = 0; from < count; from += 500) {
    const part = events.slice(from, from + 500);
    await Promise.all(
      part.map(({ event_id }) => client.publish("bench.deliver", event_id, { msgID: event_id })),
    );
  }
  const contents = new Map(events.map((event) => [event.event_id, JSON.stringify(event)]));
  const consumer = await client.consumers.get(stream, "sender");
  const messages = await consumer.consume({ max_messages: 2 * concurrency });
  const started = performance.now();
  let left = count;
  let underWay = 0;
  let freed = () => {};
  for await (const message of messages) {
    underWay += 1;
    const id = message.string();
    const done = (async () => {
      await post(id, contents.get(id));
      await records.delivered(id);
      message.ack();
    })();
    done.finally(() => {
      underWay -= 1;
      left -= 1;
      freed();
      if (left === 0) messages.stop();
    });
    while (underWay >= concurrency)
      await new Promise((resolve) => {
        freed = resolve;
      });
  }
  await connection.flush();
  const seconds = (performance.now() - started) / 1000;
  await manager.streams.delete(stream);
  await connection.close();
  await records.close();
  return count / seconds;
}
