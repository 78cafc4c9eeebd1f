import { queryOptions, useQuery } from "@tanstack/react-query";
import { listDeliveries, listRequests, readWebhook } from "../../../generated/console/client.js";
import type { components } from "../../../generated/console/types.js";
import { applicationKey, call, client } from "../../client.js";

type Delivery = components["schemas"]["SandboxDelivery"];

/** A call of the application, as the sandbox logged it. */
type ApiRequest = components["schemas"]["RequestList"]["requests"][number];

/**
 * How far an application is. A step is done once it was done: what fails, is paused or is revoked later doesn't take that back, and is told
 * beside it.
 */
export interface Progress {
  readonly view: components["schemas"]["WebhookView"];
  /** The latest deliveries, the latest first. */
  readonly deliveries: readonly Delivery[];
  /** The latest call, and whether one was ever answered with 200. */
  readonly latestCall: ApiRequest | undefined;
  readonly isDone: Readonly<Record<"credentials" | "receiver" | "connection" | "event" | "call", boolean>>;
  /** Whether events can arrive now. */
  readonly isConnected: boolean;
}

/** Reads how far an application is; live entries refresh it. */
export function useProgress(application: string) {
  const webhook = useQuery(webhookQuery(application));
  const latest = useQuery(deliveriesQuery(application, "latest"));
  const delivered = useQuery(deliveriesQuery(application, "delivered"));
  const calls = useQuery(requestsQuery(application, "latest"));
  const allowed = useQuery(requestsQuery(application, "allowed"));
  const all = [webhook, latest, delivered, calls, allowed];
  const retry = (): void => {
    for (const query of all) void query.refetch();
  };
  const error = all.find((query) => query.error !== null)?.error ?? null;
  if (!webhook.data || !latest.data || !delivered.data || !calls.data || !allowed.data)
    return { progress: undefined, error, retry };
  const { endpoint, credentials } = webhook.data.webhook;
  const hasEvent = delivered.data.deliveries.length > 0;
  const wasConnected = hasEvent || (endpoint !== null && endpoint.verified_at !== null);
  const hadCredentials = ["signing-secret", "verification-token"].every((kind) =>
    credentials.some((each) => each.kind === kind),
  );
  const progress: Progress = {
    view: webhook.data,
    deliveries: latest.data.deliveries,
    latestCall: calls.data.requests[0],
    isDone: {
      credentials: wasConnected || hadCredentials,
      // A receiver that was verified has been started.
      receiver: wasConnected,
      connection: wasConnected,
      event: hasEvent,
      call: allowed.data.requests.length > 0,
    },
    isConnected: endpoint !== null && endpoint.state === "active" && endpoint.verified_at !== null,
  };
  return { progress, error, retry };
}

/** How the webhook is read, without secrets; the webhook page has the same. */
function webhookQuery(application: string) {
  return queryOptions({
    queryKey: applicationKey(application, "webhook"),
    queryFn: ({ signal }) => call(readWebhook(client, { application_id: application }, { signal })),
  });
}

/** The latest five deliveries, or the latest that was accepted: one of them can be long ago. */
function deliveriesQuery(application_id: string, which: "latest" | "delivered") {
  return queryOptions({
    queryKey: applicationKey(application_id, "deliveries", "getting-started", which),
    queryFn: ({ signal }) => {
      const filter = which === "latest" ? { limit: 5 } : { state: "delivered" as const, limit: 1 };
      return call(listDeliveries(client, { application_id, ...filter }, { signal }));
    },
  });
}

/** The latest call of the API, or the latest that was answered with 200. */
function requestsQuery(application_id: string, which: "latest" | "allowed") {
  return queryOptions({
    queryKey: applicationKey(application_id, "requests", "getting-started", which),
    queryFn: ({ signal }) => {
      const filter = which === "latest" ? { limit: 1 } : { status: 200, limit: 1 };
      return call(listRequests(client, { application_id, ...filter }, { signal }));
    },
  });
}
