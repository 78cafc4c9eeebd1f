import { randomBytes } from "node:crypto";
import type { JsonObject } from "@oipkit/runtime/webhook";
import { protocol } from "@oipkit/sdk";
import { type DeliverySettings, deliveryDefaults } from "../../../../delivery/context.js";
import type { ApplicationRecord, EventTestParts, Store } from "../../../../delivery/index.js";
import { suite } from "../../../../generated/conformance/events.js";
import { validateEvent } from "../../../../generated/validators/events.js";
import { endpointRow, start } from "../reading/rows.js";

/** The events of the family whose tests the platform offers. */
export const lifecycle = Object.keys(suite.examples).filter((type) => type.startsWith("oem.subscription."));
/** One of them, chosen here: the platform's documentation doesn't say which can't be tested. */
export const untested = "oem.subscription.terminated.v1";
/** Another one. */
export const renewed = "oem.subscription.renewed.v1";

/** An application of the sandbox. */
export const sandboxApplication: ApplicationRecord = {
  id: "app_1",
  organization: "org_1",
  environment: "sandbox",
  active: true,
  grantedEventTypes: [renewed],
  grantedCallbackTypes: ["token.agent.action.v1"],
};

/** What tests of endpoints and callbacks work with; every part can be replaced. */
export function contextOn(store: Store, record: Partial<ApplicationRecord> = {}) {
  const settings: DeliverySettings = deliveryDefaults;
  const application: ApplicationRecord = { ...sandboxApplication, ...record };
  return {
    protocol,
    store,
    settings,
    random: randomBytes,
    observer: {},
    validate: validateEvent,
    clock: { now: () => start, wakeAt: () => () => {} },
    directory: { application: (id: string) => (id === application.id ? application : undefined) },
  };
}

/** A complete summary, as the platform could make it: an example of the contract under synthetic ids. */
export const synthesize: EventTestParts["synthesize"] = ({ type, environment, syntheticId }) => {
  // Nothing else is known of a callback's content.
  if (type === "token.agent.action.v1") return {};
  const [example] = Object.values(suite.examples[type] ?? {});
  const event = structuredClone(example) as JsonObject & { data: Record<string, unknown> };
  const [resource, organization] = [syntheticId("subscription"), syntheticId("organization")];
  Object.assign(event, { resource_id: resource, tenant_id: organization });
  Object.assign(event.data, { id: resource, organization_id: organization, environment });
  return event;
};

/** Parts with which everything is allowed. */
export const openParts: EventTestParts = {
  types: lifecycle,
  leftOut: [untested],
  synthesize,
  defaultProduct: "webhook_test_product",
  productionEnvironments: ["production"],
  mayTest: () => true,
};

/** Saves an endpoint of `app_1` with delivered credentials. */
export async function saveEndpoint(
  { db }: Pick<Store, "db">,
  more: Parameters<typeof endpointRow>[2] = {},
): Promise<void> {
  await db
    .insertInto("endpoints")
    .values(endpointRow("ep_1", "app_1", { revision: 3, ...more }))
    .execute();
  await db
    .insertInto("credentials")
    .values(
      (["signing-secret", "verification-token", "encrypt-key"] as const).map((kind) => ({
        application: "app_1",
        kind,
        version: 1,
        state: "active" as const,
        sealed: "",
        key_id: "k",
        operation_id: null,
        created_at: start,
        activated_at: start,
        delivered_at: start,
      })),
    )
    .execute();
}
