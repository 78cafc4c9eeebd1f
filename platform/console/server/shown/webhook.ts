import { type Action, action, type Obstacle } from "../actions.js";
import type { Schemas } from "../api/schemas.js";
import type { ConsoleContext } from "../context.js";
import { from } from "../control/create-control.js";

type Application = Schemas["SandboxApplication"];
type Webhook = Schemas["SandboxWebhook"];

/** An application's endpoint with what can be chosen and done; of credentials only versions and states (§6.9). */
export async function webhookView(
  { control }: Pick<ConsoleContext, "control">,
  application: Application,
): Promise<Schemas["WebhookView"]> {
  const { application_id } = application;
  const [webhook, types] = await Promise.all([
    from(control.webhook.read({ application_id })),
    from(control.webhook.listEventTypes()),
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
    actions: actionsOf(application, webhook),
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

function actionsOf({ status, environment }: Application, webhook: Webhook): Action[] {
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
