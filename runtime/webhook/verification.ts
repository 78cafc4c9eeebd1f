import { type JsonObject, parseJsonObject } from "./body.js";
import type { ConnectionVerification } from "./protocol.js";

/** Whether a request verifies the connection (§6.1). Its header alone decides, even beside a signature. */
export function isVerification(
  scheme: ConnectionVerification,
  get: (name: string) => string | null,
): boolean {
  return get(scheme.header) === scheme.headerValue;
}

/**
 * The JSON text that echoes a challenge (§6.1), or `undefined` when the request is malformed or its echo
 * would exceed the limit. Nothing of it is kept.
 */
export function echoChallenge(scheme: ConnectionVerification, body: Uint8Array): string | undefined {
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
