import { createECDH, createHash, createHmac, createPrivateKey } from "node:crypto";
import type { KeyFormat } from "@oipkit/runtime/webhook";

/** Order of the group of P-256 (FIPS 186-5). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * An ECDSA signature on P-256 with SHA-256, in DER, that depends only on the key and the content, for vectors: Node chooses the
 * random number by itself. The keys are public, so how that number is derived protects nothing.
 */
export function ecdsaSignature(
  { signature: { key } }: { readonly signature: { readonly key?: KeyFormat } },
  secret: string,
  content: Buffer,
): Buffer {
  const encoding = key === undefined || key.encoding === "utf8" ? "hex" : key.encoding;
  const der = Buffer.from(secret.slice((key?.prefix ?? "").length), encoding);
  const scalar = createPrivateKey({ key: der, format: "der", type: "pkcs8" }).export({ format: "jwk" }).d;
  const secretNumber = number(Buffer.from(scalar ?? "", "base64url"));
  const hash = createHash("sha256").update(content).digest();
  const once = modulo(
    number(
      createHmac("sha256", Buffer.from(scalar ?? ""))
        .update(hash)
        .digest(),
    ),
  );
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(fixedBytes(once));
  const r = modulo(number(curve.getPublicKey().subarray(1, 33)));
  const s = modulo(inverse(once) * (number(hash) + r * secretNumber));
  return ecdsaDer(r, s);
}

/** The two numbers of a signature in DER. */
export function ecdsaDer(r: bigint, s: bigint): Buffer {
  const numbers = Buffer.concat([derInteger(r), derInteger(s)]);
  return Buffer.concat([Buffer.from([0x30, numbers.length]), numbers]);
}

/** The two numbers of a signature in DER of this module's own making. */
export function ecdsaNumbers(der: Buffer): readonly [r: bigint, s: bigint] {
  const length = der[3] ?? 0;
  return [number(der.subarray(4, 4 + length)), number(der.subarray(6 + length))];
}

/** The other number that fits the same content: the negative one. */
export function ecdsaNegative(s: bigint): bigint {
  return order - s;
}

/** A number as 32 bytes. */
export function fixedBytes(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, "0"), "hex");
}

function derInteger(value: bigint): Buffer {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
  const unsigned = (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([Buffer.alloc(1), bytes]);
  return Buffer.concat([Buffer.from([2, unsigned.length]), unsigned]);
}

function number(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString("hex") || "0"}`);
}

function modulo(value: bigint): bigint {
  return ((value % order) + order) % order;
}

/** By the extended algorithm of Euclid. */
function inverse(value: bigint): bigint {
  let [a, b, x, y] = [modulo(value), order, 1n, 0n];
  while (a > 1n) {
    const quotient = b / a;
    [a, b, x, y] = [b - quotient * a, a, y - quotient * x, x];
  }
  return modulo(x);
}
