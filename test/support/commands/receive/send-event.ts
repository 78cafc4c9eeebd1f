import { readFileSync } from "node:fs";
import { join } from "node:path";
import { protocol } from "../../../../generated/events/protocol.js";
import { type JsonObject, signDelivery } from "../../../../runtime/webhook/index.js";
import { root } from "../../generator/emit/contract-folder.js";
import { application, credentials } from "./running-receive.js";

interface Example extends JsonObject {
  readonly event_id: string;
  readonly data: JsonObject;
}

/** An example of the contract, bound to the Application of these tests. */
export function exampleEvent(subject: string, changes: JsonObject = {}): JsonObject {
  const path = join(root, "contracts/examples", subject, "full.json");
  const example = JSON.parse(readFileSync(path, "utf8")) as Example;
  const { data = {}, ...top } = changes;
  return {
    ...example,
    tenant_id: application.organization,
    ...top,
    data: {
      ...example.data,
      organization_id: application.organization,
      open_platform_application_id: application.id,
      environment: application.environment,
      product_code: application.product,
      ...(data as JsonObject),
    },
  };
}

/** A subscription event with the given version and subscription. */
export function subscriptionEvent(version: number, resource = "sub_1"): JsonObject {
  return exampleEvent("oem.subscription.created.v1", {
    event_id: `evt_${resource}_${version}`,
    resource_id: resource,
    resource_version: version,
    data: { id: resource, resource_version: version },
  });
}

/** Delivers an event, and returns status and body of the answer. */
export async function sendEvent(url: string, event: JsonObject): Promise<[number, string]> {
  const { headers, body } = signDelivery({ protocol, ...credentials, event });
  const response = await fetch(url, { method: "POST", headers, body: new Uint8Array(body) });
  return [response.status, await response.text()];
}
