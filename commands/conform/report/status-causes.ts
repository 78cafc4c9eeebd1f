import { isSuccess } from "../check/wanted.js";
import type { SubjectSummary } from "../subject.js";

/** Why requests that should be refused are accepted: one sentence. */
export const uncheckedRequests = "The receiver checks neither the signature nor the content of requests.";

/** Why requests that should be refused get a success, with another body than right ones: two sentences. */
export const successForAll =
  "Their answers have other bodies than those to right requests, so the receiver probably notices what is wrong. It answers with a success nevertheless, and a sender that reads the status takes the event for accepted.";

/** What a receiver may expect instead of the bodies that it got, if the protocol has encryption. */
const otherBody = (encryption: Encryption): string | undefined => {
  if (encryption === "on") return "plaintext, but WEBHOOK_ENCRYPT_KEY is set";
  if (encryption === "off") return "an encrypted body, but WEBHOOK_ENCRYPT_KEY isn't set";
  return undefined;
};

/** Whether bodies are encrypted, if the protocol has encryption. */
export type Encryption = "on" | "off" | "none";

const needsMore = "needs a header or a member that the contract and its examples lack";

/** Why all requests that should be accepted get this status: one or two sentences. */
export function answersToValid(status: number, encryption: Encryption): string {
  if (status >= 300 && status < 400)
    return "The URL redirects to the receiver's own, for example to https or to a path with a trailing slash.";
  if (status >= 500)
    return `The receiver fails on any delivery, or ${needsMore}; its log says why, and whether its stores are reachable.`;
  if (isSuccess(status))
    return "They are accepted, but with the framework's default status; the documentation requires a specific one.";
  const body = otherBody(encryption);
  const expected = body === undefined ? "" : `expects ${body}, or `;
  const causes: Readonly<Record<number, string>> = {
    400: `The receiver ${expected}${needsMore}, or a parser in front of it refuses the body.`,
    401: "The secret or the verification token differs from the receiver's, its clock is wrong, or it verifies the signature of a body that was parsed and serialized again.",
    422: `The receiver is configured for another application, environment, organization or product than the flags say, or ${expected}${needsMore}.`,
    ...infrastructure,
    403: forbidden,
  };
  return causes[status] ?? "Something in front of the receiver answers in its place.";
}

const forbidden =
  "The secret differs from the receiver's, or something in front of it refuses requests: a firewall, a login or CSRF protection.";

const infrastructure: Readonly<Record<number, string>> = {
  403: "Something in front of the receiver refuses requests: a firewall, a login or CSRF protection.",
  404: "The path of the URL is not the one that the receiver listens on.",
  405: "The path of the URL doesn't accept POST.",
  413: "The body limit is far too low.",
  415: "The receiver doesn't accept application/json.",
  429: "A rate limit applies in front of the receiver; use --concurrency 1 to reduce the load.",
};

const takenForForged =
  "They are refused like forged ones, so the secret probably differs from the receiver's, its clock is wrong, it reads other headers than were sent, or it verifies the signature of a body that was parsed and serialized again.";

/**
 * Why requests that should be accepted are refused with the status of forged ones: one or two sentences. `undefined` if the status
 * says that none of them has come as far as a check of the signature.
 */
export function refusedLikeForged(status: number): string | undefined {
  if (status < 400 || status >= 500) return undefined;
  const general = infrastructure[status];
  if (general === undefined) return takenForForged;
  return status === 403 ? `${takenForForged} Or: ${lowerFirst(general)}` : undefined;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Why all requests get this status, also those that should get another refusal: one sentence. */
export function anyStatus(status: number): string {
  if (status >= 300 && status < 400) return answersToValid(status, "none");
  if (status >= 500)
    return `The receiver fails before it looks at the signature, or ${needsMore}; its log says why.`;
  if (status === 400)
    return "A parser in front of the receiver refuses every request, or the receiver can't read any of them.";
  if (status === 422) return "The receiver checks the event first, and accepts none.";
  if (status === 401 || status === 403) return answersToValid(status, "none");
  return infrastructure[status] ?? "Something in front of the receiver answers in its place.";
}

/** Why requests that should get one refusal all get another: one sentence. */
export function allRefused(status: number, wanted: string): string {
  if (status >= 300 && status < 400) return answersToValid(status, "none");
  if (status >= 500)
    return "The receiver throws an error where it should refuse the request, and nothing turns the error into an answer.";
  const general = infrastructure[status];
  if (general !== undefined) return general;
  return `The receiver recognizes that they are wrong, but ${status} is its status for these refusals; the documentation requires ${wanted}.`;
}

/** How a run treats encryption. */
export function encryptionState({ encryption, encryptable = true }: SubjectSummary): Encryption {
  if (encryption) return "on";
  return encryptable ? "off" : "none";
}
