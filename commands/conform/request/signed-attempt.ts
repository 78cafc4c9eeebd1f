import type { Protocol } from "@oipkit/runtime/webhook";
import { MalformedCase, NotApplicable } from "../errors.js";
import type { Delivery } from "../suite/delivery.js";
import type { CaseIdentities } from "./case-identities.js";
import { variedText } from "./change.js";
import { type Outgoing, type Sender, signedAndSentQuery, withQuery } from "./outgoing.js";
import { messageHeaders } from "./signed-message.js";
import { deliverySignatures, type SigningOptions, signatureHeader, signedMessage } from "./signing.js";
import { timestampText } from "./timestamp-text.js";

/** A body to send, and how its signature deviates. */
interface AttemptOptions
  extends Pick<Delivery, "timestamp" | "nonce" | "signature" | "query" | "moved" | "test"> {
  /** What the headers say about the delivery. */
  readonly identity: Pick<SentParts, "deliveryId" | "eventId" | "eventType">;
  /** The JSON before encryption. */
  readonly plaintext: Uint8Array;
  /** As it is signed. */
  readonly body: Uint8Array;
}

/** Headers, body and query of a request with a current timestamp, a nonce and a signature, and its deviations. */
export function signedAttempt(
  sender: Sender,
  identities: CaseIdentities,
  options: AttemptOptions,
): Pick<Outgoing, "headers" | "body" | "query"> {
  const { credentials, random, url = "", application } = sender;
  const { protocol } = sender.suite;
  const { identity, plaintext, body, signature: fault = {} } = options;
  const { fresh } = identities;
  const query = signedAndSentQuery(options.query);
  const nonce = chooseNonce(identities, options);
  const timestamp = chooseTimestamp(sender, options);
  const others = signedHeaders(sender, fresh);
  const correct = { ...identity, timestamp, nonce, body, others };
  const all = [...others, ...identifying(protocol, correct)];
  const header = (name: string): string | null =>
    all.find(([other]) => other.toLowerCase() === name)?.[1] ?? null;
  const { others: _, ...signed } = { ...correct, url: withQuery(url, query.signed), header };
  const signing: SigningOptions = {
    protocol,
    credentials,
    application: application.id,
    fault,
    plaintext,
    fresh,
    random,
    parts: signed,
  };
  const moved = withMovedByte(protocol, correct, options.moved);
  const sent = { ...moved, timestamp: sentTimestamp(sender, options, moved.timestamp) };
  const { headers: names } = protocol;
  return {
    headers: [
      ...sent.others,
      ...identifying(protocol, sent),
      ...signingHeaders(signing, sent),
      ...(options.test === true && names.test !== undefined ? [[names.test, "true"] as const] : []),
    ],
    body: sent.body,
    query: query.sent,
  };
}

/** The headers that sign a request: one, or those of an HTTP message. */
function signingHeaders(signing: SigningOptions, sent: SentParts): Outgoing["headers"] {
  const { protocol, fault } = signing;
  if (protocol.signature.form === undefined) {
    const entries = deliverySignatures(signing);
    return [
      [protocol.headers.signature, signatureHeader(protocol, fault, { entries, timestamp: sent.timestamp })],
    ];
  }
  return messageHeaders(signedMessage(signing, sent));
}

/** The headers with a role, except the signature. */
function identifying({ headers: names }: Protocol, parts: Omit<SentParts, "body">): Outgoing["headers"] {
  const named: readonly (readonly [name: string | undefined, value: string])[] = [
    [names.deliveryId, parts.deliveryId],
    [names.eventId, parts.eventId],
    [names.eventType, parts.eventType],
    [names.timestamp, parts.timestamp],
    [names.nonce, parts.nonce],
  ];
  return named.flatMap(([name, value]) => (name === undefined ? [] : [[name, value] as const]));
}

function chooseTimestamp({ suite, now }: Sender, { timestamp }: AttemptOptions): string {
  return writtenTimestamp({ suite, now }, timestamp, timestamp?.format ?? "{seconds}");
}

/** What is sent in place of the signed timestamp. Throws `NotApplicable` if it is the same text. */
function sentTimestamp({ suite, now }: Sender, { timestamp }: AttemptOptions, signed: string): string {
  if (timestamp?.sent === undefined) return signed;
  const text = writtenTimestamp({ suite, now }, timestamp, timestamp.sent);
  if (text === signed) throw new NotApplicable("needs a time that can be written differently");
  return text;
}

function writtenTimestamp(
  { suite, now }: Pick<Sender, "suite" | "now">,
  timestamp: Delivery["timestamp"],
  template: string,
): string {
  const seconds = Math.floor(now() / 1000) + (timestamp?.offset ?? 0);
  return timestampText(template, { unit: suite.protocol.timestamp?.unit ?? "seconds", seconds });
}

function chooseNonce(identities: CaseIdentities, { nonce }: AttemptOptions): string {
  if (typeof nonce === "object") return variedText(identities.nonce(nonce.of), nonce.as);
  return identities.nonce(nonce);
}

/** Headers that are sent with every delivery, or only with some, by their role. */
const optionalRoles: ReadonlySet<string> = new Set(["test", "correlationId", "resource", "version"]);

/** The headers that a signature covers and that have no other role in a delivery, as the protocol spells them. */
export function furtherSignedHeaders({
  headers,
  signature,
}: Pick<Protocol, "headers" | "signature">): readonly string[] {
  const sent = Object.entries(headers)
    .filter(([role]) => !optionalRoles.has(role))
    .map(([, name]) => name.toLowerCase());
  return signature.content.flatMap((part) => {
    if (
      typeof part === "object" &&
      "header" in part &&
      ![...sent, contentType].includes(part.header.toLowerCase())
    )
      return [part.header];
    return [];
  });
}

const contentType = "content-type";

/** The content type and these headers: with the value that HTTP gives them, or else a new one. */
function signedHeaders({ suite, url = "", now }: Sender, fresh: () => string): Outgoing["headers"] {
  const known: Readonly<Record<string, () => string>> = {
    host: () => (URL.canParse(url) ? new URL(url).host : ""),
    date: () => new Date(now()).toUTCString(),
  };
  const further = furtherSignedHeaders(suite.protocol).map(
    (name) => [name, (known[name.toLowerCase()] ?? fresh)()] as const,
  );
  return [[contentType, "application/json"], ...unsignedHeaders(suite), ...further];
}

/** The headers that every request has, except those that the signature covers, which get new values. */
function unsignedHeaders({ protocol, headers = {} }: Sender["suite"]): Outgoing["headers"] {
  const signed = new Set(furtherSignedHeaders(protocol).map((name) => name.toLowerCase()));
  return Object.entries(headers).filter(([name]) => !signed.has(name.toLowerCase()));
}

/** The parts of a request that its signature may cover. */
interface SentParts {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly body: Uint8Array;
  /** Further headers. */
  readonly others: Outgoing["headers"];
}

/**
 * The parts with the first byte of one moved to the end of the part before it, by its number in the signed content, from
 * 2. Throws `MalformedCase` unless both are sent.
 */
function withMovedByte(
  { signature: { content } }: Protocol,
  parts: SentParts,
  at: number | undefined,
): SentParts {
  if (at === undefined) return parts;
  const [before, after] = [content[at - 2], content[at - 1]];
  if (before === undefined || after === undefined || !isSent(before) || !isSent(after))
    throw new MalformedCase(`no byte can be moved from the signed part ${at}`);
  const bytes = partBytes(parts, after);
  const longer = Buffer.concat([partBytes(parts, before), bytes.subarray(0, 1)]);
  return replaced(replaced(parts, before, longer), after, bytes.subarray(1));
}

type Part = Protocol["signature"]["content"][number];
/** A signed part that is sent as it is. */
export type SentPart = Exclude<keyof SentParts, "others"> | { readonly header: string };

/** Signed parts that are of the request line, or of the address. */
const ofRequest: ReadonlySet<Part> = new Set<Part>(["url", "method", "authority", "path", "query"]);

/** Whether a signed part is sent as it is: a header, or the body. */
export function isSent(part: Part): part is SentPart {
  if (typeof part === "string") return !ofRequest.has(part);
  return "header" in part;
}

function partBytes(parts: SentParts, part: SentPart): Buffer {
  if (part === "body") return Buffer.from(parts.body);
  if (typeof part === "string") return Buffer.from(parts[part], "latin1");
  const [, value = ""] = parts.others.find(([name]) => isNamed(name, part)) ?? [];
  return Buffer.from(value, "latin1");
}

function replaced(parts: SentParts, part: SentPart, bytes: Buffer): SentParts {
  if (part === "body") return { ...parts, body: bytes };
  const text = bytes.toString("latin1");
  if (typeof part === "string") return { ...parts, [part]: text };
  return { ...parts, others: parts.others.map((each) => (isNamed(each[0], part) ? [each[0], text] : each)) };
}

function isNamed(name: string, { header }: { readonly header: string }): boolean {
  return name.toLowerCase() === header.toLowerCase();
}
