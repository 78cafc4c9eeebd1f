import type { JsonObject } from "../../ports/json-object.js";
import { parseJsonObject } from "../wire/body.js";
import type { ConnectionVerification, Protocol } from "../wire/protocol.js";
import { Refusal } from "./refusal.js";

/** Answers the verification of a connection. Nothing of it is stored. */
export interface ConnectionVerifier {
  /** Whether a request verifies the connection. Its header alone decides, even beside a signature. */
  readonly isMeant: (header: (name: string) => string | null) => boolean;
  /** The JSON text that echoes the challenge. Throws `Refusal` for a malformed request. */
  readonly echo: (body: Uint8Array) => string;
  readonly status: number;
}

/** A verifier for a protocol; `undefined` if it verifies no connections. */
export function connectionVerifier({
  verification: scheme,
  responses,
}: Pick<Protocol, "verification" | "responses">): ConnectionVerifier | undefined {
  if (scheme === undefined) return undefined;
  const name = scheme.header.toLowerCase();
  return {
    isMeant: (header) => header(name) === scheme.headerValue,
    echo(body) {
      const echo = echoChallenge(scheme, body);
      if (echo !== undefined) return echo;
      throw new Refusal({ code: "verification-malformed", status: responses.unprocessable });
    },
    status: scheme.status,
  };
}

/** The echo, or `undefined` if the request is malformed or the echo would exceed the limit. */
function echoChallenge(scheme: ConnectionVerification, body: Uint8Array): string | undefined {
  let request: JsonObject;
  try {
    request = parseJsonObject(body);
  } catch {
    return undefined;
  }
  const challenge = request[scheme.challengeProperty];
  if (request[scheme.typeProperty] !== scheme.headerValue) return undefined;
  if (typeof challenge !== "string" || typeof request[scheme.tokenProperty] !== "string") return undefined;
  const echo = JSON.stringify({ [scheme.challengeProperty]: challenge });
  return Buffer.byteLength(echo, "utf8") <= scheme.maxResponseBytes ? echo : undefined;
}
