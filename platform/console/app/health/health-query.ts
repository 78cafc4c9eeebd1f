import { queryOptions } from "@tanstack/react-query";
import { listWebhookStandings, readWebhookHealth } from "../../generated/console/client.js";
import type { components } from "../../generated/console/types.js";
import { applicationKey, call, client, standingsKey } from "../client.js";

/** How an endpoint stands. */
export type Standing = components["schemas"]["SandboxWebhookStanding"];

/** How an endpoint's deliveries are doing. */
export type Health = components["schemas"]["SandboxWebhookHealth"];

/** How the health of an application's endpoint is read; live entries refresh it. */
export function healthQuery(application: string) {
  return queryOptions({
    queryKey: applicationKey(application, "health"),
    queryFn: ({ signal }) => call(readWebhookHealth(client, { application_id: application }, { signal })),
  });
}

/** How the standings of all one's endpoints are read; live entries refresh them. */
export const standingsQuery = queryOptions({
  queryKey: standingsKey,
  queryFn: ({ signal }) => call(listWebhookStandings(client, undefined, { signal })),
});
