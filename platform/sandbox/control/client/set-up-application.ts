import type { Schemas } from "../operation.js";
import type { ControlClient } from "./control-client.js";

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
  const clientOf = (identity: string) => clients.find((each) => each.identity === identity)?.client_id ?? "";
  const secretOf = (kind: string) => credentials.find((each) => each.kind === kind)?.secret ?? "";
  return {
    ...{ id, organization, environment },
    clientId: clientOf("application"),
    clientSecret: client_secret ?? "",
    userClientId: clientOf("user"),
    signingSecret: secretOf("signing-secret"),
    verificationToken: secretOf("verification-token"),
    encryptKey: secretOf("encrypt-key"),
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
