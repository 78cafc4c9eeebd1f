import { createHash } from "node:crypto";
import type { Protocol } from "./protocol.js";
import type { SignedPart } from "./signature-scheme.js";
import { structuredFields } from "./structured-fields.js";

/** The header that RFC 9530 has for a digest of the body, in lower case. */
export const digestHeader = "content-digest";

/** The header with the covered components and the parameters of each signature, in lower case. */
export const inputHeader = "signature-input";

/** What a protocol says of the signatures of messages. */
export type MessageProtocol = Pick<Protocol, "headers" | "signature">;

/** The parts of a request that the signature of a message can cover. */
export interface MessageParts {
  /** The raw body, byte for byte as transmitted. */
  readonly body: Uint8Array;
  /** Default: `POST`. */
  readonly method?: string | undefined;
  /** The address that the platform posts to, with the query. */
  readonly url?: string | undefined;
  /** A header's value by its name in lower case; the values of a repeated one are joined by a comma and a space. */
  readonly header?: ((name: string) => string | null) | undefined;
}

/** A request's parts that aren't headers, by their names in a protocol and in RFC 9421, section 2.2. */
const derivedNames = {
  method: "@method",
  url: "@target-uri",
  authority: "@authority",
  path: "@path",
  query: "@query",
} as const satisfies Partial<Record<Extract<SignedPart, string>, string>>;

/**
 * The components that a protocol covers, in order. A body is covered by its digest; timestamp and nonce are parameters, which every
 * signature covers.
 */
export function coveredComponents({ headers, signature }: MessageProtocol): readonly string[] {
  return signature.content.flatMap((part) => componentName(headers, part) ?? []);
}

/** The name of a signed part among the components of a message; `undefined` if it isn't one. */
function componentName(headers: Protocol["headers"], part: SignedPart): string | undefined {
  if (part === "body") return digestHeader;
  if (part === "timestamp" || part === "nonce") return undefined;
  if (typeof part === "object") return "header" in part ? part.header.toLowerCase() : undefined;
  if (part === "deliveryId" || part === "eventId" || part === "eventType")
    return headers[part]?.toLowerCase();
  return derivedNames[part];
}

/** Whether a signature covers the address that the platform posts to, or a part of it. */
export function signsAddress({ content }: Pick<Protocol["signature"], "content">): boolean {
  return content.some(
    (part) => part === "url" || part === "authority" || part === "path" || part === "query",
  );
}

/** What is signed, and with which parameters. */
interface SignatureBaseOptions {
  /** In order. */
  readonly components: readonly string[];
  /** The serialized list of components with its parameters. */
  readonly parameters: string;
  readonly parts: MessageParts;
}

/** The signature base of RFC 9421, section 2.5; `undefined` if a component has no value. */
export function signatureBase({ components, parameters, parts }: SignatureBaseOptions): Buffer | undefined {
  const lines: string[] = [];
  for (const name of components) {
    const value = componentValue(name, parts);
    if (value === undefined) return undefined;
    lines.push(`"${name}": ${value}\n`);
  }
  return Buffer.from(`${lines.join("")}"@signature-params": ${parameters}`, "latin1");
}

/** The list of components with its parameters, as it stands in `Signature-Input`. `parameters` begins with a semicolon. */
export function componentList(components: readonly string[], parameters: string): string {
  return `(${components.map((name) => `"${name}"`).join(" ")})${parameters}`;
}

function componentValue(name: string, { method = "POST", url, header }: MessageParts): string | undefined {
  if (!name.startsWith("@")) return header?.(name)?.trim();
  if (name === derivedNames.method) return method;
  const target = readTarget(url);
  switch (name) {
    case derivedNames.url:
      return target && `${target.origin}${target.path}${target.query}`;
    case derivedNames.authority:
      return target?.authority;
    case derivedNames.path:
      return target?.path;
    case derivedNames.query:
      return target && (target.query || "?");
    default:
      return undefined;
  }
}

interface Target {
  readonly origin: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
}

/** The parts of an address: the host as RFC 9110 normalizes it, path and query as they are written. */
function readTarget(url = ""): Target | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, host } = new URL(url);
  const [, path = "", query = ""] = /^[^:]*:\/\/[^/?#]*([^?#]*)(\?[^#]*)?/.exec(url) ?? [];
  return { origin: `${protocol}//${host}`, authority: host, path: path || "/", query };
}

/** Digests of RFC 9530 that are safe, with their names in Node. */
const digestAlgorithms: ReadonlyMap<string, string> = new Map([
  ["sha-256", "sha256"],
  ["sha-512", "sha512"],
]);

/** The value of `Content-Digest` for a body. */
export function contentDigest(body: Uint8Array): string {
  return `sha-256=:${createHash("sha256").update(body).digest("base64")}:`;
}

/** Whether a digest is that of the body: at least one by a safe algorithm, and none of these of another body. */
export function matchesDigest(body: Uint8Array, header: string | null | undefined): boolean {
  if (typeof header !== "string") return false;
  const { isInnerList, parseDictionary } = structuredFields();
  let count = 0;
  try {
    for (const [name, member] of parseDictionary(header)) {
      const algorithm = digestAlgorithms.get(name);
      if (algorithm === undefined) continue;
      if (isInnerList(member) || !(member[0] instanceof ArrayBuffer)) return false;
      if (!createHash(algorithm).update(body).digest().equals(Buffer.from(member[0]))) return false;
      count += 1;
    }
  } catch {
    return false;
  }
  return count > 0;
}
