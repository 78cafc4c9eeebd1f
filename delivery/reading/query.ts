import { DeliveryError } from "../errors.js";
import type { DeliveryKind, DeliveryState } from "../store/tables.js";

/** Which deliveries to list; without a filter, all. */
export interface DeliveryQuery {
  readonly application?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly states?: readonly DeliveryState[] | undefined;
  readonly eventType?: string | undefined;
  readonly eventId?: string | undefined;
  readonly deliveryId?: string | undefined;
  readonly kind?: DeliveryKind | undefined;
  /** Only those published before this one, latest first. That is the order, unless `after` is given. */
  readonly before?: number | undefined;
  /** Only those published after this one, in the order of publication. */
  readonly after?: number | undefined;
  /** Only those published at this time or later, in milliseconds since 1970. */
  readonly from?: number | undefined;
  /** Only those published before this time. */
  readonly to?: number | undefined;
  /** 1 to 1000. Default: 100. */
  readonly limit?: number | undefined;
}

/** Every state that a delivery can be in. */
export const deliveryStates: readonly DeliveryState[] = [
  "pending",
  "sending",
  "delivered",
  "failed",
  "cancelled",
];

const kinds: readonly DeliveryKind[] = ["event", "test", "callback"];

/** Most that one page holds. */
export const maxPage = 1000;

const names: Readonly<Record<keyof DeliveryQuery, true>> = {
  application: true,
  endpoint: true,
  states: true,
  eventType: true,
  eventId: true,
  deliveryId: true,
  kind: true,
  before: true,
  after: true,
  from: true,
  to: true,
  limit: true,
};

/** Throws `delivery-options` for a query that can't be meant, since it may come from an HTTP request. */
export function checkQuery(query: DeliveryQuery): void {
  for (const name of Object.keys(query))
    if (!Object.hasOwn(names, name)) throw refused(`a query of deliveries has no filter \`${name}\``);
  const { states, kind, limit = 1 } = query;
  for (const state of states ?? [])
    if (!deliveryStates.includes(state))
      throw refused(`\`states\` holds one that doesn't exist; use ${deliveryStates.join(", ")}`);
  if (kind !== undefined && !kinds.includes(kind)) throw refused(`\`kind\` must be ${kinds.join(", ")}`);
  if (!Number.isInteger(limit) || limit < 1 || limit > maxPage)
    throw refused(`\`limit\` must be a whole number from 1 to ${maxPage}`);
  for (const name of ["before", "after", "from", "to"] as const) {
    const value = query[name];
    if (value !== undefined && !Number.isSafeInteger(value))
      throw refused(`\`${name}\` must be a whole number`);
  }
}

function refused(message: string): DeliveryError {
  return new DeliveryError("delivery-options", message);
}
