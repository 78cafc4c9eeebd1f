import { createHash } from "node:crypto";
import {
  formatInstant,
  formatSignatureHeader,
  type SignatureScheme,
  type SignedPart,
  signContent,
} from "@oipkit/runtime/webhook";
import { furtherSignedHeaders } from "../request/signed-attempt.js";
import { derivedBytes } from "./derived-bytes.js";
import { ecdsaSignature } from "./ecdsa-signature.js";
import type { VerifierVector, VerifierVectors } from "./verifier-vectors.js";

/** What a request consists of, before or after signing; one character of a text is one byte. */
export interface RequestParts {
  readonly timestamp: string;
  readonly nonce: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly url: string;
  readonly body: Buffer;
  /** Values of the signed headers without another role, by name in lower case. */
  readonly others: Readonly<Record<string, string>>;
}

/** A part of the signing input; those of HTTP messages, of which no vectors are made, aside. */
export type PlainPart = Exclude<SignedPart, (typeof messageParts)[number]>;

const messageParts = ["method", "authority", "path", "query"] as const;

/** Whether a part isn't one of HTTP messages. */
export function isPlainPart(part: SignedPart): part is PlainPart {
  return !(messageParts as readonly unknown[]).includes(part);
}

/** What vectors are made from. */
export interface VectorSource {
  readonly protocol: VerifierVectors["protocol"];
  /** Current and previous. */
  readonly secrets: readonly [current: string, previous: string];
  readonly now: number;
}

/** How a request differs from a correct one. */
export interface RequestPlan {
  /** Parts that are signed with another value. */
  readonly signed?: Partial<RequestParts>;
  /** Parts that are sent with another value than the signed one. */
  readonly sent?: Partial<RequestParts>;
  readonly secret?: string;
  /** Members of the scheme that the signature, but not its header, is made with. */
  readonly scheme?: Partial<SignatureScheme>;
  /** Bytes that are signed in place of the scheme's content. */
  readonly content?: Buffer;
  /** The encoded signature, changed. */
  readonly digits?: (digits: string) => string;
  /** The text of the signature header, made of the encoded signature and the text it would have. */
  readonly header?: (digits: string, text: string) => string;
  /** All headers, changed. */
  readonly headers?: (headers: VerifierVector["headers"]) => VerifierVector["headers"];
}

/** A request as a vector has it. */
export type PlannedRequest = Pick<VerifierVector, "method" | "url" | "headers"> & { readonly body: Buffer };

/** The parts of a correct request. */
export function correctParts({ protocol, now }: VectorSource): RequestParts {
  const others = furtherSignedHeaders(protocol).map(
    (name) => [name.toLowerCase(), otherValue(name)] as const,
  );
  return {
    timestamp: formatInstant(protocol.timestamp?.unit ?? "seconds", now * 1000),
    nonce: "6f1d5a9c27b84e03",
    deliveryId: "dlv_2b7Qx91",
    eventId: "evt_5Kd0Rm4",
    eventType: "example.made",
    url: "https://receiver.example/webhook",
    body: Buffer.from('{"type":"example.made","count":10,"text":"Grüße / 100 %","list":[1,2.50,null]}'),
    others: Object.fromEntries(others),
  };
}

function otherValue(name: string): string {
  return name.toLowerCase() === "host" ? "receiver.example" : "an-example-value";
}

/** The request of a plan. */
export function plannedRequest(source: VectorSource, plan: RequestPlan): PlannedRequest {
  const { protocol } = source;
  const signed = { ...correctParts(source), ...plan.signed };
  const sent = { ...signed, ...plan.sent };
  const made = encodedSignature(source, plan, signed);
  const digits = plan.digits?.(made) ?? made;
  const usual = formatSignatureHeader(protocol.signature, [digits], sent.timestamp);
  const text = plan.header?.(digits, usual) ?? usual;
  const headers = requestHeaders(protocol, sent, text);
  return { method: "POST", url: sent.url, headers: plan.headers?.(headers) ?? headers, body: sent.body };
}

/** The encoded signature of a plan, without prefix. */
export function encodedSignature(
  { protocol, secrets }: VectorSource,
  { scheme, content, secret = secrets[0] }: Pick<RequestPlan, "scheme" | "content" | "secret">,
  signed: RequestParts,
): string {
  const signature = { ...protocol.signature, ...scheme };
  const body = content ?? signedBytes(signature, signed);
  if (signature.algorithm === "ecdsa-p256-sha256")
    return ecdsaSignature({ signature }, secret, body).toString(signature.encoding);
  return signContent({
    protocol: { signature: { ...signature, content: ["body"] } },
    secret,
    body,
    random: derivedBytes(`${secret} ${body.toString("base64")}`),
  });
}

/** The bytes that a scheme signs. */
export function signedBytes(
  { content, separator }: Pick<SignatureScheme, "content" | "separator">,
  parts: RequestParts,
): Buffer {
  const pieces = content.filter(isPlainPart).flatMap((part, at) => {
    const bytes = partBytes(part, parts);
    if (at === 0) return [bytes];
    return [Buffer.from(separator), bytes];
  });
  return Buffer.concat(pieces);
}

function partBytes(part: PlainPart, parts: RequestParts): Buffer {
  if (part === "body") return parts.body;
  if (part === "url") return Buffer.from(parts.url, "utf8");
  if (typeof part === "string") return Buffer.from(parts[part], "latin1");
  if ("literal" in part) return Buffer.from(part.literal, "utf8");
  if ("header" in part) return Buffer.from(headerValue(parts, part.header), "latin1");
  return Buffer.from(createHash(part.digest).update(parts.body).digest(part.encoding));
}

function headerValue({ others }: RequestParts, name: string): string {
  const lower = name.toLowerCase();
  if (lower === "content-type") return "application/json";
  return others[lower] ?? "";
}

function requestHeaders(
  { headers: names, signature }: VectorSource["protocol"],
  parts: RequestParts,
  text: string,
): VerifierVector["headers"] {
  const roles = ["deliveryId", "eventId", "eventType", "timestamp", "nonce"] as const;
  const identifying = roles.flatMap((role) => {
    const name = names[role];
    if (name === undefined) return [];
    return [[name, parts[role]] as const];
  });
  const further = furtherSignedHeaders({ headers: names, signature }).map(
    (name) => [name, headerValue(parts, name)] as const,
  );
  return [["Content-Type", "application/json"], ...further, ...identifying, [names.signature, text]];
}
