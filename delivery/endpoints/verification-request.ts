import type { ConnectionVerification } from "@oipkit/runtime/webhook";
import { DeliveryError } from "../errors.js";
import type { OutgoingRequest } from "../ports/transport.js";

/** The request that verifies a URL. Challenge and token are for this one request, and nowhere else. */
export function verificationRequest(
  scheme: ConnectionVerification,
  { url, challenge, token }: { readonly url: string; readonly challenge: string; readonly token: string },
): OutgoingRequest {
  if (scheme.method === "GET" || scheme.signed === true) {
    throw new DeliveryError(
      "delivery-options",
      "this engine verifies connections by an unsigned POST, but the protocol asks for another request",
    );
  }
  const content = [
    [scheme.typeProperty, scheme.typeValue ?? scheme.headerValue],
    [scheme.challengeProperty, challenge],
    [scheme.tokenProperty, token],
  ] as const;
  return {
    url: scheme.challengeQuery === undefined ? url : withQuery(url, scheme.challengeQuery, challenge),
    headers: {
      "content-type": "application/json",
      ...(scheme.header !== undefined && { [scheme.header]: scheme.headerValue ?? "" }),
      ...(scheme.challengeHeader !== undefined && { [scheme.challengeHeader]: challenge }),
    },
    body: Buffer.from(JSON.stringify(Object.fromEntries(content.filter(([name]) => name !== undefined)))),
    timeoutMs: scheme.timeoutSeconds * 1000,
    maxAnswerBytes: scheme.maxResponseBytes,
  };
}

function withQuery(url: string, name: string, value: string): string {
  return `${url}${url.includes("?") ? "&" : "?"}${new URLSearchParams([[name, value]]).toString()}`;
}
