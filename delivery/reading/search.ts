import type { StoredContent } from "../contents/pack.js";
import { contentColumns, readableContent, readDictionaries } from "../contents/read-contents.js";
import { isAmong } from "../store/batch.js";
import type { Store } from "../store/store.js";
import { listDeliveries } from "./list.js";
import type { DeliveryQuery } from "./query.js";
import type { DeliveryRecord } from "./records.js";

/** What to look for. Other filters narrow down what is searched. */
export interface DeliverySearch extends Omit<DeliveryQuery, "after" | "eventId" | "deliveryId"> {
  /** Words, all of which an id, the type or the content must have, in any case. */
  readonly text: string;
  /** Deliveries that are looked at for one page at most. Default: 5000. */
  readonly most?: number | undefined;
}

/** What was found, and how far was searched. */
export interface SearchedPage {
  readonly deliveries: readonly DeliveryRecord[];
  /** Where to go on, for `before`; undefined if everything was searched. */
  readonly next: number | undefined;
  /** Deliveries that were looked at for this page. */
  readonly searched: number;
  /** When the oldest of them was published, in milliseconds since 1970. */
  readonly oldest: number | undefined;
  /** Those whose content couldn't be read, so that only ids and types were searched. */
  readonly unreadable: number;
}

const usualMost = 5000;
/** Deliveries that are read at once. */
const page = 500;

/** Searches the latest deliveries that have the filters. Rejects with `delivery-options` or a `StoreFailure`. */
export async function searchDeliveries(
  store: Pick<Store, "db" | "dialect" | "transact">,
  { text, most = usualMost, limit = 100, before, ...query }: DeliverySearch,
): Promise<SearchedPage> {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .map(asInJson);
  const found: DeliveryRecord[] = [];
  let [searched, unreadable] = [0, 0];
  let oldest: number | undefined;
  let from = before;
  while (searched < most) {
    const size = Math.min(page, most - searched);
    const { deliveries, next } = await listDeliveries(store, { ...query, before: from, limit: size });
    const contents = await readEventContents(store, deliveries);
    for (const delivery of deliveries) {
      if (found.length === limit) return { deliveries: found, next: from, searched, oldest, unreadable };
      const content = contents.get(delivery.eventId);
      searched += 1;
      oldest = delivery.createdAt;
      from = delivery.sequence;
      if (content === undefined) unreadable += 1;
      const { id, eventId, eventType } = delivery;
      const whole = `${id}\n${eventId}\n${eventType}\n${content ?? ""}`.toLowerCase();
      if (words.every((word) => whole.includes(word))) found.push(delivery);
    }
    if (next === undefined) return { deliveries: found, next, searched, oldest, unreadable };
  }
  return { deliveries: found, next: from, searched, oldest, unreadable };
}

/** A word as it stands within a string of JSON. */
function asInJson(word: string): string {
  return JSON.stringify(word).slice(1, -1);
}

async function readEventContents(
  { db, dialect }: Pick<Store, "db" | "dialect">,
  deliveries: readonly DeliveryRecord[],
): Promise<ReadonlyMap<string, string | undefined>> {
  if (deliveries.length === 0) return new Map();
  const ids = [...new Set(deliveries.map(({ eventId }) => eventId))];
  const rows: readonly StoredContent[] = await db
    .selectFrom("events")
    .select([...contentColumns])
    .where(isAmong(dialect, "event_id", ids))
    .execute();
  await readDictionaries({ db, dialect }, rows);
  return new Map(rows.map((row) => [row.event_id, readableContent(row)]));
}
