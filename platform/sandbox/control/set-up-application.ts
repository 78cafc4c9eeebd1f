import { createHash } from "node:crypto";
import { type ControlClient, ControlError } from "./control-client.js";
import type { Schemas } from "./operation.js";

/** What one needs to begin. Its secrets are shown only now. */
export interface ReadyApplication {
  readonly id: string;
  readonly organization: string;
  readonly environment: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly userClientId: string;
  readonly signingSecret: string;
  readonly verificationToken: string;
  /** Used only once the endpoint asks for encryption. */
  readonly encryptKey: string;
}

/** How an application is set up. */
export interface SetUpOptions {
  readonly name?: string;
  /** Of the user identity: exact, HTTPS or on this machine. */
  readonly redirectUris: readonly string[];
}

/**
 * Creates an application with which one can begin at once: both identities, access to every active API product, approved and authorized
 * for its own organization, and its webhook credentials. Rejects with a `ControlError`.
 */
export async function setUpApplication(
  control: ControlClient,
  { name = "First application", redirectUris }: SetUpOptions,
): Promise<ReadyApplication> {
  const { application, client_secret } = await control.call("createApplication", {
    body: { name, identities: ["application", "user"], redirect_uris: [...redirectUris] },
  });
  const { application_id: id, organization_id: organization, environment, clients } = application;
  await requestAll(control, application);
  for (const kind of ["approval", "customer-authorization"] as const)
    await control.call("setFact", { body: { kind, id: `${id}/${organization}`, on: true } });
  const { credentials } = await control.call("createCredentials", { path: { application_id: id } });
  const findClientId = (identity: string) =>
    clients.find((each) => each.identity === identity)?.client_id ?? "";
  const findSecret = (kind: string) => credentials.find((each) => each.kind === kind)?.secret ?? "";
  return {
    id,
    organization,
    environment,
    clientId: findClientId("application"),
    clientSecret: client_secret ?? "",
    userClientId: findClientId("user"),
    signingSecret: findSecret("signing-secret"),
    verificationToken: findSecret("verification-token"),
    encryptKey: findSecret("encrypt-key"),
  };
}

async function requestAll(
  control: ControlClient,
  { application_id, environment }: Schemas["Application"],
): Promise<void> {
  const { api_products } = await control.call("listApiProducts", {});
  for (const { product_code, identities, environments, status, standard } of api_products) {
    if (status !== "active" || !environments.includes(environment)) continue;
    for (const identity of identities)
      await control.call("requestAccess", {
        path: { application_id },
        body: { product_code, identity, admit: !standard },
      });
  }
}

/** Where an application's events go. */
export interface WebhookDestination {
  readonly application: string;
  readonly url: string;
  /** Default: all that the application may get. */
  readonly types?: readonly string[] | undefined;
}

/**
 * Verifies and saves an endpoint, active. Rejects with a `ControlError`: `verification-failed` if the receiver doesn't answer as it must, or
 * the control's own.
 */
export async function connectWebhook(
  control: ControlClient,
  { application, url, types }: WebhookDestination,
): Promise<Schemas["Endpoint"]> {
  const path = { application_id: application };
  const test = await control.call("testConnection", { path, body: { url } });
  if (!test.verified) {
    const message = `the receiver isn't verified: ${test.reason ?? "it didn't answer"}; ${test.remedy ?? "start it"}`;
    const code = test.code ?? "verification-failed";
    throw new ControlError(code, message, { status: 409, refusal: { code, message } });
  }
  const all = types ?? (await control.call("readWebhook", { path })).granted_event_types;
  const { endpoint } = await control.call("saveWebhook", {
    path,
    body: {
      url,
      event_types: [...all],
      revision: test.revision ?? 0,
      operation_id: connectionId(application, { url, all, revision: test.revision }),
      ...(test.proof !== undefined && { proof: test.proof }),
    },
  });
  if (endpoint.state === "paused") return control.call("resumeWebhook", { path });
  return endpoint;
}

/** Names a save: the next one has another revision, since this one changes it. */
function connectionId(application: string, saved: Readonly<Record<string, unknown>>): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([application, saved]))
    .digest("hex");
  return `connect-${hash.slice(0, 32)}`;
}
