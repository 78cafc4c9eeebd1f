import type { Delivery } from "@oipkit/delivery";
import { DeliveryError } from "@oipkit/delivery";
import type { SupportRequest } from "../../platform/records/support.js";
import { forwardToSupport } from "../commands/support.js";
import type { Handlers, Schemas } from "../operation.js";
import { pageOf } from "../page.js";
import type { SandboxParts } from "../parts.js";
import { isoTime } from "../sandbox-log.js";

/** The operations of what is forwarded to platform support. */
export function supportHandlers({
  world,
  delivery,
  log,
}: Pick<SandboxParts, "world" | "delivery" | "log">): Handlers<"listSupportRequests" | "forwardToSupport"> {
  return {
    listSupportRequests({ query }) {
      const { application_id: application } = query;
      const where = application === undefined ? undefined : { application };
      const { entries, next } = pageOf(world.view.list("supportRequest", where), query, ({ id }) => id);
      return { requests: entries.map(requestOf), next };
    },
    async forwardToSupport({ body }) {
      await checkNamed(delivery, body);
      const request = await world.run(forwardToSupport, body);
      log.write({
        kind: "control",
        message: "a problem was forwarded to support",
        data: { support_request_id: request.id, application_id: request.application },
      });
      return requestOf(request);
    },
  };
}

/** Rejects unless the delivery and the event that are named are the application's. */
async function checkNamed(
  { deliveries }: Delivery,
  { application_id: application, delivery_id: id, event_id: eventId }: Schemas["NewSupportRequest"],
): Promise<void> {
  if (id !== undefined && (await deliveries.show(id))?.application !== application)
    throw new DeliveryError("delivery-unknown", `the application has no delivery ${id}`);
  if (eventId === undefined) return;
  const { deliveries: found } = await deliveries.list({ application, eventId, limit: 1 });
  if (found.length === 0)
    throw new DeliveryError("event-unknown", `the application has no delivery of the event ${eventId}`);
}

function requestOf(request: SupportRequest): Schemas["SupportRequest"] {
  const { message = null, deliveryId = null, eventId = null, correlationId = null } = request;
  return {
    support_request_id: request.id,
    application_id: request.application,
    person_id: request.person,
    subject: request.subject,
    message,
    delivery_id: deliveryId,
    event_id: eventId,
    correlation_id: correlationId,
    operation_id: request.operation,
    created_at: isoTime(request.createdAt),
  };
}
