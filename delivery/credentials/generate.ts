import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { hasKeyPair, type Protocol } from "@oipkit/runtime/webhook";
import type { CredentialKind } from "../store/tables.js";

const secretBytes = 32;
const rsaBits = 3072;

/** The kinds of credentials that a protocol has. */
export function kindsOf(protocol: Pick<Protocol, "token" | "encryption">): readonly CredentialKind[] {
  return [
    "signing-secret",
    ...(protocol.token === undefined ? [] : ["verification-token" as const]),
    ...(protocol.encryption === undefined ? [] : ["encrypt-key" as const]),
  ];
}

/**
 * A new secret in the form that the protocol asks for. The private key of a key pair is in PEM; Node's own generator
 * makes it, not `random`.
 */
export async function generateSecret(
  { signature: { algorithm, key } }: Pick<Protocol, "signature">,
  kind: CredentialKind,
  random: (size: number) => Uint8Array,
): Promise<string> {
  const text = (encoding: BufferEncoding): string => Buffer.from(random(secretBytes)).toString(encoding);
  if (kind !== "signing-secret") return text("base64url");
  if (!hasKeyPair(algorithm)) {
    const { prefix = "", encoding } = key ?? { encoding: "utf8" };
    return prefix + text(encoding === "utf8" ? "base64url" : encoding);
  }
  const { privateKey } = await newKeyPair(algorithm);
  return privateKey.export({ format: "pem", type: "pkcs8" }).toString();
}

function newKeyPair(algorithm: string) {
  const generate = promisify(generateKeyPair);
  if (algorithm === "ed25519") return generate("ed25519");
  if (algorithm === "ecdsa-p256-sha256") return generate("ec", { namedCurve: "prime256v1" });
  return generate("rsa", { modulusLength: rsaBits });
}
