import type { Dictionary, InnerList } from "structured-headers";
import { coveredComponents, inputHeader, type MessageProtocol } from "./message-base.js";
import { isFieldText } from "./signature-header.js";
import { structuredFields } from "./structured-fields.js";

/** A signature of a message that covers what the protocol demands; its bytes weren't verified. */
export interface MessageSignature {
  readonly components: readonly string[];
  /** The serialized list of components with its parameters. */
  readonly parameters: string;
  /** In Base64. */
  readonly signature: string;
}

/** What the two headers of signed messages say. */
export interface PresentedMessage {
  /** More than one, for example during a rotation; they agree on their parameters. */
  readonly signatures: readonly MessageSignature[];
  /** The parameter `created`; empty if there is none. */
  readonly timestamp: string;
  /** The parameter `nonce`; empty if there is none. */
  readonly nonce: string;
  /** Until when the signature is valid, in seconds since 1970; absent if it doesn't say. */
  readonly expires: number | undefined;
}

/** Most signatures of a message, since each costs a verification. A guess: a rotation has two. */
const maxSignatures = 16;

/** Most components of a signature. A guess. */
const maxComponents = 64;

/**
 * Reads `Signature-Input` and `Signature` (RFC 9421, section 4); `undefined` if they are malformed, or have no signature that covers
 * every component and has every parameter that the protocol demands. A signature with components that can't be computed, and
 * one that isn't written in its canonical form (RFC 9651, section 4.1), are none.
 */
export function readMessage(
  protocol: MessageProtocol,
  get: (name: string) => string | null,
): PresentedMessage | undefined {
  const input = get(inputHeader);
  const presented = get(protocol.headers.signature.toLowerCase());
  if (input === null || presented === null || !isFieldText(input + presented)) return undefined;
  const [lists, signatures] = [readDictionary(input), readDictionary(presented)];
  if (lists === undefined || signatures === undefined || lists.size > maxSignatures) return undefined;
  const required = coveredComponents(protocol);
  const { isInnerList } = structuredFields();
  const found: Candidate[] = [];
  for (const [label, list] of lists) {
    const signature = signatures.get(label);
    if (signature === undefined || isInnerList(signature) || !isInnerList(list)) continue;
    const [bytes] = signature;
    if (!(bytes instanceof ArrayBuffer)) continue;
    const candidate = readCandidate(protocol, label, list);
    if (candidate === undefined || !required.every((name) => candidate.components.includes(name))) continue;
    if (!input.includes(`${label}=${candidate.parameters}`)) continue;
    found.push({ ...candidate, signature: Buffer.from(bytes).toString("base64") });
  }
  const [first] = found;
  if (first === undefined || !found.every((each) => agree(first, each))) return undefined;
  const { timestamp, nonce, expires } = first;
  return { signatures: found, timestamp, nonce, expires };
}

interface Candidate extends MessageSignature, Omit<PresentedMessage, "signatures"> {}

function agree(a: Candidate, b: Candidate): boolean {
  return a.timestamp === b.timestamp && a.nonce === b.nonce && a.expires === b.expires;
}

function readDictionary(text: string): Dictionary | undefined {
  const { parseDictionary } = structuredFields();
  try {
    return parseDictionary(text);
  } catch {
    return undefined;
  }
}

/** A signature without its bytes; `undefined` if it isn't one of the protocol's. */
function readCandidate(
  { signature: scheme }: MessageProtocol,
  label: string,
  list: InnerList,
): Omit<Candidate, "signature"> | undefined {
  if (scheme.label !== undefined && scheme.label !== label) return undefined;
  const [items, parameters] = list;
  const components: string[] = [];
  for (const [name, own] of items) {
    // A component with parameters has another value, such as one member of a header.
    if (typeof name !== "string" || own.size > 0 || components.includes(name)) return undefined;
    if (name !== name.toLowerCase()) return undefined;
    components.push(name);
  }
  if (components.length > maxComponents) return undefined;
  const { tag } = scheme.parameters ?? {};
  if (tag !== undefined && parameters.get("tag") !== tag) return undefined;
  const algorithm = parameters.get("alg");
  if (algorithm !== undefined && algorithm !== scheme.algorithm) return undefined;
  const [created, expires, nonce] = [
    parameters.get("created"),
    parameters.get("expires"),
    parameters.get("nonce"),
  ];
  if (!isTime(created) || !isTime(expires)) return undefined;
  if (nonce !== undefined && typeof nonce !== "string") return undefined;
  return {
    components,
    parameters: structuredFields().serializeInnerList(list),
    timestamp: created === undefined ? "" : String(created),
    nonce: nonce ?? "",
    expires,
  };
}

function isTime(value: unknown): value is number | undefined {
  return value === undefined || (Number.isSafeInteger(value) && (value as number) >= 0);
}
