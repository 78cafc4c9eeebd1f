import { createHash } from "node:crypto";
import { type Protocol, signDelivery } from "@oipkit/runtime/webhook";
import type { EventMessage, EventSet } from "../../model/model.js";
import type { Example } from "../../read/contracts.js";
import { jsonText } from "../../render/literal.js";
import type { EmitInput } from "../emit-input.js";
import type { GeneratedFile } from "../file.js";

/** The key that signs the fixtures; not a real secret. */
const credentials = {
  secrets: ["example-signing-secret"],
  verificationToken: "example-verification-token",
  encryptKey: "example-encrypt-key",
} as const;

/** 2025-01-01T00:00:00Z, in milliseconds. */
const frozenNow = 1_735_689_600_000;

/**
 * `fixtures/<set>.json`: one plaintext and one encrypted delivery for each event, signed at a fixed time
 * with fixed credentials, so that the bytes are the same on every machine.
 */
export function emitFixtures({ contracts }: EmitInput, set: EventSet): GeneratedFile[] {
  if (set.protocol === undefined) return [];
  const protocol = set.protocol as unknown as Protocol;
  const deliveries = set.messages.flatMap((message) => {
    const example = exampleOf(contracts.examples, message);
    if (example === undefined) return [];
    const encryption =
      protocol.encryption === undefined ? [] : [delivery(protocol, { message, example, encrypted: true })];
    return [delivery(protocol, { message, example, encrypted: false }), ...encryption];
  });
  if (deliveries.length === 0) return [];
  const { secrets, verificationToken, encryptKey } = credentials;
  const document = {
    format: 1,
    now: frozenNow / 1000,
    secret: secrets[0],
    verificationToken,
    encryptKey,
    deliveries,
  };
  return [{ path: `fixtures/${set.name}.json`, text: jsonText(document).toString() }];
}

/** The fullest example of an event. */
function exampleOf(examples: readonly Example[], { key, label }: EventMessage): Example | undefined {
  const own = examples.filter(({ subject }) => subject === label || subject === key);
  return own.find(({ name }) => name === "full") ?? own[0];
}

function delivery(
  protocol: Protocol,
  { message, example, encrypted }: { message: EventMessage; example: Example; encrypted: boolean },
): object {
  const name = `${message.label}/${example.name}${encrypted ? "/encrypted" : ""}`;
  const { headers, body } = signDelivery({
    protocol,
    secrets: credentials.secrets,
    verificationToken: credentials.verificationToken,
    encryptKey: encrypted ? credentials.encryptKey : undefined,
    event: example.document.value as never,
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

/** Bytes that look random and depend only on a name. */
function derivedBytes(name: string): (size: number) => Uint8Array {
  let counter = 0;
  return (size) => {
    const bytes = createHash("sha256").update(`${name}/${counter++}`).digest();
    if (size > bytes.length) throw new RangeError(`no more than ${bytes.length} bytes at once`);
    return new Uint8Array(bytes.subarray(0, size));
  };
}
