import { activeApplication, found, requireMember } from "../../platform/access/found.js";
import type { Command } from "../../platform/draft.js";
import type { SupportRequest } from "../../platform/records/support.js";
import { Refusal } from "../../platform/refusal.js";
import type { Schemas } from "../operation.js";

/** What a client secret looks like. */
const clientSecret = /cs_[\w-]{43}/;

/**
 * Keeps what was forwarded to platform support. Refuses with `unknown-…`, `application-revoked`, `not-a-member`, `secret-in-text`, and
 * `operation-conflict` if the operation's id was used for something else.
 */
export const forwardToSupport: Command<Schemas["NewSupportRequest"], SupportRequest> = (draft, asked) => {
  const { organization, owner } = activeApplication(draft, asked.application_id);
  const { application_id: application, person_id: person = owner, subject, message } = asked;
  found(draft, "person", person);
  requireMember(draft, person, organization);
  // A ticket is read by others than those who may know a secret.
  if (clientSecret.test(subject) || clientSecret.test(message ?? ""))
    throw new Refusal("invalid", "secret-in-text", {
      message: "The text has a client secret. Remove it, and rotate the secret.",
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
