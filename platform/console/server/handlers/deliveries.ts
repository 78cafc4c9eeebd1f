import { ownApplication } from "../access/own-application.js";
import { requireVerification } from "../access/viewer.js";
import { action } from "../actions.js";
import type { Handlers } from "../api/operation.js";
import type { Schemas } from "../api/schemas.js";
import { unknown } from "../console-refusal.js";
import type { ConsoleContext } from "../context.js";
import { from, ifThere } from "../control/create-control.js";
import { meaningOf } from "../shown/answer-meaning.js";
import { type Exchange, signatureSteps } from "../shown/signature-steps.js";

type Ids =
  | "listDeliveries"
  | "readDelivery"
  | "compareSignature"
  | "redeliver"
  | "listSupportRequests"
  | "forwardToSupport";

/** The operations of what was sent to an application's endpoint. */
export function deliveryHandlers(context: ConsoleContext): Handlers<Ids> {
  const { control, now } = context;
  /** A delivery of this application; one of another isn't there. */
  const ofApplication = async ({
    application_id,
    delivery_id,
  }: {
    application_id: string;
    delivery_id: string;
  }) => {
    const found = await from(control.deliveries.read({ delivery_id }));
    if (found.delivery.application_id !== application_id) throw unknown("delivery");
    return found;
  };
  return {
    async listDeliveries({ path: { application_id }, query: { id, ...query }, viewer }) {
      await ownApplication(context, viewer, application_id);
      if (id === undefined) return await from(control.deliveries.list({ ...query, application_id }));
      const found = await from(control.deliveries.list({ ...query, application_id, event_id: id }));
      if (found.deliveries.length > 0) return found;
      const one = await ifThere(ofApplication({ application_id, delivery_id: id }));
      return { deliveries: one === undefined ? [] : [one.delivery], next: null };
    },
    async readDelivery({ path, viewer }) {
      const { application_id, delivery_id } = path;
      await ownApplication(context, viewer, application_id);
      const [{ delivery, event, attempts }, { exchanges }, { endpoint }] = await Promise.all([
        ofApplication(path),
        from(control.deliveries.listExchanges({ delivery_id })),
        from(control.webhook.read({ application_id })),
      ]);
      // The latest requests are remembered, so the last ones belong together.
      const missing = attempts.length - exchanges.length;
      return {
        delivery,
        event,
        endpoint_url:
          endpoint?.endpoint_id === delivery.endpoint_id ? endpoint.url : (exchanges.at(-1)?.url ?? null),
        attempts: attempts.map((attempt, index) => attemptView(attempt, exchanges[index - missing])),
        actions: [redeliverAction(delivery)],
      };
    },
    async compareSignature({ path, body, viewer }) {
      const { application_id, delivery_id, attempt } = path;
      await ownApplication(context, viewer, application_id);
      await ofApplication(path);
      return await from(control.deliveries.compareSignature({ delivery_id, attempt, body }));
    },
    async redeliver({ path, operationId: operation_id, viewer }) {
      const { application_id } = path;
      await ownApplication(context, viewer, application_id);
      const { event_id } = (await ofApplication(path)).delivery;
      return await from(
        control.deliveries.redeliverEvent({ body: { application_id, event_id, operation_id } }),
      );
    },
    async listSupportRequests({ path: { application_id }, query, viewer }) {
      await ownApplication(context, viewer, application_id);
      return await from(control.deliveries.listSupportRequests({ ...query, application_id }));
    },
    async forwardToSupport({ path: { application_id }, body, operationId: operation_id, viewer }) {
      await ownApplication(context, viewer, application_id);
      requireVerification(viewer, now());
      const { person_id } = viewer.person;
      return await from(
        control.deliveries.forwardToSupport({ body: { ...body, application_id, person_id, operation_id } }),
      );
    },
  };
}

type Attempt = Omit<Schemas["AttemptView"], "meaning" | "sent" | "signature">;

function attemptView(attempt: Attempt, exchange: Exchange | undefined): Schemas["AttemptView"] {
  if (exchange === undefined) return { ...attempt, meaning: meaningOf(attempt), sent: null, signature: null };
  const { method, url, headers, body, body_truncated, masked, answer_headers, answer_body } = exchange;
  return {
    ...attempt,
    answer: answer_body ?? attempt.answer,
    meaning: meaningOf(attempt),
    sent: { method, url, headers, body, body_truncated, masked, answer_headers },
    signature: signatureSteps(exchange, attempt.secret_version),
  };
}

function redeliverAction({ state, kind }: Schemas["SandboxDelivery"]): Schemas["Action"] {
  return action(
    "redeliver",
    kind !== "event" && { reason: "not-an-event", remedy: "Send another test instead.", clause: "§6.7" },
    (state === "pending" || state === "sending") && {
      reason: "already-pending",
      remedy: "It is delivered by itself; wait for its next attempt.",
      clause: "§6.9",
    },
    state !== "failed" && {
      reason: "not-failed",
      remedy: "Only a failed delivery is delivered again.",
      clause: "§6.9",
    },
  );
}
