import { queryOptions } from "@tanstack/react-query";
import { readWebhook } from "../../../generated/console/client.js";
import type { components } from "../../../generated/console/types.js";
import { applicationKey, call, client } from "../../client.js";

/** The endpoint with what may be chosen for it; without secrets. */
export type WebhookView = components["schemas"]["WebhookView"];

/** An event or callback that may be chosen. */
export type WebhookType = components["schemas"]["WebhookType"];

/** An endpoint that isn't revoked. */
export type Endpoint = NonNullable<WebhookView["webhook"]["endpoint"]>;

/** How the endpoint is read; that is also what a recheck does. */
export function webhookQuery(application: string) {
  return queryOptions({
    queryKey: applicationKey(application, "webhook"),
    queryFn: ({ signal }) => call(readWebhook(client, { application_id: application }, { signal })),
  });
}

/** The endpoint, unless it is revoked, which is as if there was none. */
export function presentEndpoint({ webhook }: WebhookView): Endpoint | null {
  if (webhook.endpoint === null || webhook.endpoint.state === "revoked") return null;
  return webhook.endpoint;
}
