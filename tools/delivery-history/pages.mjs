import { createOperator, systemClock } from "@oipkit/delivery";
import { betweenMs, start } from "./history.mjs";

/** Pages of each filter and pair of filters: what is found at once, what is rare, and what isn't there. */
export function queries(rows) {
  const old = { from: start + (betweenMs * rows) / 5, to: start + (betweenMs * rows) / 4 };
  const filters = {
    nothing: {},
    "hot application": { application: "app_0" },
    "quiet application": { application: "app_199" },
    "hot endpoint": { endpoint: "endpoint_0" },
    "usual endpoint": { endpoint: "endpoint_17" },
    "common type": { eventType: "thing.3" },
    "rare type": { eventType: "thing.rare" },
    "no such type": { eventType: "thing.lost" },
    "kind event": { kind: "event" },
    "kind test": { kind: "test" },
    "kind callback": { kind: "callback" },
    delivered: { states: ["delivered"] },
    failed: { states: ["failed"] },
    cancelled: { states: ["cancelled"] },
    pending: { states: ["pending"] },
    sending: { states: ["sending"] },
    "failed or pending": { states: ["failed", "pending"] },
    from: { from: old.from },
    to: { to: old.to },
    "old times": old,
    "future times": { from: start + 2 * betweenMs * rows },
    event: { eventId: `evt_${String(rows - 5).padStart(16, "0")}` },
    delivery: { deliveryId: `delivery_${String(rows - 5).padStart(16, "0")}` },
    before: { before: Math.floor(rows / 3) },
    after: { after: Math.floor(rows / 3) },
  };
  const names = Object.keys(filters);
  return names.flatMap((first, index) => {
    const others = names
      .slice(index + 1)
      .filter((second) => Object.keys(filters[second]).every((key) => !(key in filters[first])));
    return [first, ...others.map((second) => `${first}, ${second}`)].map((name) => ({
      name,
      query: Object.assign({}, ...name.split(", ").map((each) => filters[each])),
    }));
  });
}

/**
 * How long each page takes, in milliseconds: the median of three after a first one.
 * @param {import("@oipkit/delivery").Store} store
 */
export async function measurePages(store, rows) {
  const operator = createOperator({ store, clock: systemClock });
  const pages = [];
  for (const { name, query } of queries(rows)) {
    const all = [];
    let shown = 0;
    for (let turn = 0; turn < 4; turn++) {
      const began = performance.now();
      const { deliveries } = await operator.list(query);
      all.push(performance.now() - began);
      shown = deliveries.length;
    }
    const [, ...repeated] = all;
    pages.push({ name, ms: repeated.sort((a, b) => a - b)[1], firstMs: all[0], shown });
  }
  return pages;
}
