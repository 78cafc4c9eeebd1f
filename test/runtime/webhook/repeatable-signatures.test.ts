import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  verify,
} from "node:crypto";
import { describe, expect, it } from "vitest";
import { exampleSecret, type Protocol, sign, signDelivery } from "../../../runtime/webhook/index.js";
import { pssSignature } from "../../../runtime/webhook/wire/compiled-signature.js";

const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };

describe("a signature of RSA-PSS with a given salt", () => {
  it.each([
    ["sha256", 2048],
    ["sha512", 2048],
    // Lengths at which the encoded message begins with unused bits, or is a byte shorter than the modulus.
    ["sha256", 2049],
    ["sha512", 2055],
  ] as const)("is one for `node:crypto`, with %s and %i bits", (hash, modulusLength) => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength });
    const input = Buffer.from("what is signed");
    const salt = createHash(hash).update("a salt").digest();
    const signature = pssSignature({ key: privateKey, hash, input, salt });
    expect(verify(hash, input, { key: publicKey, ...pss }, signature)).toBe(true);
    expect(verify(hash, Buffer.from("other"), { key: publicKey, ...pss }, signature)).toBe(false);
    expect(pssSignature({ key: privateKey, hash, input, salt })).toEqual(signature);
  });
});

const signature = {
  algorithm: "rsa-pss-sha256",
  content: ["body"],
  separator: "",
  prefix: "",
  encoding: "base64",
} as const;

const protocol: Protocol = {
  headers: { signature: "X-Sign" },
  signature,
  event: { type: "/type" },
  responses: { accepted: 200, unauthenticated: 401, unprocessable: 422, unavailable: 503 },
};

describe("an example key for RSA", () => {
  it("is the same for the same text, and has 2048 bits", () => {
    const pem = exampleSecret({ signature }, "a text");
    const key = createPrivateKey(pem);
    expect(key.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048, publicExponent: 65_537n });
    expect(createHash("sha256").update(pem).digest("hex")).toBe(
      "7e82e345ac4b4d92ebca58389851c67b309c4b07915cd0b6b1a780d39ffb32f9",
    );
    expect(exampleSecret({ signature }, "another")).not.toBe(pem);
  });

  it("signs what its public key verifies", () => {
    const secret = exampleSecret({ signature }, "a text");
    const body = Buffer.from("{}");
    const made = Buffer.from(sign({ protocol, secret, body }), "base64");
    expect(verify("sha256", body, { key: createPublicKey(secret), ...pss }, made)).toBe(true);
  });

  it("signs a delivery with the same bytes if it is given the same random bytes", () => {
    const secrets = [exampleSecret({ signature }, "a text")];
    const random = (size: number) => new Uint8Array(size).fill(7);
    const made = (more: object) => signDelivery({ protocol, secrets, event: { type: "a" }, ...more }).headers;
    expect(made({ random })).toEqual(made({ random }));
    expect(made({})).not.toEqual(made({}));
  });
});
