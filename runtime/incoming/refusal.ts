import type { Answer } from "../ports/answer.js";

/** Why a request isn't handled. */
export type RefusalCode =
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
    readonly reason: RefusalCode,
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

const titles: Readonly<Record<RefusalCode, string>> = {
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
