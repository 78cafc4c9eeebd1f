import {
  DeliveryError,
  type EndpointChange,
  type EndpointHealth,
  type EndpointStanding,
} from "@oipkit/delivery";
import { found } from "../../platform/access/found.js";
import type { Handlers, Schemas } from "../operation.js";
import { pageLimit } from "../page.js";
import type { SandboxParts } from "../parts.js";
import { isoOrNull, isoTime } from "../sandbox-log.js";
import { actor } from "./webhook.js";

type HealthParts = Pick<SandboxParts, "delivery" | "redeliveries" | "world">;
type Ids = "listWebhookStandings" | "readWebhookHealth" | "redeliverFailed" | "readRedeliveries";

/** Events that are begun again by one request, if it doesn't say. */
const usualBatch = 100;

/** The operations of how endpoints are doing, and of what failed. */
export function healthHandlers({
  delivery: { deliveries },
  redeliveries,
  world,
}: HealthParts): Handlers<Ids> {
  return {
    async listWebhookStandings({ query }) {
      const { application_id: application, after } = query;
      const states = ["active", "paused"] as const;
      const page = await deliveries.standings({ application, after, states, limit: pageLimit(query) });
      return { standings: page.standings.map(shownStanding), next: page.next ?? null };
    },
    async readWebhookHealth({ path: { application_id: id } }) {
      found(world.view, "application", id);
      const health = await deliveries.endpointHealth(id);
      return { health: health === undefined ? null : shownHealth(health) };
    },
    async redeliverFailed({ path: { application_id: application }, body }) {
      const { operation_id: operationId, event_type: eventType, from, limit: most = usualBatch } = body;
      const { standings } = await deliveries.standings({ application, states: ["active", "paused"] });
      const [standing] = standings;
      if (standing === undefined)
        throw new DeliveryError("endpoint-missing", "the application has no endpoint: save one first");
      const query = {
        application,
        endpoint: standing.endpoint.id,
        eventType,
        from: from === undefined ? undefined : Date.parse(from),
      };
      const done = await redeliveries.redeliverAll({ query, operationId, actor, most });
      const refused = Object.values(done.refused).reduce((sum, count) => sum + count, 0);
      return { begun: done.begun, repeated: done.repeated, refused, complete: done.isComplete };
    },
    async readRedeliveries({ path: { application_id: application, redelivery_id: operationId } }) {
      const states = await redeliveries.redelivered({ application, operationId });
      const { pending, sending, delivered, failed, cancelled } = states;
      return { waiting: pending + sending, delivered, failed, cancelled };
    },
  };
}

function shownStanding({
  endpoint,
  status,
  failed,
  retrying,
  nextAttemptAt,
}: EndpointStanding): Schemas["WebhookStanding"] {
  return {
    application_id: endpoint.application,
    endpoint_id: endpoint.id,
    // Revoked ones aren't asked for.
    status: status === "revoked" ? "idle" : status,
    failed,
    retrying,
    failing_since: isoOrNull(endpoint.failingSince),
    circuit: endpoint.circuit,
    next_attempt_at: isoOrNull(nextAttemptAt),
  };
}

function shownHealth(health: EndpointHealth): Schemas["WebhookHealth"] {
  const { recent, failing, endpoint } = health;
  return {
    standing: shownStanding(health),
    recent: {
      from: isoTime(recent.from),
      attempts: recent.attempts,
      failed: recent.failed,
      errors: shownErrors(recent.errors),
      complete: recent.isComplete,
    },
    failing:
      failing === undefined
        ? null
        : {
            since: isoTime(failing.since),
            attempts: failing.attempts,
            errors: shownErrors(failing.errors),
            changes_before: failing.changesBefore.map(shownChange),
          },
    last_success_at: isoOrNull(health.lastSuccessAt),
    paused_at: isoOrNull(health.pausedAt),
    pause_reason: endpoint.pauseReason ?? null,
  };
}

function shownErrors(errors: EndpointHealth["recent"]["errors"]): Schemas["AttemptErrors"][] {
  return errors.map(({ error, status, count }) => ({ error, status: status ?? null, count }));
}

function shownChange(change: EndpointChange): Schemas["WebhookChange"] {
  const isRotation = change.kind === "credential-rotated";
  return {
    change: change.kind,
    at: isoTime(change.at),
    credential: isRotation ? change.credential : null,
    version: isRotation ? change.version : null,
  };
}
