import { isDeepStrictEqual } from "node:util";
import {
  type ConnectionVerification,
  isJsonContentType,
  type Protocol,
  type VerificationAnswer,
} from "@oipkit/runtime/webhook";
import { findHeader, type Incoming } from "../exchange/send.js";
import type { Outgoing } from "../request/outgoing.js";
import type { Expectation } from "../suite/suite.js";
import { differs, type Miss } from "./miss.js";
import { isCrash, isWanted, wantedStatuses, wantedText } from "./wanted.js";

/** A request and its answer, as seen by an expectation. */
interface Answered {
  readonly sent: Outgoing;
  readonly got: Incoming;
  /** The answer that this one must equal. */
  readonly earlier?: Incoming | undefined;
  /** Tolerance added to the allowed time, in milliseconds. */
  readonly toleranceMs: number;
}

/** What is wrong with an answer, or `undefined` if nothing. */
export function miss(protocol: Protocol, expect: Expectation, answered: Answered): Miss | undefined {
  return (
    missedStatus(protocol, expect, answered) ??
    missedBody(protocol, expect, answered) ??
    missedTime(expect, answered) ??
    missedSameness(expect, answered)
  );
}

function missedStatus(protocol: Protocol, expect: Expectation, { got }: Answered): Miss | undefined {
  const wanted = wantedStatuses(protocol, expect.status);
  const crashes = isCrash(got.status, wanted);
  if (isWanted(got.status, wanted) && !crashes) return undefined;
  const text = wantedText(wanted);
  return {
    aspect: "status",
    expected: { value: wanted, text },
    actual: { value: got.status, text: String(got.status) },
    reason: crashes
      ? `refuses by an error, ${got.status}; the protocol allows ${text}`
      : `returns ${got.status}, expected ${text}`,
    ...(crashes && { refused: true }),
  };
}

function missedBody(
  protocol: Protocol,
  { body, json, header, lists }: Expectation,
  { sent, got }: Answered,
): Miss | undefined {
  const text = Buffer.from(got.body).toString("utf8");
  if (body === "empty" && got.body.length > 0) {
    return differs("body", ["", "an empty body"], [text, `${got.body.length} bytes`]);
  }
  const type = findHeader(got.headers, "content-type") ?? null;
  if (json === true && !isJsonContentType(type)) {
    return differs("content-type", ["application/json", "JSON"], [type, type ?? "no content type"]);
  }
  const { verification } = protocol;
  if (body === "challenge" && !(verification && answersVerification(verification, sent, got))) {
    const wanted = verification && verificationAnswer(verification, sent.challenge).body;
    return differs("body", [wanted, bodyText(verification)], [text, "another body"]);
  }
  if (json === true && !isJson(text))
    return differs("body", ["JSON", "JSON"], [text, "a body that isn't JSON"]);
  if (header === undefined) return undefined;
  return missedHeader(header, lists, got);
}

function missedHeader(name: string, lists: string | undefined, { headers }: Incoming): Miss | undefined {
  const value = findHeader(headers, name) ?? null;
  const values = (value ?? "").split(",").map((each) => each.trim());
  if (lists === undefined ? values.some((each) => each !== "") : values.includes(lists)) return undefined;
  const wanted = lists === undefined ? `the header ${name}` : `${lists} in the header ${name}`;
  return differs("header", [lists ?? name, wanted], [value, value === null ? "none" : `\`${value}\``]);
}

function missedTime({ timely }: Expectation, { sent, got, toleranceMs }: Answered): Miss | undefined {
  const allowed = sent.allowedMs;
  const taken = Math.round(got.elapsedMs);
  if (timely !== true || allowed === undefined || taken <= allowed + toleranceMs) return undefined;
  return {
    aspect: "time",
    expected: { value: allowed, text: `an answer within ${allowed} ms` },
    actual: { value: taken, text: `after ${taken} ms` },
    reason: `takes ${taken} ms, expected at most ${allowed} ms`,
  };
}

function missedSameness({ sameAs }: Expectation, { got, earlier }: Answered): Miss | undefined {
  if (sameAs === undefined || earlier === undefined) return undefined;
  const shown = ({ status, headers, body }: Incoming): unknown => ({
    status,
    contentType: findHeader(headers, "content-type") ?? null,
    body: Buffer.from(body).toString("utf8"),
  });
  if (isDeepStrictEqual(shown(earlier), shown(got))) return undefined;
  return {
    aspect: "same",
    expected: { value: shown(earlier), text: `the same answer as in step ${sameAs}` },
    actual: { value: shown(got), text: "a different answer" },
    reason: `answers differently than in step ${sameAs}, so a sender can distinguish the two faults`,
  };
}

function bodyText(verification: Protocol["verification"]): string {
  if (verification?.allowedAnswers !== undefined)
    return "the challenge and nothing else, in a form that the sender reads";
  switch (verification?.answer?.kind) {
    case "empty":
      return "an empty body";
    case "fixed":
      return "the prescribed object";
    default:
      return "the challenge and nothing else";
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The body that answers a connection verification. */
interface VerificationBody {
  /** As text. */
  readonly body: string;
  /** Whether it is plain text or JSON, or a form (`application/x-www-form-urlencoded`), both of whose spelling is free. */
  readonly kind: "text" | "json" | "form";
}

/** The body that a protocol prescribes as the answer to a verification; the first if it has several. */
export function verificationAnswer(
  { answer, challengeProperty = "" }: ConnectionVerification,
  challenge: string | undefined,
): VerificationBody {
  return answerBody(answer ?? { kind: "json", property: challengeProperty }, challenge);
}

function answerBody(answer: VerificationAnswer, challenge: string | undefined): VerificationBody {
  const json = (value: unknown): VerificationBody => ({ body: JSON.stringify(value), kind: "json" });
  switch (answer.kind) {
    case "empty":
      return { body: "", kind: "text" };
    case "text":
      return { body: challenge ?? "", kind: "text" };
    case "form":
      return { body: new URLSearchParams([[answer.property, challenge ?? ""]]).toString(), kind: "form" };
    case "fixed":
      return json(answer.json);
    case "json":
      return json({ [answer.property]: challenge });
  }
}

/** Whether an answer to a verification has a prescribed body, and no more bytes than the protocol allows. */
function answersVerification(scheme: ConnectionVerification, sent: Outgoing, got: Incoming): boolean {
  if (got.body.length > scheme.maxResponseBytes) return false;
  const { allowedAnswers } = scheme;
  const first = verificationAnswer(scheme, sent.challenge);
  if (allowedAnswers === undefined) return isBody(got, first);
  const others = allowedAnswers.map((answer) => answerBody(answer, sent.challenge));
  return [first, ...others].some((wanted) => isBody(got, wanted) && isNamedSo(got, wanted));
}

function isBody({ body }: Incoming, wanted: VerificationBody): boolean {
  const text = Buffer.from(body).toString("utf8");
  switch (wanted.kind) {
    case "text":
      return text === wanted.body;
    case "form":
      return new URLSearchParams(text).toString() === wanted.body;
    case "json":
      try {
        return isDeepStrictEqual(JSON.parse(text), JSON.parse(wanted.body));
      } catch {
        return false;
      }
  }
}

/** Whether the content type says which of several forms an answer has. Plain text needs none. */
function isNamedSo({ headers }: Incoming, { kind }: VerificationBody): boolean {
  const type = findHeader(headers, "content-type") ?? null;
  switch (kind) {
    case "text":
      return true;
    case "form":
      return (type ?? "").toLowerCase().startsWith("application/x-www-form-urlencoded");
    case "json":
      return isJsonContentType(type);
  }
}
