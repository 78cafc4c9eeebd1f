import { DeliveryError, type DeliveryQuery, type DeliveryRecord } from "@oipkit/delivery";
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
  /** A complete id is found at once, however old it is. */
  const search = async (filters: DeliveryQuery, text: string): Promise<Schemas["DeliveryPage"]> => {
    const id = text.trim();
    for (const name of ["eventId", "deliveryId"] as const) {
      const page = await deliveries.list({ ...filters, [name]: id });
      if (page.deliveries.length > 0)
        return {
          deliveries: page.deliveries.map(shownDelivery),
          next: page.next ?? null,
          searched: { deliveries: 0, oldest: null, unreadable: 0 },
        };
    }
    const page = await deliveries.search({ ...filters, text });
    return {
      deliveries: page.deliveries.map(shownDelivery),
      next: page.next ?? null,
      searched: {
        deliveries: page.searched,
        oldest: isoOrNull(page.oldest),
        unreadable: page.unreadable,
      },
    };
  };
  return {
    async listDeliveries({ query }) {
      const { application_id, state, event_type, event_id, kind, from, until, limit, before } = query;
      const filters = {
        application: application_id,
        states: state === undefined ? undefined : [state],
        eventType: event_type,
        from: from === undefined ? undefined : Date.parse(from),
        to: until === undefined ? undefined : Date.parse(until),
        kind,
        limit,
        before,
      };
      if (query.search !== undefined && event_id === undefined) return search(filters, query.search);
      const page = await deliveries.list({ ...filters, eventId: event_id });
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
      const { application } = found;
      const [keys, previous, versions] = await Promise.all([
        credentials.source(application).catch(() => undefined),
        credentials.previousSecret(application).catch(() => undefined),
        credentials.list(application),
      ]);
      const forgotten = versions.filter(({ kind, state, activatedAt }) => {
        return kind === "signing-secret" && state === "discarded" && activatedAt !== undefined;
      });
      return compareSignature(body, {
        signed: one,
        masked: shown.body,
        keys,
        previous,
        forgotten: forgotten.map(({ version }) => version),
      });
    },
  };
}
