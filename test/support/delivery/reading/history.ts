import type { DeliveryQuery, Store } from "../../../../delivery/index.js";

const folder = new URL("../../../../tools/delivery-history/", import.meta.url);
const history: { readonly writeHistory: (store: Store, rows: number) => Promise<void> } = await import(
  new URL("history.mjs", folder).href
);
const pages: {
  readonly queries: (rows: number) => readonly { readonly name: string; readonly query: DeliveryQuery }[];
} = await import(new URL("pages.mjs", folder).href);

/** Writes so many deliveries, as `tools/delivery-history.mjs` does. */
export const { writeHistory } = history;

/** Queries with each filter and each pair of filters, for such a history. */
export const filteredQueries = pages.queries;
