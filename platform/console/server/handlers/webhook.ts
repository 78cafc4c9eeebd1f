import { type Action, action, type Obstacle } from "../actions.js";
import type { Handlers } from "../api/operation.js";
import type { Schemas } from "../api/schemas.js";
import { ConsoleRefusal } from "../console-refusal.js";
import type { ConsoleContext } from "../context.js";
import { unwrap } from "../create-control.js";
import { ownApplication, type Viewer } from "../viewer.js";

type Ids =
  | "readWebhook"
  | "saveWebhook"
  | "testConnection"
  | "pauseWebhook"
  | "resumeWebhook"
  | "revokeWebhook"
  | "createCredentials"
  | "revealSigningSecret"
  | "rotateCredential";

/** The operations of an application's endpoint and its credentials. */
export function webhookHandlers(context: ConsoleContext): Handlers<Ids> {
  const { control } = context;
  const view = async (viewer: Viewer, id: string) =>
    webhookView(context, await ownApplication(context, viewer, id));
  const after = async (viewer: Viewer, id: string, work: () => Promise<unknown>) => {
    const application = await ownApplication(context, viewer, id);
    await work();
    return webhookView(context, application);
  };
  return {
    readWebhook: ({ path, viewer }) => view(viewer, path.application_id),
    async saveWebhook({ path: { application_id }, body, operationId, viewer }) {
      const application = await ownApplication(context, viewer, application_id);
      const save = { ...body, operation_id: operationId };
      const { created } = await unwrap(control.webhook.save({ application_id, body: save }));
      return { webhook: await webhookView(context, application), created };
    },
    async testConnection({ path: { application_id }, body, viewer }) {
      await ownApplication(context, viewer, application_id);
      return await unwrap(control.webhook.testConnection({ application_id, body }));
    },
    pauseWebhook: ({ path: { application_id }, body, viewer }) =>
      after(viewer, application_id, () => unwrap(control.webhook.pause({ application_id, body }))),
    resumeWebhook: ({ path: { application_id }, viewer }) =>
      after(viewer, application_id, () => unwrap(control.webhook.resume({ application_id }))),
    revokeWebhook: ({ path: { application_id }, body: { revision }, viewer }) =>
      after(viewer, application_id, async () => {
        const present = await unwrap(control.webhook.read({ application_id }));
        if (present.revision !== revision) throw changed(present.revision, revision);
        await unwrap(control.webhook.revoke({ application_id }));
      }),
    async createCredentials({ path: { application_id }, viewer }) {
      await ownApplication(context, viewer, application_id);
      return await unwrap(control.webhook.createCredentials({ application_id }));
    },
    async revealSigningSecret({ path: { application_id }, viewer }) {
      await ownApplication(context, viewer, application_id);
      return await unwrap(control.webhook.revealSigningSecret({ application_id }));
    },
    async rotateCredential({ path: { application_id, kind }, operationId, viewer }) {
      await ownApplication(context, viewer, application_id);
      const body = { operation_id: operationId };
      return await unwrap(control.webhook.rotateCredential({ application_id, kind, body }));
    },
  };
}

const changed = (present: number, seen: number): ConsoleRefusal =>
  new ConsoleRefusal(
    { status: 409, code: "revision-conflict" },
    `The endpoint has revision ${present} now, not ${seen}.`,
    { remedy: "Read the current state, then confirm again.", clause: "§7.3" },
  );

type Application = Schemas["SandboxApplication"];
type Webhook = Schemas["SandboxWebhook"];

/** An application's endpoint with what can be chosen and done; of credentials only versions and states (§6.9). */
async function webhookView(
  { control }: Pick<ConsoleContext, "control">,
  application: Application,
): Promise<Schemas["WebhookView"]> {
  const { application_id } = application;
  const [webhook, types] = await Promise.all([
    unwrap(control.webhook.read({ application_id })),
    unwrap(control.webhook.listEventTypes()),
  ]);
  const { endpoint, granted_event_types, granted_callback_types, testable_event_types } = webhook;
  const testable = new Set([...testable_event_types, ...granted_callback_types]);
  const shown = (
    known: readonly Schemas["SandboxEventTypeDetails"][],
    ...[granted, chosen]: readonly [readonly string[], readonly string[] | undefined]
  ): Schemas["WebhookType"][] =>
    known.map(({ statuses: _, testable: _known, ...type }) => ({
      ...type,
      granted: granted.includes(type.event_type),
      chosen: chosen?.includes(type.event_type) ?? false,
      testable: testable.has(type.event_type),
    }));
  return {
    webhook,
    event_types: shown(types.event_types, granted_event_types, endpoint?.event_types),
    callback_types: shown(types.callback_types, granted_callback_types, endpoint?.callback_types),
    needs_connection_test: endpoint !== null && endpoint.verified_at === null,
    encryption: true,
    actions: webhookActions(application, webhook),
  };
}

const revoked: Obstacle = { reason: "application-revoked", remedy: "The application was revoked for good." };
const noEndpoint: Obstacle = {
  reason: "endpoint-missing",
  remedy: "Test the connection to a URL, and save it.",
  clause: "§2.8",
};
const nothingGranted: Obstacle = {
  reason: "nothing-granted",
  remedy: "Request access to an API product that lists events.",
  clause: "§2.8",
};
const production: Obstacle = {
  reason: "environment-production",
  remedy: "Only an application of the sandbox is tested.",
  clause: "§6.7",
};

const kinds = ["signing-secret", "verification-token", "encrypt-key"] as const;

function webhookActions({ status, environment }: Application, webhook: Webhook): Action[] {
  const { endpoint, credentials, granted_event_types } = webhook;
  const isOver = status === "revoked" && revoked;
  const isMissing = endpoint === null && noEndpoint;
  const isIn = (kind: string, state: string): boolean =>
    credentials.some((one) => one.kind === kind && one.state === state);
  const none = (kind: string): Obstacle | false =>
    !isIn(kind, "active") && {
      reason: "credential-missing",
      remedy: "Create the credentials first.",
      clause: "§6.9",
    };
  const waits = (kind: string): Obstacle | false =>
    isIn(kind, "pending") && {
      reason: "rotation-under-way",
      remedy: "A new version waits for its delivery; the old one is active until then.",
      clause: "§6.9",
    };
  const has = kinds.every((kind) => kind === "encrypt-key" || isIn(kind, "active"));
  return [
    action("save", isOver, granted_event_types.length === 0 && nothingGranted),
    action(
      "pause",
      isMissing,
      endpoint?.state !== "active" && { reason: "endpoint-paused", remedy: "It is paused already." },
    ),
    action(
      "resume",
      isOver,
      isMissing,
      endpoint?.state !== "paused" && { reason: "endpoint-active", remedy: "It isn't paused." },
    ),
    action("revoke", isMissing),
    action(
      "create-credentials",
      isOver,
      has && { reason: "credentials-exist", remedy: "Rotate one instead." },
    ),
    action("reveal-secret", isOver, none("signing-secret")),
    ...kinds.map((kind) => action(`rotate-${kind}`, isOver, none(kind), waits(kind))),
    action("test", isOver, environment === "production" && production, isMissing),
  ];
}

/** Operations whose results are recovered (§5.6, §6.9, §7.3), and the contract's texts. */
export function operationHandlers(context: ConsoleContext): Handlers<"recoverOperation" | "listEventTypes"> {
  const { control, commands } = context;
  return {
    listEventTypes: () => unwrap(control.webhook.listEventTypes()),
    async recoverOperation({ path: { operation_id }, query: { application_id }, viewer }) {
      const known = commands.findOutcome(viewer.person.person_id, operation_id);
      const nothing = { operation_id, result: null, refusal: null, secret_withheld: false };
      const operation = known?.operation ?? null;
      switch (known?.outcome.state) {
        case "running":
          return { ...nothing, operation, state: "running" };
        case "refused":
          return { ...nothing, operation, state: "refused", refusal: known.outcome.refusal.toAnswer() };
        case "succeeded": {
          const { result, secretWithheld: secret_withheld } = known.outcome;
          return { ...nothing, operation, state: "succeeded", result: { ...result }, secret_withheld };
        }
      }
      const uncertain = {
        ...nothing,
        operation,
        state: known === undefined ? "unknown" : "uncertain",
      } as const;
      if (application_id === undefined || (operation ?? "saveWebhook") !== "saveWebhook") return uncertain;
      // The engine itself remembers saves, over restarts, too.
      const application = await ownApplication(context, viewer, application_id);
      const { saved } = await unwrap(control.webhook.recoverSave({ application_id, operation_id }));
      if (saved === null) return { ...nothing, operation, state: "unknown" };
      const result = { webhook: await webhookView(context, application), created: saved.created };
      return { ...nothing, operation: "saveWebhook", state: "succeeded", result };
    },
  };
}
