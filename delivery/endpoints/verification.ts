import { type ConnectionVerification, parseJsonObject, sameContent } from "@oipkit/runtime/webhook";
import { DeliveryError } from "../errors.js";
import type { OutgoingRequest, TransportResult } from "../ports.js";

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

/** The rule of a connection verification that a receiver broke. */
export type VerificationFault =
  | "url-refused"
  | "address-refused"
  | "unreachable"
  | "too-slow"
  | "redirected"
  | "status-refused"
  | "answer-too-large"
  | "content-type-refused"
  | "answer-malformed"
  | "answer-not-alone"
  | "challenge-wrong";

/** A fault in words. Neither quotes the answer. */
export interface VerificationFailure {
  readonly verified: false;
  readonly code: VerificationFault;
  readonly reason: string;
  readonly remedy: string;
}

/** What is wrong with the answer to a verification; `undefined` if nothing is. */
export function verificationFault(
  scheme: ConnectionVerification,
  challenge: string,
  result: TransportResult,
): VerificationFailure | undefined {
  const { timeoutSeconds, maxResponseBytes: most } = scheme;
  const slow = (): VerificationFailure =>
    verificationFailure(
      "too-slow",
      `the whole answer didn't come within ${timeoutSeconds} s`,
      "answer the verification at once, before any other work",
    );
  if (result.kind === "failed") {
    const { code, reason } = result;
    if (code === "timed-out") return slow();
    if (code === "address-refused")
      return verificationFailure(code, reason, "give a URL whose name leads to public addresses only");
    if (code === "sender-exhausted" || code === "sender-failed")
      return verificationFailure("unreachable", reason, "nothing is wrong with the URL: try again later");
    return verificationFailure("unreachable", reason, "make the URL reachable from outside");
  }
  const { status, body, truncated } = result;
  if (result.durationMs > timeoutSeconds * 1000) return slow();
  if (status >= 300 && status < 400)
    return verificationFailure(
      "redirected",
      `the answer is a redirect, ${status}`,
      "give the URL that it leads to",
    );
  if (status < 200 || status > 299)
    return verificationFailure(
      "status-refused",
      `the status is ${status}`,
      `answer a verification with ${scheme.status}`,
    );
  if (body.length > most || (truncated && body.length === most))
    return verificationFailure(
      "answer-too-large",
      `the answer has more than ${most} bytes`,
      "answer with the challenge alone",
    );
  if (truncated) return slow();
  return bodyFault(scheme, challenge, result);
}

type VerificationAnswer = Extract<TransportResult, { readonly kind: "answered" }>;

function bodyFault(
  scheme: ConnectionVerification,
  challenge: string,
  { headers, body }: VerificationAnswer,
): VerificationFailure | undefined {
  const { answer } = scheme;
  if (answer?.kind === "empty") {
    if (body.length === 0) return undefined;
    return verificationFailure("answer-not-alone", "the answer has a body", "answer without one");
  }
  if (answer?.kind === "text") {
    if (Buffer.from(challenge).equals(body)) return undefined;
    return verificationFailure(
      "challenge-wrong",
      "the answer isn't the challenge",
      "answer with exactly what was sent",
    );
  }
  if (!isJson(headers["content-type"]))
    return verificationFailure(
      "content-type-refused",
      "the answer's Content-Type isn't application/json",
      "set the header Content-Type: application/json",
    );
  const content = objectIn(body);
  if (content === undefined)
    return verificationFailure(
      "answer-malformed",
      "the answer isn't a JSON object",
      "answer with a JSON object in UTF-8",
    );
  if (answer?.kind === "fixed") {
    if (sameContent(content.value, answer.json)) return undefined;
    return verificationFailure(
      "answer-not-alone",
      "the answer isn't the one that is prescribed",
      "answer exactly with that",
    );
  }
  const property = answer?.property ?? scheme.challengeProperty ?? "challenge";
  const remedy = `answer with an object that has only \`${property}\``;
  if (!Object.hasOwn(content.value, property))
    return verificationFailure("challenge-wrong", `the answer has no \`${property}\``, remedy);
  if (!oneStringMember.test(content.text))
    return verificationFailure("answer-not-alone", `the answer has more than a text \`${property}\``, remedy);
  if (content.value[property] === challenge) return undefined;
  return verificationFailure(
    "challenge-wrong",
    `\`${property}\` isn't what was sent`,
    "answer with exactly what was sent",
  );
}

/** A parsed object hides members that are there twice. */
const oneStringMember =
  /^[ \t\r\n]*\{[ \t\r\n]*"(?:[^"\\]|\\.)*"[ \t\r\n]*:[ \t\r\n]*"(?:[^"\\]|\\.)*"[ \t\r\n]*\}[ \t\r\n]*$/;

function isJson(contentType: string | undefined): boolean {
  return /^application\/json[ \t]*(?:;[^,]*)?$/i.test(contentType?.trim() ?? "");
}

function objectIn(body: Uint8Array) {
  try {
    return { value: parseJsonObject(body), text: Buffer.from(body).toString("utf8") };
  } catch {
    return undefined;
  }
}

/** A failure, as it is shown. */
export function verificationFailure(
  code: VerificationFault,
  reason: string,
  remedy: string,
): VerificationFailure {
  return { verified: false, code, reason, remedy };
}
