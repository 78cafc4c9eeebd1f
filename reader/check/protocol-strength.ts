import type { Protocol, SignedRole } from "@oipkit/runtime/webhook";
import { type Contracts, diagnose } from "../documents/contracts.js";
import type { Diagnostic } from "../documents/diagnostic.js";
import { protocolIn } from "./protocol-parts.js";

/** One warning for each protocol whose deliveries are easier to forge or to replay than they need be. */
export function checkProtocolStrength({ asyncapi }: Contracts): Diagnostic[] {
  return asyncapi.flatMap((document) => {
    const protocol = protocolIn(document);
    const weak = protocol === undefined ? [] : weakPoints(protocol);
    if (weak.length === 0) return [];
    return [
      diagnose(document, ["x-webhook-protocol", "signature"], {
        severity: "warning",
        code: "protocol-weak",
        message: `the protocol is weak: ${weak.join("; ")}`,
        hint: "If it is your platform's, improve it. Otherwise keep every event in the inbox, and rely on signed values alone.",
        target: "key",
      }),
    ];
  });
}

function weakPoints({ headers, signature, timestamp, nonce, event }: Protocol): string[] {
  const { algorithm, content } = signature;
  const isSigned = (role: SignedRole): boolean => content.includes(role);
  const isDigestWeak = content.some(
    (part) => typeof part === "object" && "digest" in part && part.digest === "sha1",
  );
  const weak: string[] = [];
  if (timestamp === undefined && nonce === undefined)
    weak.push(
      "without a timestamp and a nonce, an old delivery can be sent again, and only the inbox recognizes it",
    );
  if (timestamp !== undefined && !isSigned("timestamp"))
    weak.push("the timestamp isn't signed, so it says nothing about a delivery's age");
  if (nonce !== undefined && !isSigned("nonce"))
    weak.push("the nonce isn't signed, so a replayed delivery can have another one");
  const isIdUnsigned =
    event.id === undefined &&
    (headers.eventId === undefined
      ? headers.deliveryId !== undefined && !isSigned("deliveryId")
      : !isSigned("eventId"));
  if (isIdUnsigned) weak.push("the event's id isn't signed, so a replayed delivery can have another one");
  if (event.type === undefined && !isSigned("eventType"))
    weak.push("the event's type isn't signed, so an authentic body can arrive under another type");
  if (algorithm === "hmac-sha1" || isDigestWeak) weak.push("SHA-1 is broken");
  return weak;
}
