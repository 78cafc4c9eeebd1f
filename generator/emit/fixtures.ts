import { createHash } from "node:crypto";
import {
  derivePublicKey,
  exampleSecret,
  isDeterministic,
  type Protocol,
  signDelivery,
  signsAddress,
} from "@oipkit/runtime/webhook";
import type { EventMessage, EventSet } from "../../reader/model/model.js";
import { jsonText } from "../../reader/text/code/literal.js";
import type { EventExample } from "../../reader/validation/synthesis/event-examples.js";
import { type EmitInput, readExamples } from "./emit-input.js";
import type { GeneratedFile } from "./file.js";

/** What signs the fixtures; not real secrets. */
const credentials = {
  secret: "example-signing-secret",
  verificationToken: "example-verification-token",
  encryptKey: "example-encrypt-key",
} as const;

/** The address of the receiver, for a signature that covers it. */
const address = "https://receiver.example/webhook";

/** 2025-01-01T00:00:00Z, in milliseconds. */
const frozenNow = 1_735_689_600_000;

/**
 * `fixtures/<set>.json`: one plaintext and one encrypted delivery for each event, signed at a fixed time
 * with fixed credentials, so that the bytes are the same on every machine. None for ECDSA, whose signatures are random.
 */
export function emitFixtures(input: EmitInput, set: EventSet): GeneratedFile[] {
  const document = fixtureDocument(input, set);
  if (document === undefined) return [];
  return [{ path: `fixtures/${set.name}.json`, text: jsonText(document).toString() }];
}

/** The content of a file of fixtures. */
export interface FixtureDocument {
  readonly format: 1;
  /** Seconds since 1970. */
  readonly now: number;
  readonly secret: string;
  readonly publicKey?: string;
  readonly url?: string;
  readonly verificationToken?: string;
  readonly encryptKey?: string;
  readonly deliveries: readonly FixtureDelivery[];
}

/** One signed delivery of an event. */
export interface FixtureDelivery {
  readonly name: string;
  readonly event: string;
  readonly example: string;
  readonly encrypted: boolean;
  readonly callback: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** In Base64. */
  readonly body: string;
}

/** The signed deliveries of a set; `undefined` if it has no protocol, no examples or random signatures. */
export function fixtureDocument({ contracts }: EmitInput, set: EventSet): FixtureDocument | undefined {
  if (set.protocol === undefined) return undefined;
  const protocol = set.protocol as unknown as Protocol;
  const secret = exampleSecret(protocol, credentials.secret);
  if (!isDeterministic(protocol.signature.algorithm)) return undefined;
  const examples = readExamples(contracts, set);
  const deliveries = set.messages.flatMap((message) => {
    const example = fullestExample(examples(message));
    if (example === undefined) return [];
    const plain = delivery(protocol, secret, { message, example, encrypted: false });
    if (protocol.encryption === undefined) return [plain];
    return [plain, delivery(protocol, secret, { message, example, encrypted: true })];
  });
  if (deliveries.length === 0) return undefined;
  const { verificationToken, encryptKey } = credentials;
  const isKeyPair = !protocol.signature.algorithm.startsWith("hmac-");
  return {
    format: 1,
    now: frozenNow / 1000,
    secret,
    ...(isKeyPair && { publicKey: derivePublicKey(protocol, secret) }),
    ...(signsAddress(protocol.signature) && { url: address }),
    ...(protocol.token !== undefined && { verificationToken }),
    ...(protocol.encryption !== undefined && { encryptKey }),
    deliveries,
  };
}

/** The fullest example of an event. */
function fullestExample(examples: readonly EventExample[]): EventExample | undefined {
  return examples.find(({ name }) => name === "full") ?? examples[0];
}

function delivery(
  protocol: Protocol,
  secret: string,
  { message, example, encrypted }: { message: EventMessage; example: EventExample; encrypted: boolean },
): FixtureDelivery {
  const plainName = `${message.label}/${example.name}`;
  const name = encrypted ? `${plainName}/encrypted` : plainName;
  const { headers, body } = signDelivery({
    protocol,
    secrets: [secret],
    eventType: message.label,
    verificationToken: credentials.verificationToken,
    encryptKey: encrypted ? credentials.encryptKey : undefined,
    event: example.document.value as never,
    url: address,
    headers: furtherHeaders(protocol),
    now: () => frozenNow,
    random: derivedBytes(name),
  });
  return {
    name,
    event: message.label,
    example: example.name,
    encrypted,
    callback: message.callback,
    headers,
    body: Buffer.from(body).toString("base64"),
  };
}

/** Values for the signed headers that have no other role in a delivery. */
function furtherHeaders({ headers, signature }: Protocol): Readonly<Record<string, string>> {
  const roles = new Set(["content-type", ...Object.values(headers).map((name) => name.toLowerCase())]);
  const names = signature.content.flatMap((part) => {
    if (typeof part !== "object" || !("header" in part) || roles.has(part.header.toLowerCase())) return [];
    return [part.header];
  });
  return Object.fromEntries(names.map((name) => [name, `example-${name.toLowerCase()}`]));
}

/** Bytes that look random and depend only on a name. */
function derivedBytes(name: string): (size: number) => Uint8Array {
  let counter = 0;
  return (size) => {
    const bytes = createHash("sha256").update(`${name}/${counter++}`).digest();
    if (size > bytes.length) throw new RangeError(`no more than ${bytes.length} bytes at once`);
    return new Uint8Array(bytes.subarray(0, size));
  };
}
