import { verify as verifySignature } from "node:crypto";
import type { Environment, IdentityType, Time } from "../platform/records/common.js";
import type { OwnClaims } from "./provider/claims.js";
import { usableClient } from "./provider/client-metadata.js";
import type { IssuerContext } from "./provider/issuer-context.js";

/** What an access token says, and what the records say about it now. */
export interface VerifiedToken {
  readonly environment: Environment;
  /** The client id. */
  readonly client: string;
  readonly application: string;
  readonly identity: IdentityType;
  /** Of a user's token. */
  readonly person?: string | undefined;
  /** Of a user's token: the space that was chosen at the sign-in. */
  readonly membership?: string | undefined;
  /** Of the API product for which it was issued. */
  readonly audience: string;
  readonly scopes: readonly string[];
  /** In the sandbox's time. */
  readonly issuedAt: Time;
}

/**
 * Why a token isn't accepted. `malformed`: not an access token of this sandbox; `signature`: signed with a key that isn't its issuer's, or no
 * longer; `client-ended`: its client was disabled or got a new secret; `person-ended`: the person was revoked; `grant-ended`: the person signed
 * out, or its code or a refresh token was used twice (RFC 6749, section 4.1.2).
 */
export type TokenProblem =
  | "malformed"
  | "signature"
  | "expired"
  | "client-ended"
  | "person-ended"
  | "grant-ended";

interface Entry {
  readonly token: VerifiedToken;
  readonly kid: string;
  readonly expiresAt: Time;
  readonly clientVersion: number;
  /** Of a user's token. */
  readonly grant: string | undefined;
}

/** The claims of RFC 9068 that the issuers set. */
interface AccessTokenClaims extends OwnClaims {
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
  readonly client_id: string;
  readonly scope?: string;
  readonly iat: number;
  readonly exp: number;
}

/** Longer than any token of the issuers. */
const maxLength = 8192;

/**
 * Verifies access tokens. A signature is verified once; whether the token is expired, and its client, person, grant and key still in use, is decided
 * each time, in the sandbox's time.
 */
export function createVerifier(
  issuers: Readonly<Record<Environment, IssuerContext>>,
): (token: string) => Promise<VerifiedToken | { readonly problem: TokenProblem }> {
  const { settings } = issuers.sandbox;
  const verified = new Map<string, Entry>();

  return async (token) => {
    const known = verified.get(token);
    const entry = known ?? (await verifyNew(issuers, token));
    if ("problem" in entry) return entry;
    const problem = await problemNow(issuers[entry.token.environment], entry);
    if (problem !== undefined) {
      verified.delete(token);
      return { problem };
    }
    if (known === undefined) {
      const oldest =
        verified.size >= settings.limits.verifiedTokens ? verified.keys().next().value : undefined;
      if (oldest !== undefined) verified.delete(oldest);
      verified.set(token, entry);
    }
    return entry.token;
  };
}

async function problemNow(context: IssuerContext, entry: Entry): Promise<TokenProblem | undefined> {
  const { clock, world, keys, rows, environment } = context;
  const { client: id, application, identity, person } = entry.token;
  if (entry.expiresAt <= clock.now()) return "expired";
  if ((await keys.find(entry.kid)) === undefined) return "signature";
  const client = usableClient(context, id);
  if (client?.application !== application || (client.tokenVersion ?? 0) !== entry.clientVersion)
    return "client-ended";
  if (person !== undefined && world.view.get("person", person)?.status !== "active") return "person-ended";
  if (identity === "user") {
    const grant = await rows.find({ environment, kind: "Grant", id: entry.grant ?? "" });
    if (grant === undefined) return "grant-ended";
  }
  return undefined;
}

async function verifyNew(
  issuers: Readonly<Record<Environment, IssuerContext>>,
  token: string,
): Promise<Entry | { readonly problem: TokenProblem }> {
  const [head = "", body = "", signature = "", more] = token.length > maxLength ? [] : token.split(".");
  const header = parsed<{ alg: string; typ: string; kid: string }>(head);
  const claims = parsed<AccessTokenClaims>(body);
  const context = Object.values(issuers).find(({ issuer }) => issuer === claims?.iss);
  const isAccessToken = header?.alg === "ES256" && header.typ === "at+jwt" && typeof header.kid === "string";
  if (claims === undefined || context === undefined || !isAccessToken || more !== undefined)
    return { problem: "malformed" };
  const key = await context.keys.find(header.kid);
  const isSigned =
    key !== undefined &&
    verifySignature(
      "sha256",
      Buffer.from(`${head}.${body}`),
      { key, dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    );
  if (!isSigned) return { problem: "signature" };
  const client = context.world.view.get("client", claims.client_id);
  if (client === undefined) return { problem: "client-ended" };
  const isUser = client.identity === "user";
  return {
    kid: header.kid,
    expiresAt: claims.sandbox_time + (claims.exp - claims.iat) * 1000,
    clientVersion: claims.client_version,
    grant: claims.grant,
    token: {
      environment: context.environment,
      client: client.id,
      application: client.application,
      identity: client.identity,
      ...(isUser && { person: claims.sub, membership: claims.space?.membership_id }),
      audience: claims.aud,
      scopes: claims.scope?.split(" ") ?? [],
      issuedAt: claims.sandbox_time,
    },
  };
}

/** A part of a token. Its members are what the issuer wrote once the signature is verified, and anything before. */
function parsed<Content>(part: string): Content | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    if (typeof value === "object" && value !== null) return value as Content;
    return undefined;
  } catch {
    return undefined;
  }
}
