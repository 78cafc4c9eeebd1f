import { readFileSync } from "node:fs";
import { signDelivery } from "@oipkit/runtime/webhook";
import { protocol } from "@oipkit/sdk/events/protocol.js";
import { example } from "./paths.mjs";

const event = JSON.parse(readFileSync(example, "utf8"));

export const credentials = {
  secrets: ["whsec_0123456789abcdef0123456789abcdef"],
  verificationToken: "vt_0123456789abcdef",
};

export const application = {
  id: event.data.open_platform_application_id,
  organization: event.tenant_id,
  environment: event.data.environment,
  product: event.data.product_code,
};

/**
 * A delivery of a new event about a new resource.
 * @param {string} id
 * @param {object} [changes] to the credentials
 */
export function deliveryOf(id, changes = {}) {
  const named = { ...event, event_id: `evt_${id}`, resource_id: `sub_${id}`, resource_version: 1 };
  named.data = { ...event.data, id: `sub_${id}`, resource_version: 1 };
  return signDelivery({ protocol, ...credentials, ...changes, event: named });
}
