import { createHash } from "node:crypto";
import { encodeBytes } from "./encoded-bytes.js";
import { exampleRsaKey } from "./example-rsa-key.js";
import type { Protocol } from "./protocol.js";

/**
 * A secret in a protocol's form that depends only on a text, for fixtures, tests and documentation; everybody can know it.
 * For an algorithm with a key pair it is a private key: that of Ed25519 is made of 32 bytes, that of RSA is in PEM.
 */
export function exampleSecret(
  { signature }: { readonly signature: Pick<Protocol["signature"], "algorithm" | "key"> },
  text: string,
): string {
  const { algorithm, key = { encoding: "utf8" as const } } = signature;
  if (algorithm.startsWith("rsa-")) return exampleRsaKey(text);
  const { prefix = "", encoding } = key;
  if (algorithm !== "ed25519" && encoding === "utf8") return prefix + text;
  const bytes = createHash("sha256").update(text).digest();
  return prefix + encodeBytes({ encoding: encoding === "utf8" ? "hex" : encoding }, bytes);
}
