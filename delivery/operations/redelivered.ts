import { sql } from "kysely";
import { deliveryStates } from "../reading/query.js";
import type { Store } from "../store/store.js";
import type { DeliveryState } from "../store/tables.js";
import { hasText } from "../store/text-keys.js";

/** How many deliveries of a bulk redelivery are in each state. */
export type RedeliveredStates = Readonly<Record<DeliveryState, number>>;

/**
 * What has become of the deliveries that `redeliverAll` began under an operation identifier, by its entries in the audit of an application.
 * Rejects with a `StoreFailure`.
 */
export async function readRedelivered(
  { db, dialect }: Pick<Store, "db" | "dialect">,
  { application, operationId }: { readonly application: string; readonly operationId: string },
): Promise<RedeliveredStates> {
  const start = `${operationId} `;
  // A cross join keeps SQLite from beginning with all deliveries.
  const rows = await db
    .selectFrom("audit as a")
    .crossJoin("deliveries as d")
    .select(({ fn }) => ["d.state", fn.countAll<number>().as("count")])
    .where("a.application", "=", application)
    .where("a.action", "=", "redelivery")
    .where(sql<boolean>`substr(a.operation_id, 1, ${sql.lit(start.length)}) = ${start}`)
    .where(hasText(dialect, { table: "d", column: "id" }, sql.ref("a.subject")))
    .groupBy("d.state")
    .execute();
  const found = new Map(rows.map(({ state, count }) => [state, Number(count)]));
  return Object.fromEntries(
    deliveryStates.map((state) => [state, found.get(state) ?? 0]),
  ) as RedeliveredStates;
}
