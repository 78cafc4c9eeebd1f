import type { Endpoint } from "@oipkit/delivery";
import { found } from "../../platform/access/found.js";
import type { Handlers, Schemas } from "../operation.js";
import type { SandboxParts } from "../parts.js";
import { isoOrNull, isoTime } from "../sandbox-log.js";

type Parts = Pick<SandboxParts, "delivery" | "world">;

/** Who acts, in the delivery engine's audit. */
export const actor = "sandbox control";

/** An endpoint, as the control shows it. */
export function endpointOf(endpoint: Endpoint): Schemas["Endpoint"] {
  return {
    endpoint_id: endpoint.id,
    application_id: endpoint.application,
    url: endpoint.url,
    event_types: [...endpoint.eventTypes],
    callback_types: [...endpoint.callbackTypes],
    encrypted: endpoint.encrypted,
    state: endpoint.state,
    pause_reason: endpoint.pauseReason ?? null,
    revision: endpoint.revision,
    verified_at: isoOrNull(endpoint.verifiedAt),
  };
}

type Ids =
  | "readWebhook"
  | "saveWebhook"
  | "recoverSave"
  | "testConnection"
  | "pauseWebhook"
  | "resumeWebhook"
  | "revokeWebhook";

/** The operations of an application's endpoint. */
export function webhookHandlers({ delivery, world }: Parts): Handlers<Ids> {
  const { endpoints, credentials } = delivery;
  return {
    async readWebhook({ path: { application_id: id } }) {
      found(world.view, "application", id);
      const [present, versions] = await Promise.all([endpoints.recheck(id), credentials.list(id)]);
      return {
        endpoint: present.endpoint === undefined ? null : endpointOf(present.endpoint),
        revision: present.revision,
        credentials: versions.map(({ kind, version, state, createdAt }) => {
          return { kind, version, state, created_at: isoTime(createdAt) };
        }),
        granted_event_types: [...present.grantedEventTypes],
        granted_callback_types: [...present.grantedCallbackTypes],
        testable_event_types: [...(delivery.tests?.types ?? [])],
      };
    },
    async saveWebhook({ path: { application_id: application }, body }) {
      const { url, event_types, callback_types, encrypted, proof, revision, operation_id } = body;
      const { endpoint, created } = await endpoints.save({
        ...{ application, url, encrypted, proof, revision, actor },
        eventTypes: event_types,
        callbackTypes: callback_types,
        operationId: operation_id,
      });
      return { endpoint: endpointOf(endpoint), created };
    },
    async recoverSave({ path: { application_id: application, operation_id } }) {
      found(world.view, "application", application);
      const saved = await endpoints.recover(application, operation_id);
      if (saved === undefined) return { saved: null };
      return { saved: { endpoint: endpointOf(saved.endpoint), created: saved.created } };
    },
    async testConnection({ path: { application_id: application }, body: { url } }) {
      const outcome = await endpoints.test(application, url);
      if (!outcome.verified) return { ...outcome };
      const { proof, expiresAt, revision } = outcome;
      return { verified: true, proof, expires_at: isoTime(expiresAt), revision };
    },
    pauseWebhook: async ({ path, body: { reason } }) =>
      endpointOf(await endpoints.pause(path.application_id, reason, actor)),
    resumeWebhook: async ({ path }) => endpointOf(await endpoints.resume(path.application_id, actor)),
    revokeWebhook: async ({ path }) => endpointOf(await endpoints.revoke(path.application_id, actor)),
  };
}
