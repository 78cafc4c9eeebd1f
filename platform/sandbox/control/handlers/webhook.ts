import { type CallbackTestOutcome, DeliveryError, type Endpoint, type EventTests } from "@oipkit/delivery";
import { found } from "../../platform/access/found.js";
import type { Handlers, Schemas } from "../operation.js";
import type { SandboxParts } from "../parts.js";
import { isoOrNull, isoTime } from "../sandbox-log.js";

type WebhookParts = Pick<SandboxParts, "delivery" | "world">;

/** Who acts, in the delivery engine's audit. */
export const actor = "sandbox control";

/** An endpoint, as the control shows it. */
function shownEndpoint(endpoint: Endpoint): Schemas["Endpoint"] {
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

type EndpointOperation =
  | "readWebhook"
  | "saveWebhook"
  | "recoverSave"
  | "testConnection"
  | "pauseWebhook"
  | "resumeWebhook"
  | "revokeWebhook";

/** The operations of an application's endpoint. */
export function webhookHandlers({ delivery, world }: WebhookParts): Handlers<EndpointOperation> {
  const { endpoints, credentials } = delivery;
  return {
    async readWebhook({ path: { application_id: id } }) {
      found(world.view, "application", id);
      const [present, versions] = await Promise.all([endpoints.recheck(id), credentials.list(id)]);
      return {
        endpoint: present.endpoint === undefined ? null : shownEndpoint(present.endpoint),
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
        application,
        url,
        encrypted,
        proof,
        revision,
        actor,
        eventTypes: event_types,
        callbackTypes: callback_types,
        operationId: operation_id,
      });
      return { endpoint: shownEndpoint(endpoint), created };
    },
    async recoverSave({ path: { application_id: application, operation_id } }) {
      found(world.view, "application", application);
      const saved = await endpoints.recover(application, operation_id);
      if (saved === undefined) return { saved: null };
      return { saved: { endpoint: shownEndpoint(saved.endpoint), created: saved.created } };
    },
    async testConnection({ path: { application_id: application }, body: { url } }) {
      const outcome = await endpoints.test(application, url);
      if (!outcome.verified) return { ...outcome };
      const { proof, expiresAt, revision } = outcome;
      return { verified: true, proof, expires_at: isoTime(expiresAt), revision };
    },
    pauseWebhook: async ({ path, body: { reason } }) =>
      shownEndpoint(await endpoints.pause(path.application_id, reason, actor)),
    resumeWebhook: async ({ path }) => shownEndpoint(await endpoints.resume(path.application_id, actor)),
    revokeWebhook: async ({ path }) => shownEndpoint(await endpoints.revoke(path.application_id, actor)),
  };
}

/** The operations of what deliveries are signed with. */
export function credentialHandlers({
  delivery: { credentials },
}: Pick<SandboxParts, "delivery">): Handlers<
  "createCredentials" | "revealSigningSecret" | "rotateCredential"
> {
  return {
    async createCredentials({ path: { application_id: application } }) {
      const created = await credentials.ensure(application, { actor });
      // Their secure delivery is this answer.
      for (const version of created) await credentials.confirm(version, { actor });
      return {
        credentials: created.map(({ kind, version, secret }) => ({ kind, version, state: "active", secret })),
      };
    },
    async revealSigningSecret({ path: { application_id: application } }) {
      const { version, secret } = await credentials.reveal(application, { actor });
      return { kind: "signing-secret", version, state: "active", secret };
    },
    async rotateCredential({ path: { application_id: application, kind }, body: { operation_id } }) {
      let secret: string | null = null;
      // Its secure delivery is this answer.
      const deliver = async (made: { readonly secret: string }): Promise<void> => {
        secret = made.secret;
      };
      const rotation = { operationId: operation_id, actor, deliver };
      const { version } = await credentials.rotate(application, kind, rotation);
      const versions = await credentials.list(application);
      const found = versions.find((each) => each.kind === kind && each.version === version);
      if (found === undefined)
        throw new DeliveryError("credential-missing", `the application has no ${kind}`);
      return { kind, version, state: found.state, secret };
    },
  };
}

type WebhookTestOperation = "readTestReadiness" | "sendTestEvent" | "readTestEvent" | "sendTestCallback";

/** The operations of tests with synthetic events. */
export function webhookTestHandlers({
  delivery,
}: Pick<SandboxParts, "delivery">): Handlers<WebhookTestOperation> {
  const { endpoints, callbacks } = delivery;
  const request = async (application: string, { event_type: type, revision }: Schemas["TestOrder"]) => {
    const configurationVersion = revision ?? (await endpoints.recheck(application)).revision;
    return { application, actor, type, configurationVersion };
  };
  return {
    async readTestReadiness({ path: { application_id: application } }) {
      const tests = requireTests(delivery.tests);
      const { revision, grantedCallbackTypes } = await endpoints.recheck(application);
      const about = { application, actor, configurationVersion: revision };
      // Types that are offered differ in nothing that prevents a test.
      const [type = ""] = tests.types;
      const [callback = ""] = grantedCallbackTypes;
      return {
        revision,
        event_types: [...tests.types],
        event_problems: [...(await tests.problems({ ...about, type }))],
        callback_types: [...grantedCallbackTypes],
        callback_problems:
          callback === "" ? [] : [...(await callbacks.problems({ ...about, type: callback }))],
      };
    },
    async sendTestEvent({ path: { application_id: application }, body }) {
      const outcome = await requireTests(delivery.tests).run(await request(application, body));
      if (outcome.kind === "blocked") return { queued: false, problems: [...outcome.problems] };
      return { queued: true, delivery_id: outcome.deliveryId, event_id: outcome.eventId };
    },
    async readTestEvent({ path: { application_id: application, delivery_id } }) {
      const found = await requireTests(delivery.tests).result(application, delivery_id);
      if (found === undefined)
        throw new DeliveryError("delivery-unknown", `the application has no test ${delivery_id}`);
      const settled = found.kind === "confirmed" || found.kind === "failed" ? found : undefined;
      return {
        delivery_id,
        event_id: found.eventId,
        result: found.kind,
        status: settled?.status ?? null,
        error: settled?.error ?? null,
        meaning: settled?.meaning ?? null,
        checks: [...(settled?.checks ?? [])],
      };
    },
    sendTestCallback: async ({ path: { application_id: application }, body }) =>
      callbackTest(await callbacks.test(await request(application, body))),
  };
}

function requireTests(tests: EventTests | undefined): EventTests {
  if (tests === undefined) throw new DeliveryError("delivery-options", "this sandbox has no tests");
  return tests;
}

function callbackTest(outcome: CallbackTestOutcome): Schemas["CallbackTest"] {
  if (outcome.kind === "blocked") return { sent: false, problems: [...outcome.problems] };
  const { deliveryId, eventId, result, meaning, checks } = outcome;
  return {
    sent: true,
    delivery_id: deliveryId,
    event_id: eventId,
    result: result.kind,
    status: "status" in result ? (result.status ?? null) : null,
    ...("reason" in result && { reason: result.reason }),
    meaning,
    checks: [...checks],
  };
}
