import type { KeyObject } from "node:crypto";
import type { KeyPairAlgorithm } from "./algorithms.js";

/** What the keys of an algorithm are. */
export interface KeyKind {
  /** What is wrong with a key; `undefined` if it is one of this kind. */
  readonly objection: (key: KeyObject) => string | undefined;
  /** Type and curve in a JSON Web Key. */
  readonly kty: string;
  readonly crv: string | undefined;
  /** What a key's bytes are if it isn't in PEM; `undefined` if it must be. `raw` is RFC 8032's own form. */
  readonly bytes: "raw" | "der" | undefined;
}

/** Least length of an RSA modulus, in bits (RFC 7518, section 3.5). */
const leastModulus = 2048;

const rsa: KeyKind = {
  kty: "RSA",
  crv: undefined,
  bytes: undefined,
  objection: (key) =>
    notOfType(key, ["rsa", "rsa-pss"]) ??
    ((key.asymmetricKeyDetails?.modulusLength ?? 0) < leastModulus
      ? `an RSA key has fewer than ${leastModulus} bits`
      : undefined),
};

/** The keys of each algorithm. */
export const keyKinds: Readonly<Record<KeyPairAlgorithm, KeyKind>> = {
  ed25519: { kty: "OKP", crv: "Ed25519", bytes: "raw", objection: (key) => notOfType(key, ["ed25519"]) },
  "ecdsa-p256-sha256": {
    kty: "EC",
    crv: "P-256",
    bytes: "der",
    objection: (key) =>
      notOfType(key, ["ec"]) ??
      (key.asymmetricKeyDetails?.namedCurve === "prime256v1" ? undefined : "a key isn't on the curve P-256"),
  },
  "rsa-pss-sha256": rsa,
  "rsa-pss-sha512": rsa,
};

function notOfType({ asymmetricKeyType: type }: KeyObject, types: readonly string[]): string | undefined {
  return types.includes(type ?? "") ? undefined : `a key is of the type ${type}`;
}
