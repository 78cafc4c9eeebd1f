// The databases of the trial: schemas of one PostgreSQL, with endpoints, and what is published to them.
import { eventOf, eventType } from "../bench/delivery/event.mjs";
import { openTrialDelivery, openTrialStore } from "./open.mjs";

const actor = "delivery-cluster";

export async function openShard(config, { endpoints, pathOf }) {
  const { shard, host } = config;
  const store = await openTrialStore(config);
  await store.migrate();
  const delivery = openTrialDelivery(store, config);
  const applications = Array.from({ length: endpoints }, (_, index) => `app_${shard}_${index}`);
  for (const [index, application] of applications.entries()) {
    await delivery.credentials.ensure(application, { actor });
    await store.db
      .insertInto("endpoints")
      .values({
        id: `endpoint_${application}`,
        application,
        organization: "org",
        url: `http://${host}${pathOf(index)}`,
        event_types: JSON.stringify([eventType]),
        callback_types: "[]",
        encrypted: 0,
        state: "active",
        pause_reason: null,
        revision: 1,
        verified_at: 0,
        created_at: 0,
        updated_at: 0,
      })
      .execute();
  }
  let count = 0;
  return {
    store,
    config,
    /** Publishes the next events, in turn to all endpoints. */
    async publish(length) {
      const publications = Array.from({ length }, () => {
        const application = applications[count % endpoints];
        return { application, event: eventOf(`evt_${shard}_${count++}`, application) };
      });
      for (let from = 0; from < length; from += 100) {
        const outcomes = await delivery.publishAll(publications.slice(from, from + 100));
        const other = outcomes.find(({ kind }) => kind !== "published");
        if (other !== undefined) throw other.error ?? new Error(`not published: ${other.reason}`);
      }
    },
    count: () => count,
    async openCount() {
      const { open } = await store.db
        .selectFrom("deliveries")
        .select(({ fn }) => fn.countAll().as("open"))
        .where("state", "in", ["pending", "sending"])
        .executeTakeFirstOrThrow();
      return Number(open);
    },
  };
}
