import { ClientSecretBasic, ClientSecretPost, clientCredentialsGrantRequest } from "oauth4webapi";
import type { ClientIdentity, Credentials } from "../http/credentials.js";
import { InvalidOptionError } from "../http/errors.js";
import type { OperationDescriptor } from "../http/operation/operation-descriptor.js";
import { createIssuer, type Issuer } from "./discovery.js";
import { type Belonging, createBelonging, readAddressOptions, readIssuer } from "./issuer-address.js";
import {
  readByteLimit,
  readDuration,
  readOptionalText,
  readScopes,
  readText,
  refuseUnknownOptions,
} from "./read-options.js";
import { requestTokens } from "./request-tokens.js";
import { createSharedWork } from "./shared-work.js";
import {
  bearer,
  bearerToken,
  isFresh,
  readTokens,
  type TokenStore,
  type Tokens,
  writeTokens,
} from "./tokens.js";

/** How a confidential client authenticates, by the names of OpenID Connect Core 1.0, section 9. */
export type ClientAuthentication = "client_secret_post" | "client_secret_basic";

/** Options of the application identity. */
export interface ClientCredentialsOptions {
  readonly clientId: string;
  /** Or a function that reads it from a secret manager, called for each token request. */
  readonly clientSecret: string | (() => string | Promise<string>);
  /** Default: the client's. If both set it, they must agree. */
  readonly issuer?: string | undefined;
  /** If set, a client of another environment is refused. */
  readonly environment?: string | undefined;
  /** Sent as `audience`. */
  readonly audience?: string | undefined;
  /** Sent as `resource` (RFC 8707): an absolute URI. */
  readonly resource?: string | undefined;
  /** Replaces the scopes that the contract gives each operation; an empty list requests none. */
  readonly scopes?: readonly string[] | undefined;
  /** Default: `client_secret_post`. */
  readonly clientAuthentication?: ClientAuthentication | undefined;
  /** Shares tokens between processes. Within one process they are cached in memory anyway. */
  readonly store?: TokenStore | undefined;
  /** A token is renewed this many milliseconds before it expires. Default: 60 000, but at most half of its lifetime. */
  readonly renewBeforeMs?: number | undefined;
  /** Limit of each request to the issuer, in milliseconds. Default: 30 000. */
  readonly timeoutMs?: number | undefined;
  /**
   * Longest answer of the issuer that is read, in bytes after content decoding. Default: 1,048,576 (1 MiB); `Infinity`
   * for no limit.
   */
  readonly maxAnswerBytes?: number | undefined;
  /**
   * Origins that the discovery document may name besides the issuer's own, such as `https://tokens.example.com`: secrets,
   * codes and browsers are sent there, and signing keys are read from there. Default: none.
   */
  readonly endpointOrigins?: readonly string[] | undefined;
  /** Allows an `http:` issuer on another machine, where everyone on the way can read secrets. Default: `false`. */
  readonly allowInsecureHttp?: boolean | undefined;
}

/**
 * The application identity: a confidential client with the Client Credentials grant (RFC 6749, section 4.4). The client asks
 * requests a token per set of scopes when a call first needs it; simultaneous calls share one request.
 *
 * Throws `InvalidOptionError`; `bind` throws `CredentialsMismatchError`; a call throws what discovery and token
 * requests throw: `DiscoveryError`, `IssuerMismatchError`, `TokenRequestError`, `TokenStoreError`,
 * `CredentialsMismatchError`. Errors of the function `clientSecret` are rethrown unchanged.
 */
export function clientCredentials(options: ClientCredentialsOptions): Credentials {
  const settings = readSettings(options);
  refuseUnknownOptions(options, Object.keys(settings));
  const belongTo = createBelonging(settings);
  const requests = createSharedWork<Tokens>({ abandon: true });
  const held = new Map<string, Tokens>();
  const rejected = new Map<string, string>();
  let issuer: Issuer | undefined;

  return {
    bind(client: ClientIdentity) {
      const findIssuer = (of: ClientIdentity) => of.issuer ?? settings.issuer;
      // A contract that gives the token endpoint needs no discovery; an issuer that was set takes precedence.
      const belonging = belongTo({ ...client, issuer: findIssuer(client) ?? client.tokenUrl });
      const { timeoutMs, maxAnswerBytes, endpointOrigins, allowInsecureHttp } = settings;
      issuer ??= createIssuer({
        issuer: belonging.issuer,
        tokenUrl: findIssuer(client) === undefined ? client.tokenUrl : undefined,
        fetch: client.fetch,
        now: client.now,
        timeoutMs,
        maxAnswerBytes,
        endpointOrigins,
        allowInsecureHttp,
      });
      const access = issuer;
      const usable = (key: string, tokens: Tokens): boolean =>
        tokens.accessToken !== rejected.get(key) &&
        isFresh(tokens, { now: client.now(), renewBeforeMs: settings.renewBeforeMs });

      const operationScopes = (operation: OperationDescriptor): readonly string[] =>
        settings.scopes ?? readScopes("scopes", operation.scopes ?? []);

      return {
        async authorize(operation, { signal }) {
          const scopes = operationScopes(operation);
          const key = tokenKey(belonging, settings, scopes);
          const inMemory = held.get(key);
          if (inMemory !== undefined && usable(key, inMemory)) return bearer(inMemory);
          const work = async (shared: AbortSignal): Promise<Tokens> => {
            const { clientId, store } = settings;
            const stored = store && (await readTokens(store, key, { ...belonging, clientId }));
            if (stored !== undefined && usable(key, stored)) {
              held.set(key, stored);
              return stored;
            }
            const fresh = await requestToken(access, settings, { belonging, scopes, signal: shared });
            const kind = held.has(key) ? "renewed" : "requested";
            held.set(key, fresh);
            client.onToken?.({ kind, scopes, expiresAt: fresh.expiresAt });
            if (store !== undefined) await writeTokens(store, key, fresh);
            return fresh;
          };
          return bearer(await requests.run(key, work, signal));
        },
        renew(operation, { rejected: headers }) {
          const key = tokenKey(belonging, settings, operationScopes(operation));
          const token = bearerToken(headers);
          const current = held.get(key);
          if (token === undefined || current === undefined) return false;
          // A newer token, which another call has received in the meantime, hasn't been tried yet.
          if (current.accessToken === token) rejected.set(key, token);
          return true;
        },
      };
    },
  };
}

type Settings = ReturnType<typeof readSettings>;

/** Every option is listed here, so the keys are the known options. */
function readSettings(options: ClientCredentialsOptions) {
  const { clientSecret, store, clientAuthentication = "client_secret_post" } = options;
  if (clientAuthentication !== "client_secret_post" && clientAuthentication !== "client_secret_basic")
    throw new InvalidOptionError("clientAuthentication", "must be client_secret_post or client_secret_basic");
  const addresses = readAddressOptions(options);
  return {
    ...addresses,
    clientId: readText("clientId", options.clientId),
    clientSecret: typeof clientSecret === "function" ? clientSecret : readText("clientSecret", clientSecret),
    issuer:
      options.issuer === undefined ? undefined : readIssuer(options.issuer, addresses.allowInsecureHttp),
    environment: readOptionalText("environment", options.environment),
    audience: readOptionalText("audience", options.audience),
    resource: readOptionalText("resource", options.resource),
    scopes: options.scopes === undefined ? undefined : readScopes("scopes", options.scopes),
    clientAuthentication,
    store,
    renewBeforeMs: readDuration("renewBeforeMs", options.renewBeforeMs, 60_000),
    timeoutMs: readDuration("timeoutMs", options.timeoutMs, 30_000),
    maxAnswerBytes: readByteLimit("maxAnswerBytes", options.maxAnswerBytes, 1024 ** 2),
  };
}

/** Says in clear text what a token is for; escaped like a query, so that different facts never produce the same key. */
function tokenKey(
  { environment, issuer, baseUrl }: Belonging,
  { clientId, audience, resource }: Settings,
  scopes: readonly string[],
): string {
  const facts = { environment, issuer, base_url: baseUrl, client_id: clientId, audience, resource };
  const said = Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== undefined);
  return `application-token?${new URLSearchParams([...said, ["scope", scopes.join(" ")]])}`;
}

async function requestToken(
  issuer: Issuer,
  settings: Settings,
  { belonging, scopes, signal }: { belonging: Belonging; scopes: readonly string[]; signal: AbortSignal },
): Promise<Tokens> {
  const { clientId, clientSecret, audience, resource, clientAuthentication } = settings;
  // Before the secret is read: a wrong issuer must not even cause that.
  await issuer.metadata(signal);
  const secret = typeof clientSecret === "function" ? await clientSecret() : clientSecret;
  const authentication = (
    clientAuthentication === "client_secret_post" ? ClientSecretPost : ClientSecretBasic
  )(readText("clientSecret", secret));
  const parameters = new URLSearchParams();
  if (scopes.length > 0) parameters.set("scope", scopes.join(" "));
  if (audience !== undefined) parameters.set("audience", audience);
  if (resource !== undefined) parameters.set("resource", resource);
  const answer = await requestTokens(issuer, clientId, {
    grant: (metadata, options) =>
      clientCredentialsGrantRequest(metadata, { client_id: clientId }, authentication, parameters, options),
    signal,
  });
  const { environment, baseUrl } = belonging;
  const { accessToken, requestedAt, expiresAt } = answer;
  return {
    ...(environment !== undefined && { environment }),
    issuer: issuer.issuer,
    baseUrl,
    clientId,
    accessToken,
    requestedAt,
    ...(expiresAt !== undefined && { expiresAt }),
    scopes: answer.scopes ?? scopes,
  };
}
