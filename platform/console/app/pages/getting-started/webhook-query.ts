import { queryOptions } from "@tanstack/react-query";
import { listDeliveries, readWebhook } from "../../../generated/console/client.js";
import { call, client } from "../../api/client.js";
import { applicationKey } from "../../api/keys.js";

/** How the webhook is read, without secrets; the webhook page has the same. */
export function webhookQuery(application: string) {
  return queryOptions({
    queryKey: applicationKey(application, "webhook"),
    queryFn: ({ signal }) => call(readWebhook(client, { application_id: application }, { signal })),
  });
}

/** The latest deliveries; live entries refresh them. */
export function latestDeliveriesQuery(application: string) {
  return queryOptions({
    queryKey: applicationKey(application, "deliveries", "latest"),
    queryFn: ({ signal }) =>
      call(listDeliveries(client, { application_id: application, limit: 5 }, { signal })),
  });
}
