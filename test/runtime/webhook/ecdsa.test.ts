import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  derivePublicKey,
  KeyMalformed,
  type PublicKey,
  type SignatureScheme,
  sign,
  verifySignature,
} from "../../../runtime/webhook/index.js";
import { publicKeyList } from "../../../runtime/webhook/wire/key-pair.js";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });

describe("an ECDSA key", () => {
  const signature: SignatureScheme = {
    algorithm: "ecdsa-p256-sha256",
    content: ["body"],
    separator: "",
    prefix: "",
    encoding: "base64",
    key: { encoding: "base64" },
  };
  const protocol = { signature };
  const body = Buffer.from("{}");
  const pair = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const pem = pair.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  const made = sign({ protocol, secret: pem, body });
  const verify = (key: PublicKey, value = made) =>
    verifySignature({ protocol, publicKeys: [key], body, signature: value });
  const spki = pair.publicKey.export({ format: "der", type: "spki" });

  it("is accepted as PEM, as DER and as a JSON Web Key", () => {
    expect(verify(pair.publicKey.export({ format: "pem", type: "spki" }).toString())).toBe(true);
    expect(verify(spki.toString("base64"))).toBe(true);
    expect(verify(pair.publicKey.export({ format: "jwk" }))).toBe(true);
    const der = pair.privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
    expect(verify(derivePublicKey(protocol, der), sign({ protocol, secret: der, body }))).toBe(true);
  });

  it.each([
    ["on another curve", () => generateKeyPairSync("ec", { namedCurve: "secp384r1" }).publicKey],
    ["of another algorithm", () => rsa.publicKey],
  ])("is refused if it is %s", (_, key) => {
    const text = key().export({ format: "der", type: "spki" }).toString("base64");
    expect(() => verify(text)).toThrow(KeyMalformed);
  });

  it.each([
    ["cut off", () => spki.subarray(0, 40).toString("base64")],
    ["in hexadecimal digits", () => spki.toString("hex")],
    ["private", () => pem],
  ])("is refused if it is %s", (_, key) => {
    expect(() => verify(key())).toThrow(KeyMalformed);
  });

  it("verifies only DER in its one form, with numbers in range", () => {
    const der = Buffer.from(made, "base64");
    const [r, s] = numbersIn(der);
    const sequence = (...parts: readonly Buffer[]) => {
      const content = Buffer.concat(parts);
      return Buffer.concat([Buffer.of(0x30, content.length), content]);
    };
    const integer = (bytes: Buffer) => Buffer.concat([Buffer.of(0x02, bytes.length), bytes]);
    expect(verify(spki.toString("base64"), sequence(integer(r), integer(s)).toString("base64"))).toBe(true);
    const zero = Buffer.of(0);
    const forms = [
      Buffer.concat([der, zero]),
      sequence(integer(r), integer(s), zero),
      sequence(integer(Buffer.concat([zero, zero, r])), integer(s)),
      Buffer.concat([Buffer.of(0x30, 0x81, der[1] ?? 0), der.subarray(2)]),
      sequence(integer(zero), integer(s)),
      sequence(integer(r), integer(zero)),
      sequence(integer(zero), integer(zero)),
      sequence(integer(s), integer(r)),
      Buffer.concat([fixed(r), fixed(s)]),
      Buffer.alloc(0),
    ];
    const accepted = forms.filter((form) => verify(spki.toString("base64"), form.toString("base64")));
    expect(accepted).toEqual([]);
  });

  it("is chosen from a key set by its curve", () => {
    const jwk = pair.publicKey.export({ format: "jwk" });
    const other = generateKeyPairSync("ec", { namedCurve: "secp384r1" }).publicKey.export({ format: "jwk" });
    const rsaKey = rsa.publicKey.export({ format: "jwk" });
    expect(publicKeyList(signature, { keys: [other, rsaKey, { ...jwk, use: "enc" }, jwk] })).toEqual([jwk]);
  });
});

/** The two numbers of a signature in DER. */
function numbersIn(der: Buffer): readonly [Buffer, Buffer] {
  const length = der[3] ?? 0;
  return [der.subarray(4, 4 + length), der.subarray(6 + length)];
}

/** A number as exactly 32 bytes, as JSON Web Signatures have it. */
function fixed(number: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(32), number]).subarray(-32);
}
