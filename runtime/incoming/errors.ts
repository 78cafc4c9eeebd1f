import { OipkitError } from "../errors.js";
import type { Answer } from "../ports/answer.js";

/** Why a request isn't handled. */
export type RequestRefusalCode =
  | "method-not-allowed"
  | "body-too-large"
  | "unsupported-encoding"
  | "unsupported-media-type"
  | "unreadable-body"
  | "unauthenticated"
  | "malformed-body"
  | "unknown-request"
  | "invalid-request";

/** What is wrong with one part of a request. */
export interface RequestFinding {
  /** `body`, or the key of a parameter. */
  readonly part: string;
  readonly code: string;
  /** JSON Pointer into the part. */
  readonly pointer: string;
  readonly message: string;
}

/** A request that isn't handled. Thrown inside, never to the caller. */
export class Refused extends Error {
  constructor(
    readonly reason: RequestRefusalCode,
    readonly status: number,
    readonly details: {
      readonly findings?: readonly RequestFinding[];
      readonly allow?: string;
      readonly cause?: unknown;
    } = {},
  ) {
    super(reason);
  }
}

/** A sender needs the first few to find its mistake. */
const mostFindings = 20;

/** The answer to a refused request: problem details (RFC 9457), except to strangers. */
export function refusalAnswer({ reason, status, details }: Refused): Answer {
  const allow = details.allow === undefined ? {} : { allow: details.allow };
  if (reason === "unauthenticated" || status >= 500) return { status, headers: {}, body: "" };
  const errors = details.findings?.slice(0, mostFindings);
  return {
    status,
    headers: { ...allow, "content-type": "application/problem+json" },
    body: JSON.stringify({ status, title: titles[reason], code: reason, errors }),
  };
}

const titles: Readonly<Record<RequestRefusalCode, string>> = {
  "method-not-allowed": "The method isn't allowed",
  "body-too-large": "The body is too large",
  "unsupported-encoding": "The content encoding isn't supported",
  "unsupported-media-type": "The media type isn't supported",
  "unreadable-body": "The body couldn't be read",
  unauthenticated: "The request isn't authenticated",
  "malformed-body": "The body can't be parsed",
  "unknown-request": "There is no such webhook or callback",
  "invalid-request": "The request doesn't match the contract",
};

/** Request handlers were given invalid options: an unknown handler, a missing one, no `authenticate`. */
export class HandlersMisconfigured extends OipkitError {
  readonly code = "handlers-misconfigured";
}

/** What a handler returned can't be answered; the request is answered with 500. */
export class InvalidResultError extends OipkitError {
  readonly code = "handler-result-invalid";
}
