import { createHash } from "node:crypto";
import { encodeBytes } from "./encoded-bytes.js";
import type { Protocol } from "./protocol.js";

/**
 * A secret in a protocol's form that depends only on a text, for fixtures, tests and documentation; everybody can know it.
 * For Ed25519 it is a private key. `undefined` for RSA, whose keys can't be derived.
 */
export function exampleSecret(
  { signature }: { readonly signature: Pick<Protocol["signature"], "algorithm" | "key"> },
  text: string,
): string | undefined {
  const { algorithm, key = { encoding: "utf8" as const } } = signature;
  if (algorithm.startsWith("rsa-")) return undefined;
  const { prefix = "", encoding } = key;
  if (algorithm !== "ed25519" && encoding === "utf8") return prefix + text;
  const bytes = createHash("sha256").update(text).digest();
  return prefix + encodeBytes({ encoding: encoding === "utf8" ? "hex" : encoding }, bytes);
}
