import { type Draft, type PlatformCommand, Refusal } from "../draft.js";
import type { Application, OauthClient } from "../records/applications.js";
import type { Environment, IdentityType } from "../records/common.js";
import { activeApplication, changeApplication, enabledClient, findClient } from "./found.js";

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
export const enableIdentity: PlatformCommand<
  { readonly application: string } & IdentityConfiguration,
  OauthClient
> = (draft, { application: id, ...configuration }) => {
  const application = activeApplication(draft, id);
  const known = findClient(draft, id, configuration.identity);
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
  const known = findClient(draft, application.id, identity);
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
    ...clientParts(),
  };
  draft.put("client", client);
  return client;

  function clientParts() {
    if (configuration.identity === "user") return checkUrls(configuration, application);
    return {
      secretHash: checkHash(configuration.secretHash),
      secretVersion: (known?.secretVersion ?? 0) + 1,
    };
  }
}

/** Disables an identity; its tokens end. */
export const disableIdentity: PlatformCommand<
  { readonly application: string; readonly identity: IdentityType },
  OauthClient
> = (draft, { application, identity }) =>
  endTokens(draft, enabledClient(draft, application, identity), { status: "disabled" });

/** Replaces the secret of the application identity. The old one is invalid at once, and so are its tokens (§5.4). */
export const rotateSecret: PlatformCommand<
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
export const setSignInUrls: PlatformCommand<{ readonly application: string } & SignInUrls, OauthClient> = (
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

/** As long as a path of the artifact manifest; browsers and servers accept about as much. */
const longest = 2048;
const mostUris = 50;

/**
 * Why a URI can't be registered as a callback or logout URL, or `undefined` if it can: it must be an HTTPS URL, or in the sandbox
 * environment an HTTP URL of this machine, in normal form and without wildcard, user name, or fragment (§5.1).
 */
export function redirectUriProblem(uri: string, environment: Environment): string | undefined {
  if (uri.length > longest) return `is longer than ${longest} characters`;
  if (uri.includes("*")) return "contains a wildcard";
  if (!URL.canParse(uri)) return "isn't an absolute URL";
  const url = new URL(uri);
  if (url.protocol === "http:" && isLoopback(url)) {
    if (environment === "production") return "must use https";
  } else if (url.protocol !== "https:") return "must use https, or http on this machine in the sandbox";
  if (url.username !== "" || url.password !== "") return "contains a user name or password";
  if (uri.includes("#")) return "contains a fragment";
  if (url.href !== uri && url.href !== `${uri}/`) return `isn't in normal form, which is ${url.href}`;
  return undefined;
}

/** Callback or logout URLs as they are registered. Throws a `Refusal`: `redirect-uri-invalid`. */
export function checkRedirectUris(
  uris: readonly string[],
  { environment, least }: { readonly environment: Environment; readonly least: 0 | 1 },
): readonly string[] {
  const refuse = (message: string) =>
    new Refusal("invalid", "redirect-uri-invalid", { message, clause: "§5.1" });
  if (uris.length < least) throw refuse("The user identity needs at least one callback URL.");
  if (uris.length > mostUris) throw refuse(`There are more than ${mostUris} URLs.`);
  for (const uri of uris) {
    const problem = redirectUriProblem(uri, environment);
    if (problem !== undefined) throw refuse(`The URL ${shown(uri)} ${problem}.`);
  }
  return [...new Set(uris)];
}

/** Web origins, each the origin of a URL that could be registered. Throws a `Refusal`: `origin-invalid`. */
export function checkOrigins(origins: readonly string[], environment: Environment): readonly string[] {
  for (const origin of origins) {
    if (redirectUriProblem(origin, environment) === undefined && new URL(origin).origin === origin) continue;
    throw new Refusal("invalid", "origin-invalid", {
      message: `${shown(origin)} isn't a web origin such as https://shop.example.`,
    });
  }
  return [...new Set(origins)];
}

/** What follows from callback URLs unless it is set: the logout URL and the web origin of each (§5.1). */
export function filledFrom(redirectUris: readonly string[]): {
  readonly logoutUris: readonly string[];
  readonly origins: readonly string[];
} {
  const origins = [...new Set(redirectUris.map((uri) => new URL(uri).origin))];
  return { logoutUris: origins.map((origin) => `${origin}/`), origins };
}

const shown = (uri: string): string => JSON.stringify(uri.length > 200 ? `${uri.slice(0, 200)}…` : uri);

function isLoopback({ hostname }: URL): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1])$/.test(hostname);
}
