import { DeliveryError, type DeliveryRecord } from "@oipkit/delivery";
import { compareSignature } from "../../deliveries/compare-signature.js";
import type { Handlers, Schemas } from "../operation.js";
import type { SandboxParts } from "../parts.js";
import { isoOrNull, isoTime } from "../sandbox-log.js";
import { actor } from "./webhook.js";

/** The operations of the delivery log. */
export function deliveryHandlers({
  delivery,
  exchanges,
}: Pick<SandboxParts, "delivery" | "exchanges">): Handlers<
  "listDeliveries" | "readDelivery" | "listExchanges" | "redeliverEvent"
> {
  const { deliveries } = delivery;
  return {
    async listDeliveries({ query }) {
      const { application_id, state, event_type, event_id, kind, from, until, limit, before } = query;
      const page = await deliveries.list({
        application: application_id,
        states: state === undefined ? undefined : [state],
        eventType: event_type,
        eventId: event_id,
        from: from === undefined ? undefined : Date.parse(from),
        to: until === undefined ? undefined : Date.parse(until),
        kind,
        limit,
        before,
      });
      return { deliveries: page.deliveries.map(shownDelivery), next: page.next ?? null };
    },
    async readDelivery({ path: { delivery_id } }) {
      const found = await deliveries.show(delivery_id);
      if (found === undefined)
        throw new DeliveryError("delivery-unknown", `there is no delivery ${delivery_id}`);
      return {
        delivery: shownDelivery(found),
        attempts: found.log.map(
          ({ number, startedAt, durationMs, status, error, answer, secretVersion }) => ({
            number,
            started_at: isoTime(startedAt),
            duration_ms: Math.max(0, Math.round(durationMs)),
            status: status ?? null,
            error: error ?? null,
            answer: answer ?? null,
            secret_version: secretVersion,
          }),
        ),
        event: JSON.parse(found.content) as Record<string, unknown>,
      };
    },
    listExchanges: ({ path: { delivery_id } }) => ({ exchanges: [...exchanges.of(delivery_id)] }),
    async redeliverEvent({ body: { application_id, event_id, operation_id } }) {
      const asked = { application: application_id, eventId: event_id, operationId: operation_id, actor };
      const { deliveryId, kind } = await delivery.redeliver(asked);
      return { delivery_id: deliveryId, outcome: kind };
    },
  };
}

function shownDelivery(record: DeliveryRecord): Schemas["Delivery"] {
  return {
    delivery_id: record.id,
    sequence: record.sequence,
    application_id: record.application,
    endpoint_id: record.endpointId,
    event_id: record.eventId,
    event_type: record.eventType,
    kind: record.kind,
    state: record.state,
    attempts: record.attempts,
    status: record.status ?? null,
    error: record.error ?? null,
    created_at: isoTime(record.createdAt),
    due_at: isoOrNull(record.dueAt),
    settled_at: isoOrNull(record.settledAt),
  };
}

/** The operation that tells a receiver where its signature differs. */
export function signatureHandlers({
  delivery: { deliveries, credentials },
  exchanges,
}: Pick<SandboxParts, "delivery" | "exchanges">): Handlers<"compareSignature"> {
  return {
    async compareSignature({ path: { delivery_id, attempt }, body }) {
      const found = await deliveries.show(delivery_id);
      const at = found?.log.findIndex(({ number }) => number === attempt) ?? -1;
      if (found === undefined || at < 0)
        throw new DeliveryError(
          "delivery-unknown",
          `there is no attempt ${attempt} of a delivery ${delivery_id}`,
        );
      const signed = exchanges.signed(delivery_id);
      // The latest requests are remembered, so the last ones belong together.
      const index = at - (found.log.length - signed.length);
      const [one, shown] = [signed[index], exchanges.of(delivery_id)[index]];
      if (one === undefined || shown === undefined)
        throw new DeliveryError("delivery-state", "the request of this attempt isn't remembered any more");
      const keys = await credentials.source(found.application).catch(() => undefined);
      return compareSignature(body, { signed: one, masked: shown.body, keys });
    },
  };
}
