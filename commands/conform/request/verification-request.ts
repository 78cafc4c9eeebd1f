import type { ConnectionVerification, JsonObject } from "@oipkit/runtime/webhook";
import { MalformedCase } from "../errors.js";
import type { Verification } from "../suite/delivery.js";
import type { CaseIdentities } from "./case-identities.js";
import { changed, edited } from "./change.js";
import { sealed, tokenMember } from "./delivery-request.js";
import { changedHeaders, type Outgoing, type Sender } from "./outgoing.js";
import { signedAttempt } from "./signed-attempt.js";

/** The request of a connection verification, with the deviations of its case. Throws `MalformedCase`. */
export function verificationRequest(
  sender: Sender,
  identities: CaseIdentities,
  verification: Verification,
): Outgoing {
  const { protocol } = sender.suite;
  const scheme = protocol.verification;
  if (scheme === undefined) throw new MalformedCase("the protocol has no connection verification");
  const challenge = challengeText(identities, verification);
  const challengeToken = identities.fresh();
  const { method = "POST" } = scheme;
  const query = toQuery(scheme, challenge);
  const content = changed(challengeContent(scheme, challenge, challengeToken), verification.change ?? []);
  const createRequest = (): Pick<Outgoing, "headers" | "body" | "query"> => {
    const others = Object.entries(sender.suite.headers ?? {});
    if (method === "GET") return { headers: others, query, body: new Uint8Array() };
    if (scheme.signed === true)
      return signedVerification(sender, identities, { content, query, signature: verification.signature });
    return { headers: [["content-type", "application/json"], ...others], query, body: jsonBytes(content) };
  };
  const request = createRequest();
  const headers = [...request.headers, ...markHeaders(scheme), ...challengeHeader(scheme, challenge)];
  return {
    method,
    query: request.query,
    headers: changedHeaders(headers, verification.headers, { protocol, fresh: identities.fresh }),
    body: edited(request.body, verification.body),
    pieceBytes: verification.pieceBytes,
    allowedMs: scheme.timeoutSeconds * 1000,
    ...(challenge !== undefined && { challenge }),
    challengeToken,
  };
}

interface SignedContent {
  readonly content: JsonObject;
  readonly query: string | undefined;
  readonly signature: Verification["signature"] | undefined;
}

/** A verification that is signed, and has a token and is encrypted, like a delivery. */
function signedVerification(
  sender: Sender,
  identities: CaseIdentities,
  { content, query, signature }: SignedContent,
): Pick<Outgoing, "headers" | "body" | "query"> {
  const { verification } = sender.suite.protocol;
  const plaintext = jsonBytes({ ...content, ...tokenMember(sender, identities, {}) });
  const identity = {
    ...identities.identity("a", { test: false }),
    eventType: String(verification?.typeValue ?? verification?.headerValue ?? "verification"),
  };
  const body = sealed(sender, {}, plaintext);
  return signedAttempt(sender, identities, {
    identity,
    plaintext,
    body,
    ...(query !== undefined && { query }),
    ...(signature !== undefined && { signature }),
  });
}

function challengeContent(
  scheme: ConnectionVerification,
  challenge: string | undefined,
  token: string,
): JsonObject {
  const members: readonly (readonly [name: string | undefined, value: unknown])[] = [
    [scheme.typeProperty, scheme.typeValue ?? scheme.headerValue],
    [challenge === undefined ? undefined : scheme.challengeProperty, challenge],
    [scheme.tokenProperty, token],
  ];
  return Object.fromEntries(members.filter(([name]) => name !== undefined)) as JsonObject;
}

function markHeaders({ header, headerValue = "" }: ConnectionVerification): Outgoing["headers"] {
  if (header === undefined) return [];
  return [[header, headerValue]];
}

function challengeHeader(
  { challengeHeader: name }: ConnectionVerification,
  challenge: string | undefined,
): Outgoing["headers"] {
  if (name === undefined || challenge === undefined) return [];
  return [[name, challenge]];
}

function toQuery(
  { challengeQuery: name }: ConnectionVerification,
  challenge: string | undefined,
): string | undefined {
  if (name === undefined || challenge === undefined) return undefined;
  return new URLSearchParams([[name, challenge]]).toString();
}

function jsonBytes(content: object): Uint8Array {
  return Buffer.from(JSON.stringify(content));
}

function challengeText(identities: CaseIdentities, { challenge }: Verification): string | undefined {
  if (challenge === undefined) return `challenge_${identities.fresh()}`;
  if (typeof challenge === "string") return challenge;
  if ("absent" in challenge) return undefined;
  return identities.fresh().padEnd(challenge.length, "x").slice(0, challenge.length);
}
