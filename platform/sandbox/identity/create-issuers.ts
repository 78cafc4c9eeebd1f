import type { IncomingMessage, ServerResponse } from "node:http";
import type { Provider } from "oidc-provider";
import type { SandboxClock } from "../clock/sandbox-clock.js";
import type { Environment } from "../platform/records/common.js";
import type { World } from "../world/world.js";
import type { IdentityRows } from "./identity-rows.js";
import { createKeyRing, type Random } from "./key-ring.js";
import { createChosenSpaces } from "./provider/claims.js";
import { createProvider, signInPath } from "./provider/create-provider.js";
import { consoleClient, type IdentitySettings, type IssuerContext } from "./provider/issuer-context.js";
import { serveSignIn } from "./serve-sign-in.js";
import { serveUserinfo, userinfoPath } from "./serve-userinfo.js";
import { createVerifier, type TokenProblem, type VerifiedToken } from "./verify.js";

/** What the issuers need. */
export interface IssuersOptions {
  readonly world: World;
  readonly clock: Pick<SandboxClock, "now" | "at">;
  /** Where browsers and clients find the issuers, such as `http://127.0.0.1:4400`; without a path. */
  readonly origin: string;
  readonly rows: IdentityRows;
  readonly settings: IdentitySettings;
  /** For keys. Codes and tokens are random in any case. */
  readonly random: Random;
  /** Told about unexpected failures; the one who asks gets an answer without details. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** The two issuers of the sandbox, which share nothing but their place (§1). */
export interface Issuers {
  /** The URLs of the issuers, as integrators configure them. */
  readonly urls: Readonly<Record<Environment, string>>;
  /** Answers a request below one of those URLs, and returns `false` for every other one. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Verifies an access token of either issuer. The result names the environment that it is for. */
  readonly verify: (token: string) => Promise<VerifiedToken | { readonly problem: TokenProblem }>;
  /** Signs with a new key from now on. */
  readonly rotateKeys: (environment: Environment) => Promise<void>;
  /** Forgets what is remembered from records and rows, after a snapshot was restored. */
  readonly reload: () => void;
}

/** Makes the issuers. What takes time is done when it is first needed. */
export function createIssuers(options: IssuersOptions): Issuers {
  const { world, clock, rows, settings, random, onFailure = () => {} } = options;
  const createIssuerContext = (environment: Environment): IssuerContext => {
    const path = `/identity/${environment}`;
    const acceptedMs = settings.lifetimes.replacedKey * 1000;
    const keys = createKeyRing({ environment, rows, now: clock.now, random, acceptedMs });
    const issuer = new URL(path, options.origin).href;
    const firstParty = consoleClient(options.origin, settings.console.clientId);
    return { environment, issuer, path, world, clock, rows, keys, settings, firstParty, onFailure };
  };
  const contexts = { sandbox: createIssuerContext("sandbox"), production: createIssuerContext("production") };
  const verify = createVerifier(contexts);
  const listeners: readonly (readonly [string, IssuerListener])[] = Object.values(contexts).map((context) => [
    context.path,
    createIssuer(context, verify),
  ]);

  return {
    urls: { sandbox: contexts.sandbox.issuer, production: contexts.production.issuer },
    handle(request, response) {
      const url = request.url ?? "";
      const path = url.replace(/\?.*$/s, "");
      const found = listeners.find(([own]) => path === own || path.startsWith(`${own}/`));
      if (found === undefined) return false;
      found[1](request, response).catch((error: unknown) => {
        onFailure(error);
        if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
        response.end("The issuer failed. The sandbox's log says why.\n");
      });
      return true;
    },
    verify,
    rotateKeys: (environment) => contexts[environment].keys.rotate(),
    reload: () => {
      for (const { keys } of Object.values(contexts)) keys.forget();
    },
  };
}

/** Answers a request whose path is the issuer's or below. */
type IssuerListener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** One issuer. The OpenID provider is made when it is first needed, and again when its keys change. */
function createIssuer(context: IssuerContext, verify: ReturnType<typeof createVerifier>): IssuerListener {
  const spaces = createChosenSpaces(context);
  let made: { readonly kids: string; readonly provider: Promise<Provider> } | undefined;

  const current = async (): Promise<Provider> => {
    const kids = (await context.keys.signing()).map(({ kid }) => kid).join();
    if (made?.kids !== kids) made = { kids, provider: createProvider(context, spaces) };
    const { provider } = made;
    provider.catch(() => (made = undefined));
    return await provider;
  };

  return async (request, response) => {
    const url = request.url ?? "/";
    const below = url.slice(context.path.length);
    const path = below.replace(/\?.*$/s, "");
    if (path === userinfoPath && request.method !== "OPTIONS") {
      const token = /^Bearer ([^\s.]+\.\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
      const verified = token === undefined ? undefined : await verify(token);
      if (verified !== undefined && !("problem" in verified))
        return serveUserinfo(context, verified, { request, response });
    }
    const provider = await current();
    if (path.startsWith(signInPath))
      return await serveSignIn({ context, provider, spaces }, request, response);
    // The library takes a secret from this header, too; the platform shows it in the form alone (§4.1).
    if (path === "/token") delete request.headers.authorization;
    // Its routes don't know where it is mounted; its links find out by `originalUrl`.
    Object.assign(request, { originalUrl: url });
    // They have the issuer's origin, whatever a request says.
    request.headers.host = new URL(context.issuer).host;
    request.url = below.startsWith("/") ? below : `/${below}`;
    await provider.callback()(request, response);
  };
}
