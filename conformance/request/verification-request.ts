import type { Protocol } from "@oipkit/runtime/webhook";
import { MalformedCase } from "../errors.js";
import type { Verification } from "../suite/delivery.js";
import { edited } from "./bytes.js";
import type { CaseIdentities } from "./case-identities.js";
import { changed } from "./change.js";
import { changedHeaders, type Outgoing } from "./outgoing.js";

/** The request of a connection verification, with the deviations of its case. Throws `MalformedCase`. */
export function verificationRequest(
  protocol: Protocol,
  identities: CaseIdentities,
  verification: Verification,
): Outgoing {
  const scheme = protocol.verification;
  if (scheme === undefined) throw new MalformedCase("the protocol has no connection verification");
  const challenge = challengeText(identities, verification);
  const challengeToken = identities.fresh();
  const members: readonly (readonly [name: string | undefined, value: unknown])[] = [
    [scheme.typeProperty, scheme.typeValue ?? scheme.headerValue],
    [scheme.challengeProperty, challenge],
    [scheme.tokenProperty, challengeToken],
  ];
  const body = changed(
    Object.fromEntries(members.filter(([name]) => name !== undefined)),
    verification.change ?? [],
  );
  const headers: Outgoing["headers"] = [
    ["content-type", "application/json"],
    ...(scheme.header === undefined ? [] : [[scheme.header, scheme.headerValue ?? ""] as const]),
  ];
  return {
    method: "POST",
    headers: changedHeaders(headers, verification.headers, { protocol, fresh: identities.fresh }),
    body: edited(Buffer.from(JSON.stringify(body)), verification.body),
    pieceBytes: verification.pieceBytes,
    allowedMs: scheme.timeoutSeconds * 1000,
    challenge,
    challengeToken,
  };
}

function challengeText(identities: CaseIdentities, { challenge }: Verification): string {
  if (challenge === undefined) return `challenge_${identities.fresh()}`;
  if (typeof challenge === "string") return challenge;
  return identities.fresh().padEnd(challenge.length, "x").slice(0, challenge.length);
}
