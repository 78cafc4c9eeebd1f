import { randomBytes } from "node:crypto";
import {
  createDelivery,
  type Delivery,
  type DeliveryOptions,
  type KeyRingOptions,
  type Store,
} from "../../../delivery/index.js";
import { protocol } from "../../../generated/events/protocol.js";
import { validateEvent } from "../../../generated/validators/events.js";
import { type } from "./engine/subject.js";
import { endpointRow } from "./reading/rows.js";

/** The keys of `deliveryOn`. */
export const testKeys: KeyRingOptions = { keys: [{ id: "first", bytes: randomBytes(32) }] };

/** An engine whose directory knows every application, and whose receivers accept everything. */
export function deliveryOn(store: Store, options: Partial<DeliveryOptions> = {}): Delivery {
  return createDelivery({
    protocol,
    validate: validateEvent,
    eventTypes: [type],
    store,
    keyRing: testKeys,
    directory: {
      application: (id) => ({
        id,
        organization: "owner",
        environment: "sandbox",
        active: true,
        grantedEventTypes: [type],
        grantedCallbackTypes: [],
      }),
    },
    transport: {
      post: async () => ({
        kind: "answered",
        status: 204,
        headers: {},
        body: new Uint8Array(),
        truncated: false,
        durationMs: 1,
      }),
      close: async () => {},
    },
    ...options,
  });
}

/** Adds an endpoint with credentials, as somebody left it who has never published to it. */
export async function addEndpoint(
  delivery: Delivery,
  { db }: Pick<Store, "db">,
  application: string,
): Promise<void> {
  await db
    .insertInto("endpoints")
    .values({ ...endpointRow(`endpoint-${application}`, application), event_types: JSON.stringify([type]) })
    .execute();
  await delivery.credentials.ensure(application, { actor: "test" });
}
