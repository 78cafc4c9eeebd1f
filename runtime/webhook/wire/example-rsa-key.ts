import { checkPrimeSync, createHash, createPrivateKey } from "node:crypto";

/** Keys that were made, since each takes a tenth of a second. */
const made = new Map<string, string>();

/** Enough for fixtures and tests; then the cache restarts. */
const maxKeys = 16;

/** An RSA key of 2048 bits, as PEM, that depends only on a text. Everybody can make it, so it protects nothing. */
export function exampleRsaKey(text: string): string {
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
