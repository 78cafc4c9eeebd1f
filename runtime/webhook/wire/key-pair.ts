import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { decodeBytes } from "./encoded-bytes.js";
import { KeyMalformed } from "./secret-bytes.js";
import type { SignatureScheme } from "./signature-scheme.js";

/** A public key: PEM, a JSON Web Key, or for Ed25519 also the 32 bytes in the protocol's own form. */
export type PublicKey = string | Readonly<JsonWebKey>;

type KeyScheme = Pick<SignatureScheme, "algorithm" | "key">;

/** What DER adds in front of the 32 bytes of an Ed25519 key (RFC 8410). */
const publicPrefix = Buffer.from("302a300506032b6570032100", "hex");
const privatePrefix = Buffer.from("302e020100300506032b657004220420", "hex");
const ed25519Bytes = 32;

/** Least length of an RSA modulus, in bits (RFC 7518, section 3.5). */
const leastModulus = 2048;

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
    const der = Buffer.concat([publicPrefix, rawBytes(scheme, given)]);
    return createPublicKey({ key: der, format: "der", type: "spki" });
  });
}

/** Reads a private key for a scheme: PEM, or for Ed25519 also its 32 bytes. Throws `KeyMalformed`. */
export function readPrivateKey(scheme: KeyScheme, given: string): KeyObject {
  return fitting(scheme, () => {
    if (isPem(given)) return createPrivateKey(given);
    const der = Buffer.concat([privatePrefix, rawBytes(scheme, given)]);
    return createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  });
}

/** The public key, in PEM, of a private key that `sign` takes. Throws `KeyMalformed`. */
export function publicKeyOf(protocol: { readonly signature: KeyScheme }, privateKey: string): string {
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
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  if (algorithm === "ed25519" ? type !== "ed25519" : type !== "rsa" && type !== "rsa-pss") {
    throw new KeyMalformed(`a key is of the type ${type}, but the protocol signs with ${algorithm}`);
  }
  if (algorithm !== "ed25519" && (details?.modulusLength ?? 0) < leastModulus) {
    throw new KeyMalformed(`an RSA key has fewer than ${leastModulus} bits`);
  }
  return key;
}

function isPem(text: string): boolean {
  return /^\s*-----BEGIN /.test(text);
}

function rawBytes({ algorithm, key }: KeyScheme, text: string): Buffer {
  if (algorithm !== "ed25519") throw new KeyMalformed("a key isn't in PEM");
  const { prefix = "", encoding: given = "hex" } = key ?? {};
  const encoding = given === "utf8" ? "hex" : given;
  const encoded = text.startsWith(prefix) ? text.slice(prefix.length) : text;
  const bytes = decodeBytes({ encoding }, encoding === "hex" ? encoded.toLowerCase() : encoded);
  if (bytes?.length !== ed25519Bytes) {
    throw new KeyMalformed(`a key isn't ${ed25519Bytes} bytes in ${encoding}`);
  }
  return bytes;
}
