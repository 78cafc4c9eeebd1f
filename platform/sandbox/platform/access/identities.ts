import type { Command, Draft } from "../draft.js";
import type { Application, OauthClient } from "../records/applications.js";
import type { Identity } from "../records/common.js";
import { Refusal } from "../refusal.js";
import { activeApplication, changeApplication, clientOf, enabledClient } from "./found.js";
import { checkOrigins, checkRedirectUris, filledFrom } from "./redirect-uris.js";

/** The URLs of a user identity. Logout URLs and web origins are filled in from the callback URLs unless they are given (§5.1). */
export interface SignInUrls {
  readonly redirectUris: readonly string[];
  readonly logoutUris?: readonly string[] | undefined;
  readonly origins?: readonly string[] | undefined;
}

/** What an identity needs. The secret is made outside; its SHA-256 in hexadecimal is all that is kept (§5.4). */
export type IdentityConfiguration =
  | { readonly identity: "application"; readonly secretHash: string }
  | ({ readonly identity: "user" } & SignInUrls);

/**
 * Enables an identity: after its configuration is validated, it gets an OAuth client of its own (§2.1, §5.7). One that was disabled is
 * enabled again with the same client id. Refuses an identity that is enabled: `identity-enabled`.
 */
export const enableIdentity: Command<
  { readonly application: string } & IdentityConfiguration,
  OauthClient
> = (draft, { application: id, ...configuration }) => {
  const application = activeApplication(draft, id);
  const known = clientOf(draft, id, configuration.identity);
  if (known?.status === "active")
    throw new Refusal("conflict", "identity-enabled", {
      message: `The ${configuration.identity} identity of "${id}" is enabled already.`,
    });
  changeApplication(draft, application, {});
  return addClient(draft, application, configuration);
};

/** Adds the client of an identity, or gives the disabled one its new configuration. */
export function addClient(
  draft: Draft,
  application: Application,
  configuration: IdentityConfiguration,
): OauthClient {
  const { identity } = configuration;
  const known = clientOf(draft, application.id, identity);
  const client: OauthClient = {
    id: known?.id ?? draft.newId("client"),
    application: application.id,
    identity,
    status: "active",
    secretVersion: known?.secretVersion ?? 0,
    tokenVersion: known?.tokenVersion,
    redirectUris: [],
    logoutUris: [],
    origins: [],
    ...(configuration.identity === "application"
      ? { secretHash: checkHash(configuration.secretHash), secretVersion: (known?.secretVersion ?? 0) + 1 }
      : checkUrls(configuration, application)),
  };
  draft.put("client", client);
  return client;
}

/** Disables an identity; its tokens end. */
export const disableIdentity: Command<
  { readonly application: string; readonly identity: Identity },
  OauthClient
> = (draft, { application, identity }) =>
  endTokens(draft, enabledClient(draft, application, identity), { status: "disabled" });

/** Replaces the secret of the application identity. The old one is invalid at once, and so are its tokens (§5.4). */
export const rotateSecret: Command<
  { readonly application: string; readonly secretHash: string },
  OauthClient
> = (draft, { application, secretHash }) => {
  activeApplication(draft, application);
  const client = enabledClient(draft, application, "application");
  if (checkHash(secretHash) === client.secretHash)
    throw new Refusal("invalid", "secret-unchanged", {
      message: "The new secret is the old one.",
      clause: "§5.4",
    });
  return endTokens(draft, client, { secretHash, secretVersion: client.secretVersion + 1 });
};

/** Replaces the callback URLs of the user identity, and with them the other URLs. */
export const setSignInUrls: Command<{ readonly application: string } & SignInUrls, OauthClient> = (
  draft,
  { application: id, ...urls },
) => {
  const application = activeApplication(draft, id);
  const client = { ...enabledClient(draft, id, "user"), ...checkUrls(urls, application) };
  changeApplication(draft, application, {});
  draft.put("client", client);
  return client;
};

/** Changes a client so that it has to ask for new tokens. */
export function endTokens(draft: Draft, client: OauthClient, changes: Partial<OauthClient>): OauthClient {
  const changed = { ...client, ...changes, tokenVersion: (client.tokenVersion ?? 0) + 1 };
  draft.put("client", changed);
  return changed;
}

function checkUrls({ redirectUris, logoutUris, origins }: SignInUrls, { environment }: Application) {
  const callbacks = checkRedirectUris(redirectUris, { environment, least: 1 });
  const filled = filledFrom(callbacks);
  return {
    redirectUris: callbacks,
    logoutUris: checkRedirectUris(logoutUris ?? filled.logoutUris, { environment, least: 0 }),
    origins: checkOrigins(origins ?? filled.origins, environment),
  };
}

function checkHash(secretHash: string): string {
  if (/^[0-9a-f]{64}$/.test(secretHash)) return secretHash;
  throw new Refusal("invalid", "secret-hash-invalid", {
    message: "The secret's hash must be a SHA-256 in lowercase hexadecimal.",
  });
}
