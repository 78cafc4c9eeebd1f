import { valueAtPointer } from "@oipkit/runtime/json-pointer";
import {
  DecryptionFailed,
  decryptBody,
  type JsonObject,
  type Protocol,
  readHeaders,
} from "@oipkit/runtime/webhook";
import { headerValues, type Received } from "../endpoint.js";

/** The credentials that an application's deliveries must be made with. */
export interface SenderCredentials {
  readonly id: string;
  /** Signs now. */
  readonly secret: string;
  /** The one before, if there was one. */
  readonly former: string | undefined;
  /** The next one, while its delivery isn't confirmed. */
  readonly pending: string | undefined;
  readonly token: string;
  readonly encryptKey: string | undefined;
}

/** What a check of requests knows. */
export interface RequestFacts {
  readonly protocol: Protocol;
  readonly credentials: SenderCredentials;
  readonly signedWith: "current" | "former" | "pending";
  /** The event that was published under the label in question. */
  readonly event: JsonObject | undefined;
  /** Every id that the suite has put into an event. */
  readonly usedIds: ReadonlySet<string>;
  /** Valid events by their type. */
  readonly findExamples: (type: string) => readonly JsonObject[];
  /** Address that the request was sent to. */
  readonly requestUrl: (received: Received) => string;
}

/** The body of a request as an object, with what it contains if it is encrypted; `undefined` if it can't be read. */
export function requestContent(
  received: Pick<Received, "body">,
  facts: RequestFacts,
): JsonObject | undefined {
  const { credentials, protocol } = facts;
  const outer = objectIn(received.body);
  if (credentials.encryptKey === undefined || outer === undefined) return outer;
  try {
    return decryptBody({ protocol, encryptKey: credentials.encryptKey, body: received.body });
  } catch (thrown) {
    if (!(thrown instanceof DecryptionFailed)) throw thrown;
    return undefined;
  }
}

/** The event in a request, without the token. */
export function requestEvent(received: Pick<Received, "body">, facts: RequestFacts): JsonObject | undefined {
  const content = requestContent(received, facts);
  const property = facts.protocol.token?.property;
  if (content === undefined || property === undefined) return content;
  return Object.fromEntries(Object.entries(content).filter(([name]) => name !== property));
}

/** A body as a JSON object, `undefined` if it isn't one. */
export function objectIn(body: Uint8Array): JsonObject | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
  } catch {
    // Whoever asks learns that it isn't an object.
  }
  return undefined;
}

/** The only value of a header; `undefined` if there is none, or more than one. */
export function onlyValue(received: Pick<Received, "headers">, name: string | undefined): string | undefined {
  const values = name === undefined ? [] : headerValues(received, name);
  if (values.length === 1) return values[0];
  return undefined;
}

/** The timestamp or the nonce of a request: from its header, or from the signature of an HTTP message. */
export function sentText(
  received: Pick<Received, "headers">,
  protocol: Protocol,
  role: "timestamp" | "nonce",
): string | undefined {
  if (protocol.signature.form === undefined) return onlyValue(received, protocol.headers[role]);
  const read = readHeaders(protocol, (name) => onlyValue(received, name) ?? null);
  if (read.kind !== "complete" || read.headers[role] === "") return undefined;
  return read.headers[role];
}

/** A text in an event, `undefined` if it isn't one. */
export function textAt(event: JsonObject | undefined, pointer: string | undefined): string | undefined {
  const value = event === undefined || pointer === undefined ? undefined : valueAtPointer(event, pointer);
  if (typeof value === "string") return value;
  return undefined;
}

/** Whether a request is a connection verification: by its header, or by the challenge in its body. */
export function isVerification(
  received: Pick<Received, "headers" | "body">,
  { verification }: Protocol,
): boolean {
  if (verification === undefined) return false;
  if (verification.header !== undefined && headerValues(received, verification.header).length > 0)
    return true;
  const { challengeProperty } = verification;
  return challengeProperty !== undefined && typeof objectIn(received.body)?.[challengeProperty] === "string";
}

/** What is wrong with a request, in words that follow "the sender"; `undefined` if nothing is. */
export type SenderCheck = (received: Received, facts: RequestFacts) => string | undefined;
