import type { DeliveryContext } from "../context.js";
import type { DeliveryState } from "../store/tables.js";
import { countDeliveries } from "./counts.js";
import { type EndpointPage, type EndpointQuery, listEndpoints } from "./endpoints.js";
import { type DeliveryPage, listDeliveries } from "./list.js";
import type { DeliveryQuery } from "./query.js";
import type { DeliveryDetails } from "./records.js";
import { showDelivery } from "./show.js";

/** What can be read of the log. Every method rejects with a `StoreFailure` if the store can't be reached. */
export interface Reading {
  /** A page of deliveries, latest first or, with `after`, in the order of publication. Rejects with `delivery-options`. */
  readonly list: (query?: DeliveryQuery) => Promise<DeliveryPage>;
  /** A delivery with its attempts and its event; undefined if there is none of this id. */
  readonly show: (id: string) => Promise<DeliveryDetails | undefined>;
  /** How many deliveries are in each state. */
  readonly counts: (filter?: {
    readonly application?: string | undefined;
  }) => Promise<Readonly<Record<DeliveryState, number>>>;
  /** A page of endpoints with their backlog and circuit, by id. Rejects with `delivery-options`. */
  readonly endpoints: (query?: EndpointQuery) => Promise<EndpointPage>;
}

/** Reads what the engine has recorded. Works while engines run, in this process or another. */
export function createReading({ store, clock }: Pick<DeliveryContext, "store" | "clock">): Reading {
  return {
    list: (query = {}) => listDeliveries(store, query),
    show: (id) => showDelivery(store, id),
    counts: ({ application } = {}) => countDeliveries(store, application),
    endpoints: (query = {}) => listEndpoints(store, query, clock.now()),
  };
}
