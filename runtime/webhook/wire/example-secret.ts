import { createHash, createPrivateKey } from "node:crypto";
import { encodeBytes } from "./encoded-bytes.js";
import { exampleRsaKey } from "./example-rsa-key.js";
import type { Protocol } from "./protocol.js";

/** What DER has before and after the 32 bytes of a key on P-256 (RFC 5915); the public key is computed from it. */
const [p256Start, p256End] = [
  Buffer.from("30310201010420", "hex"),
  Buffer.from("a00a06082a8648ce3d030107", "hex"),
];

/**
 * A secret in a protocol's form that depends only on a text, for fixtures, tests and documentation; everybody can know it.
 * For an algorithm with a key pair it is a private key: in the form of the protocol, or for RSA in PEM.
 */
export function exampleSecret(
  { signature }: { readonly signature: Pick<Protocol["signature"], "algorithm" | "key"> },
  text: string,
): string {
  const { algorithm, key = { encoding: "utf8" as const } } = signature;
  if (algorithm.startsWith("rsa-")) return exampleRsaKey(text);
  const { prefix = "", encoding: given } = key;
  if (algorithm.startsWith("hmac-") && given === "utf8") return prefix + text;
  const encoding = given === "utf8" ? "hex" : given;
  const bytes = createHash("sha256").update(text).digest();
  return prefix + encodeBytes({ encoding }, algorithm === "ecdsa-p256-sha256" ? p256Key(bytes) : bytes);
}

/** A private key as PKCS #8. */
function p256Key(bytes: Buffer): Buffer {
  const der = Buffer.concat([p256Start, bytes, p256End]);
  const key = createPrivateKey({ key: der, format: "der", type: "sec1" });
  return key.export({ format: "der", type: "pkcs8" });
}
