import { randomUUID } from "node:crypto";
import { post } from "./post.mjs";
import { signedRequest } from "./signed-request.mjs";

const timeoutMs = 5000;

/** Invokes a callback: one attempt, and no answer in time leaves its outcome unknown. */
export async function invokeCallback(application, event, clock) {
  const { endpoint } = application;
  if (!endpoint?.callback_types.includes(event.event_type))
    return { outcome: "failed", reason: "not configured" };
  const delivery = {
    id: `delivery_${randomUUID()}`,
    kind: "callback",
    eventId: event.event_id,
    eventType: event.event_type,
    text: JSON.stringify(event),
  };
  const { headers, body } = signedRequest(delivery, application, clock.now());
  const answer = await post(endpoint.url, headers, body, { timeoutMs, maxBytes: 65536 });
  return outcomeOf(answer);
}

function outcomeOf({ status, error }) {
  if (error !== undefined || status >= 500)
    return { outcome: "unknown", reason: error ?? `status ${status}` };
  if (status >= 200 && status <= 299) return { outcome: "succeeded" };
  return { outcome: "failed", reason: `status ${status}` };
}
