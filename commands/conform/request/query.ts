import type { Delivery } from "../suite/delivery.js";

/** The query that is signed, and the one that is sent. */
export function queriesOf(query: Delivery["query"]): {
  readonly signed: string | undefined;
  readonly sent: string | undefined;
} {
  return typeof query === "object" ? query : { signed: query, sent: query };
}

/** An address with a query, without its question mark, added to its own. */
export function withQuery(url: string, query: string | undefined): string {
  if (query === undefined || query === "") return url;
  return `${url}${url.includes("?") ? "&" : "?"}${query}`;
}
