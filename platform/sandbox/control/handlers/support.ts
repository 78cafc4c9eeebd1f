import { type Delivery, DeliveryError } from "@oipkit/delivery";
import { activeApplication, found, requireMember } from "../../platform/access/found.js";
import { type PlatformCommand, Refusal } from "../../platform/draft.js";
import type { SupportRequest } from "../../platform/records/records.js";
import type { Handlers, Schemas } from "../operation.js";
import { takePage } from "../page.js";
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
      const { entries, next } = takePage(world.view.list("supportRequest", where), query, ({ id }) => id);
      return { requests: entries.map(shownRequest), next };
    },
    async forwardToSupport({ body }) {
      await checkNamed(delivery, body);
      const request = await world.run(forwardToSupport, body);
      log.write({
        kind: "control",
        message: "a problem was forwarded to support",
        data: { support_request_id: request.id, application_id: request.application },
      });
      return shownRequest(request);
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

function shownRequest(request: SupportRequest): Schemas["SupportRequest"] {
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

/** What a Client Secret looks like. */
const clientSecret = /cs_[\w-]{43}/;

/**
 * Keeps what was forwarded to platform support. Refuses with `unknown-…`, `application-revoked`, `not-a-member`, `secret-in-text`, and
 * `operation-conflict` if the operation's id was used for something else.
 */
const forwardToSupport: PlatformCommand<Schemas["NewSupportRequest"], SupportRequest> = (draft, asked) => {
  const { organization, owner } = activeApplication(draft, asked.application_id);
  const { application_id: application, person_id: person = owner, subject, message } = asked;
  found(draft, "person", person);
  requireMember(draft, person, organization);
  // A ticket is read by others than those who may know a secret.
  if (clientSecret.test(subject) || clientSecret.test(message ?? ""))
    throw new Refusal("invalid", "secret-in-text", {
      message: "The text has a Client Secret. Remove it, and rotate the secret.",
      clause: "§6.9",
    });
  const { delivery_id: deliveryId, event_id: eventId, correlation_id: correlationId } = asked;
  const { operation_id: operation } = asked;
  const content = { application, person, subject, message, deliveryId, eventId, correlationId, operation };
  const [known] = draft.list("supportRequest", { application, operation });
  if (known === undefined) {
    const request = { id: draft.newId("support"), ...content, createdAt: draft.now };
    draft.put("supportRequest", request);
    return request;
  }
  const names = Object.keys(content) as (keyof typeof content)[];
  if (names.every((name) => known[name] === content[name])) return known;
  throw new Refusal("conflict", "operation-conflict", {
    message: `The operation "${operation}" forwarded something else. Choose another id for another request.`,
    clause: "§5.6",
  });
};
