/** States of a delivery. */
export const deliveryStates = ["pending", "sending", "delivered", "failed", "cancelled"] as const;

/** A state of a delivery. */
export type DeliveryState = (typeof deliveryStates)[number];

/** What a delivery is for. */
export const deliveryKinds = ["event", "test", "callback"] as const;

/** What a delivery is for. */
export type DeliveryKind = (typeof deliveryKinds)[number];

/** Filters of the deliveries, in the address so that they can be linked. */
export interface DeliveriesSearch {
  /** Words that an id, the type or the event must have, such as the id of a resource. */
  readonly id?: string | undefined;
  readonly state?: DeliveryState | undefined;
  readonly kind?: DeliveryKind | undefined;
  readonly event_type?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** Takes the filters out of an address; everything else in it is dropped. */
export function deliveriesSearch(search: Record<string, unknown>): DeliveriesSearch {
  const text = (name: string): string | undefined => {
    const value = search[name];
    if (typeof value === "string" && value !== "") return value.slice(0, 200);
    return undefined;
  };
  const time = (name: string): string | undefined => {
    const value = Date.parse(text(name) ?? "");
    if (Number.isNaN(value)) return undefined;
    return new Date(value).toISOString();
  };
  return {
    id: text("id"),
    state: deliveryStates.find((state) => state === search.state),
    kind: deliveryKinds.find((kind) => kind === search.kind),
    event_type: text("event_type"),
    from: time("from"),
    until: time("until"),
  };
}

/** What the address of a delivery says beside its id. */
interface DeliverySearch {
  /** The attempt that is shown; default the last one. */
  readonly attempt?: number | undefined;
}

/** Takes the attempt out of an address. */
export function deliverySearch({ attempt }: Record<string, unknown>): DeliverySearch {
  return {
    attempt:
      typeof attempt === "number" && Number.isSafeInteger(attempt) && attempt > 0 ? attempt : undefined,
  };
}
