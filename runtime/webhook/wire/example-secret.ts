import { checkPrimeSync, createHash, createPrivateKey } from "node:crypto";
import type { Protocol } from "./protocol.js";
import { encodeBytes } from "./secret-bytes.js";

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

/** Keys that were made, since each takes a tenth of a second. */
const made = new Map<string, string>();

/** Enough for fixtures and tests; then the cache restarts. */
const maxKeys = 16;

/** An RSA key of 2048 bits, as PEM, that depends only on a text. Everybody can make it, so it protects nothing. */
function exampleRsaKey(text: string): string {
  let pem = made.get(text);
  if (pem === undefined) {
    pem = rsaKey(text);
    if (made.size === maxKeys) made.clear();
    made.set(text, pem);
  }
  return pem;
}

const exponent = 65_537n;
const primeBytes = 128;

function rsaKey(text: string): string {
  const p = primeFrom(`${text} p`);
  const q = primeFrom(`${text} q`);
  const d = inverse(exponent, (p - 1n) * (q - 1n));
  const key = createPrivateKey({
    format: "jwk",
    key: {
      kty: "RSA",
      n: base64url(p * q),
      e: base64url(exponent),
      d: base64url(d),
      p: base64url(p),
      q: base64url(q),
      dp: base64url(d % (p - 1n)),
      dq: base64url(d % (q - 1n)),
      qi: base64url(inverse(q, p)),
    },
  });
  return key.export({ format: "pem", type: "pkcs8" }).toString();
}

/** The first suitable prime from a number that is derived from a text. */
function primeFrom(text: string): bigint {
  const blocks = Array.from({ length: primeBytes / 32 }, (_, index) =>
    createHash("sha256").update(`${text} ${index}`).digest(),
  );
  const bytes = Buffer.concat(blocks);
  // With both upper bits set, the product of two such primes has exactly 2048 bits.
  bytes[0] = (bytes[0] ?? 0) | 0xc0;
  let candidate = BigInt(`0x${bytes.toString("hex")}`) | 1n;
  while (candidate % exponent === 1n || !checkPrimeSync(candidate)) candidate += 2n;
  return candidate;
}

/** The inverse of a number for a modulus that it has no factor in common with. */
function inverse(number: bigint, modulus: bigint): bigint {
  let [a, b, x, y] = [number % modulus, modulus, 1n, 0n];
  while (a > 1n) {
    const quotient = b / a;
    [a, b, x, y] = [b - quotient * a, a, y - quotient * x, x];
  }
  return ((x % modulus) + modulus) % modulus;
}

function base64url(number: bigint): string {
  const hex = number.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex").toString("base64url");
}
