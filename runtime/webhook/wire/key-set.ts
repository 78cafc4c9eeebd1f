import type { JsonWebKey } from "node:crypto";
import type { KeyPairAlgorithm } from "./algorithms.js";
import { keyKinds } from "./key-kind.js";
import type { PublicKey } from "./key-pair.js";
import type { SignatureScheme } from "./signature-scheme.js";

/** A JSON Web Key Set (RFC 7517), as platforms publish it. */
export interface JsonWebKeySet {
  readonly keys: readonly Readonly<JsonWebKey>[];
}

/** A list of keys; those of a set that are meant for something else are left out. */
export function publicKeyList(
  { algorithm }: Pick<SignatureScheme, "algorithm">,
  given: readonly PublicKey[] | JsonWebKeySet,
): readonly PublicKey[] {
  if (!("keys" in given) || !Array.isArray(given.keys)) return given as readonly PublicKey[];
  const kind = keyKinds[algorithm as KeyPairAlgorithm];
  return (given as JsonWebKeySet).keys.filter(
    ({ kty, crv, use }) => kty === kind.kty && crv === kind.crv && use !== "enc",
  );
}
