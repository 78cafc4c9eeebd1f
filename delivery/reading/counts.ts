import { type Kysely, sql } from "kysely";
import type { Store } from "../store/store.js";
import type { DeliveryState, Tables } from "../store/tables.js";
import { deliveryStates } from "./query.js";

type Counts = Readonly<Record<DeliveryState, number>>;

/** How many deliveries are in each state, of one application or in all. Rejects with a `StoreFailure`. */
export async function countDeliveries(
  { db }: Pick<Store, "db">,
  application: string | undefined,
): Promise<Counts> {
  if (application === undefined) return countAll(db);
  const rows = await db
    .selectFrom("deliveries")
    .select(({ fn }) => ["state", fn.countAll<number>().as("count")])
    .where("application", "=", application)
    .groupBy("state")
    .execute();
  const found = new Map(rows.map(({ state, count }) => [state, Number(count)]));
  return Object.fromEntries(deliveryStates.map((state) => [state, found.get(state) ?? 0])) as Counts;
}

/** One statement, so that the numbers fit together. What is in no other state is delivered: nobody has to read it. */
async function countAll(db: Kysely<Tables>): Promise<Counts> {
  const row = await db
    .selectFrom("deliveries")
    .select(({ fn, selectFrom }) => [
      fn.countAll<number>().as("total"),
      selectFrom("waiting").select(fn.countAll<number>().as("n")).$asScalar().as("pending"),
      selectFrom("sending").select(fn.countAll<number>().as("n")).$asScalar().as("sending"),
      undelivered("failed").as("failed"),
      undelivered("cancelled").as("cancelled"),
    ])
    .executeTakeFirstOrThrow();
  const [total, pending, sending, failed, cancelled] = [
    row.total,
    row.pending,
    row.sending,
    row.failed,
    row.cancelled,
  ].map(Number) as [number, number, number, number, number];
  const delivered = total - pending - sending - failed - cancelled;
  return { pending, sending, delivered, failed, cancelled };

  function undelivered(state: "failed" | "cancelled") {
    return sql<number>`(${db
      .selectFrom("undelivered")
      .select(({ fn }) => fn.countAll<number>().as("n"))
      .where("state", "=", state)})`;
  }
}
