import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { decodeBytes, KeyMalformed } from "./secret-bytes.js";
import type { KeyPairAlgorithm, SignatureScheme } from "./signature-scheme.js";

/**
 * A public key: PEM, a JSON Web Key, or in the protocol's own form, for Ed25519 the 32 bytes and for ECDSA the DER of a
 * SubjectPublicKeyInfo.
 */
export type PublicKey = string | Readonly<JsonWebKey>;

type KeyScheme = Pick<SignatureScheme, "algorithm" | "key">;

/** What DER adds in front of the 32 bytes of an Ed25519 key (RFC 8410). */
const publicPrefix = Buffer.from("302a300506032b6570032100", "hex");
const privatePrefix = Buffer.from("302e020100300506032b657004220420", "hex");
const ed25519Bytes = 32;

/** Reads a public key for a scheme. Throws `KeyMalformed`, also for a private key or one of another algorithm. */
export function readPublicKey(scheme: KeyScheme, given: PublicKey): KeyObject {
  return fitting(scheme, () => {
    if (typeof given !== "string") {
      if ("d" in given || "k" in given) throw new KeyMalformed("a public key is needed, not a private one");
      return createPublicKey({ key: { ...given }, format: "jwk" });
    }
    if (isPem(given)) {
      if (given.includes("PRIVATE KEY")) {
        throw new KeyMalformed("a public key is needed, not a private one");
      }
      return createPublicKey(given);
    }
    return createPublicKey({ key: readDer(scheme, given, publicPrefix), format: "der", type: "spki" });
  });
}

/** Reads a private key for a scheme: PEM, or for Ed25519 also its 32 bytes and for ECDSA PKCS #8. Throws `KeyMalformed`. */
export function readPrivateKey(scheme: KeyScheme, given: string): KeyObject {
  return fitting(scheme, () => {
    if (isPem(given)) return createPrivateKey(given);
    return createPrivateKey({ key: readDer(scheme, given, privatePrefix), format: "der", type: "pkcs8" });
  });
}

/** The public key, in PEM, of a private key that `sign` takes. Throws `KeyMalformed`. */
export function derivePublicKey(protocol: { readonly signature: KeyScheme }, privateKey: string): string {
  const key = createPublicKey(readPrivateKey(protocol.signature, privateKey));
  return key.export({ format: "pem", type: "spki" }).toString();
}

function fitting({ algorithm }: KeyScheme, read: () => KeyObject): KeyObject {
  let key: KeyObject;
  try {
    key = read();
  } catch (cause) {
    if (cause instanceof KeyMalformed) throw cause;
    throw new KeyMalformed(`a key isn't a key of ${algorithm}`, { cause });
  }
  const objection = keyKinds[algorithm as KeyPairAlgorithm].objection(key);
  if (objection === undefined) return key;
  throw new KeyMalformed(`${objection}, but the protocol signs with ${algorithm}`);
}

function isPem(text: string): boolean {
  return /^\s*-----BEGIN /.test(text);
}

/** The DER of a key that isn't in PEM; `prefix` is what it has in front of raw bytes. */
function readDer({ algorithm, key }: KeyScheme, text: string, prefix: Buffer): Buffer {
  const form = keyKinds[algorithm as KeyPairAlgorithm].bytes;
  if (form === undefined) throw new KeyMalformed("a key isn't in PEM");
  const { prefix: label = "", encoding: given = "hex" } = key ?? {};
  const encoding = given === "utf8" ? "hex" : given;
  const encoded = text.startsWith(label) ? text.slice(label.length) : text;
  const bytes = decodeBytes({ encoding }, encoding === "hex" ? encoded.toLowerCase() : encoded);
  if (form === "der" && bytes !== undefined) return bytes;
  if (bytes?.length !== ed25519Bytes) {
    throw new KeyMalformed(
      form === "der" ? `a key isn't DER in ${encoding}` : `a key isn't ${ed25519Bytes} bytes in ${encoding}`,
    );
  }
  return Buffer.concat([prefix, bytes]);
}

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

/** What the keys of an algorithm are. */
interface KeyKind {
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

/** RSA keys, of Node's types for a padding. */
function rsa(types: readonly string[]): KeyKind {
  return {
    kty: "RSA",
    crv: undefined,
    bytes: undefined,
    objection(key) {
      const wrongType = notOfType(key, types);
      if (wrongType !== undefined) return wrongType;
      const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
      return modulusLength < leastModulus ? `an RSA key has fewer than ${leastModulus} bits` : undefined;
    },
  };
}

const pss = rsa(["rsa", "rsa-pss"]);

/** The keys of each algorithm. */
const keyKinds: Readonly<Record<KeyPairAlgorithm, KeyKind>> = {
  ed25519: { kty: "OKP", crv: "Ed25519", bytes: "raw", objection: (key) => notOfType(key, ["ed25519"]) },
  "ecdsa-p256-sha256": {
    kty: "EC",
    crv: "P-256",
    bytes: "der",
    objection: (key) =>
      notOfType(key, ["ec"]) ??
      (key.asymmetricKeyDetails?.namedCurve === "prime256v1" ? undefined : "a key isn't on the curve P-256"),
  },
  "rsa-pss-sha256": pss,
  "rsa-pss-sha512": pss,
  "rsa-v1_5-sha256": rsa(["rsa"]),
};

function notOfType({ asymmetricKeyType: type }: KeyObject, types: readonly string[]): string | undefined {
  if (types.includes(type ?? "")) return undefined;
  return `a key is of the type ${type}`;
}
