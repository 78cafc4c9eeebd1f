import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { Fetch } from "../../../../runtime/http/index.js";

type Answer = Response | Promise<Response>;

export interface AskedToken {
  readonly form: URLSearchParams;
  readonly headers: Headers;
  readonly signal: AbortSignal | undefined;
}

/** An issuer that can be made to misbehave. Its `fetch` answers without a network and records each request. */
export interface StandInIssuer {
  readonly issuer: string;
  readonly fetch: Fetch;
  /** The requested URLs, in order. */
  readonly urls: string[];
  readonly asked: AskedToken[];
  /** Members that override those of the discovery document; undefined removes one. */
  metadata: Record<string, unknown>;
  /** Replaces the answer with the discovery document, the keys or a token. */
  onDiscovery: (() => Answer) | undefined;
  onKeys: (() => Answer) | undefined;
  onToken: (asked: AskedToken) => Answer;
  /** Signs an ID token with the current key. Claims and header override valid ones; undefined removes one. */
  sign(claims?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
  /** Signs with another key from now on; the old one is no longer published. */
  rotateKey(): void;
  readonly count: (path: string) => number;
}

export const standInClient = { clientId: "client-1", redirectUri: "https://shop.example/callback" };

/** A JSON answer. */
export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
}

export function createStandInIssuer(
  issuer = "https://issuer.example",
  { now = Date.now }: { now?: () => number } = {},
): StandInIssuer {
  let key = firstKey;
  let issued = 0;
  const base = issuer.replace(/\/$/, "");
  const document = {
    issuer,
    authorization_endpoint: `${base}/authorize?tenant=1`,
    token_endpoint: `${base}/token`,
    jwks_uri: `${base}/keys`,
    end_session_endpoint: `${base}/logout`,
    id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
  };
  const it: StandInIssuer = {
    issuer,
    urls: [],
    asked: [],
    metadata: {},
    onDiscovery: undefined,
    onKeys: undefined,
    onToken: () => json({ access_token: `token-${++issued}`, token_type: "Bearer", expires_in: 3600 }),
    count: (path) => it.urls.filter((url) => new URL(url).pathname.endsWith(path)).length,
    async fetch(url, init) {
      it.urls.push(url);
      const { pathname } = new URL(url);
      if (pathname.endsWith("/.well-known/openid-configuration"))
        return it.onDiscovery?.() ?? json({ ...document, ...it.metadata });
      if (pathname.endsWith("/keys")) return it.onKeys?.() ?? json({ keys: [(await key()).jwk] });
      const form = new URLSearchParams(init.body as URLSearchParams);
      const asked = { form, headers: new Headers(init.headers), signal: init.signal ?? undefined };
      it.asked.push(asked);
      return it.onToken(asked);
    },
    async sign(claims = {}, header = {}) {
      const { privateKey, jwk } = await key();
      const seconds = Math.floor(now() / 1000);
      const right = {
        iss: issuer,
        sub: "ada",
        aud: standInClient.clientId,
        iat: seconds,
        exp: seconds + 300,
      };
      const protectedHeader = { alg: "RS256", kid: jwk.kid, ...header } as { alg: string };
      return new SignJWT({ ...right, ...claims }).setProtectedHeader(protectedHeader).sign(privateKey);
    },
    rotateKey() {
      const next = newKey();
      key = () => next;
    },
  };
  return it;
}

async function newKey() {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid: crypto.randomUUID(), use: "sig" } };
}

let first: ReturnType<typeof newKey> | undefined;

/** Generated once, since generating RSA keys is slow. */
function firstKey(): ReturnType<typeof newKey> {
  first ??= newKey();
  return first;
}
