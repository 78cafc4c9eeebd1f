import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  derivePublicKey,
  exampleSecret,
  KeyMalformed,
  type Protocol,
  type SignatureScheme,
  sign,
  verifySignature,
} from "../../../runtime/webhook/index.js";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const rsaPrivate = rsa.privateKey.export({ format: "pem", type: "pkcs8" }).toString();

const encodings = ["hex", "base64", "base64url"] as const;
const text = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
});
const part = fc.oneof(
  fc.constantFrom("timestamp", "nonce", "deliveryId", "eventId", "eventType", "url"),
  fc.record({ literal: fc.string({ maxLength: 5 }) }),
  fc.record({ header: fc.constantFrom("X-One", "X-Two") }),
);
const covering = fc.oneof(
  fc.constant("body" as const),
  fc.record({ digest: fc.constantFrom("sha1", "sha256", "sha512"), encoding: fc.constantFrom(...encodings) }),
);
const algorithms = [
  "hmac-sha1",
  "hmac-sha256",
  "hmac-sha512",
  "ed25519",
  "ecdsa-p256-sha256",
  "rsa-pss-sha256",
  "rsa-pss-sha512",
] as const;

/** Any scheme of the vocabulary. */
const scheme: fc.Arbitrary<SignatureScheme> = fc
  .record({
    algorithm: fc.constantFrom(...algorithms),
    before: fc.array(part, { maxLength: 3 }),
    covering,
    after: fc.array(part, { maxLength: 2 }),
    separator: fc.constantFrom("", ".", ":", "\n", "ü"),
    prefix: fc.constantFrom("", "v1,", "sha256="),
    encoding: fc.constantFrom(...encodings),
    letters: fc.constantFrom("lower", "upper"),
    key: fc.constantFrom(
      undefined,
      { encoding: "hex" },
      { prefix: "whsec_", encoding: "base64" },
      { encoding: "base64url" },
    ),
    form: fc.constantFrom(
      {},
      { listSeparator: " " },
      {
        fields: { separator: ",", assignment: "=", signature: "v1", timestamp: "t" },
      },
    ),
  } as const)
  .map(({ before, covering: covered, after, letters, key, form, ...rest }) => ({
    ...rest,
    // A separator within the prefix is refused by the generator.
    ...("fields" in form && rest.prefix.includes(",") ? {} : form),
    content: [...before, covered, ...after],
    case: letters,
    ...(key === undefined ? {} : { key }),
  }));

const parts = fc.record({
  timestamp: fc.stringMatching(/^[0-9]{1,12}$/),
  nonce: text,
  deliveryId: text,
  eventId: text,
  eventType: text,
  url: fc.webUrl(),
  body: fc.uint8Array({ maxLength: 200 }),
});
const header = (name: string): string | null => (name === "x-one" ? "1" : null);

/** What signs and what verifies, derived from a text. */
function deriveKeys(signature: SignatureScheme, seed: string) {
  const secret = exampleSecret({ signature }, seed) ?? rsaPrivate;
  const isPair = !signature.algorithm.startsWith("hmac-");
  const keys = isPair ? { publicKeys: [derivePublicKey({ signature }, secret)] } : { secrets: [secret] };
  return { secret, keys };
}

describe("any scheme of the vocabulary", () => {
  it("verifies what it signs, and nothing that is changed", () => {
    fc.assert(
      fc.property(scheme, parts, fc.string({ minLength: 1 }), (signature, signed, seed) => {
        const protocol = { signature };
        const { secret, keys } = deriveKeys(signature, seed);
        const value = sign({ protocol, secret, ...signed, header });
        const verify = (changes: object) =>
          verifySignature({ protocol, ...keys, ...signed, header, signature: value, ...changes });
        expect(verify({})).toBe(true);
        expect(verify({ body: Buffer.concat([signed.body, Buffer.from("x")]) })).toBe(false);
        expect(verify({ signature: value.slice(0, -1) })).toBe(false);
        if (signature.algorithm.startsWith("hmac-")) {
          const other = deriveKeys(signature, `${seed} other`).keys;
          expect(verifySignature({ protocol, ...other, ...signed, header, signature: value })).toBe(false);
        }
      }),
    );
  });

  it("accepts no other spelling of a signature", () => {
    fc.assert(
      fc.property(scheme, parts, (signature, signed) => {
        const protocol = { signature };
        const { secret, keys } = deriveKeys(signature, "seed");
        const value = sign({ protocol, secret, ...signed, header });
        const at = value.lastIndexOf(signature.prefix) + signature.prefix.length;
        const [start, digits] = [value.slice(0, at), value.slice(at)];
        const others = [
          digits.toUpperCase(),
          digits.toLowerCase(),
          `${digits}=`,
          `${digits}\n`,
          ` ${digits}`,
          `${digits}!`,
          `${digits}00`,
        ];
        const encoded = Buffer.from(digits, signature.encoding);
        others.push(...encodings.map((encoding) => encoded.toString(encoding)));
        for (const other of others.filter((text) => text !== digits && start !== value)) {
          const forged = { ...signed, header, signature: start + other };
          // A list ends the entry at a space, so one in front leaves the signature whole.
          if (signature.listSeparator !== undefined && other.startsWith(" ")) continue;
          if (signature.fields !== undefined) continue;
          expect(verifySignature({ protocol, ...keys, ...forged })).toBe(false);
        }
      }),
    );
  });
});

const hmac = { algorithm: "hmac-sha256", separator: ".", prefix: "", encoding: "base64" } as const;

describe("framing", () => {
  const framed = (signature: SignatureScheme, timestamp: string, body: Uint8Array): string =>
    sign({ protocol: { signature }, secret: "s", timestamp, body });
  const digits = fc.stringMatching(/^[0-9]{1,12}$/);

  it("is injective if the timestamp is digits and the separator isn't", () => {
    const signature: SignatureScheme = { ...hmac, content: ["timestamp", "body"] };
    fc.assert(
      fc.property(digits, digits, fc.uint8Array(), fc.uint8Array(), (a, b, one, other) => {
        const isSame = a === b && Buffer.from(one).equals(other);
        expect(framed(signature, a, one) === framed(signature, b, other)).toBe(isSame);
      }),
    );
  });
});

describe("a signature header with fields", () => {
  const signature: SignatureScheme = {
    ...hmac,
    encoding: "hex",
    content: ["timestamp", "body"],
    fields: { separator: ",", assignment: "=", signature: "v1", timestamp: "t" },
  };
  const protocol = { signature };
  const body = Buffer.from("{}");
  const made = sign({ protocol, secret: "s", timestamp: "17", body });
  const right = made.slice(made.indexOf("v1=") + 3);
  const verify = (value: string): boolean =>
    verifySignature({ protocol, secrets: ["s"], body, signature: value });
  const noise = fc
    .array(
      fc.oneof(
        text.map((value) => value.replaceAll(",", "")),
        text.map((value) => `v0=${value.replaceAll(",", "")}`),
        fc.constant(`v1=${"0".repeat(64)}`),
        fc.constant(""),
      ),
      { maxLength: 14 },
    )
    .map((entries) => entries.filter((entry) => !entry.startsWith("t=")));

  it("is accepted with any other fields, in any order", () => {
    fc.assert(
      fc.property(noise, fc.nat(), fc.nat(), (entries, at, second) => {
        const all = entries.toSpliced(at % (entries.length + 1), 0, `v1=${right}`);
        expect(verify(all.toSpliced(second % (all.length + 1), 0, "t=17").join(","))).toBe(true);
      }),
    );
  });

  it.each([
    ["two timestamps", `t=17,t=17,v1=${right}`],
    ["another timestamp before it", `t=18,t=17,v1=${right}`],
    ["no timestamp", `v1=${right}`],
    ["an empty timestamp", `t=,v1=${right}`],
    ["white space around a name", `t=17, v1=${right}`],
    ["another name's case", `t=17,V1=${right}`],
    ["another scheme's field", `t=17,v0=${right}`],
    ["upper case digits", `t=17,v1=${right.toUpperCase()}`],
    ["an empty signature", "t=17,v1="],
    ["more signatures than any rotation has", `t=17,${"v1=0,".repeat(16)}v1=${right}`],
    ["thousands of fields", `t=17,${"a=b,".repeat(3000)}v1=${right}`],
    ["nothing", ""],
  ])("is refused with %s", (_, value) => {
    expect(verify(`t=17,v1=${right}`)).toBe(true);
    expect(verify(value)).toBe(false);
  });
});

describe("a list of signatures", () => {
  const signature: SignatureScheme = { ...hmac, content: ["body"], prefix: "v1,", listSeparator: " " };
  const protocol: Pick<Protocol, "signature"> = { signature };
  const body = Buffer.from("{}");
  const right = sign({ protocol, secret: "s", body });
  const verify = (value: string, secrets = ["s"]): boolean =>
    verifySignature({ protocol, secrets, body, signature: value });

  it("is accepted with one that matches, among other keys' and other versions'", () => {
    const other = sign({ protocol, secret: "old", body });
    expect(verify(`${other} v1a,xyz ${right}`)).toBe(true);
    expect(verify(other, ["s", "old"])).toBe(true);
    expect(verify(`v2,${right.slice(3)}`)).toBe(false);
    expect(verify(`v1, ${right.slice(3)}`)).toBe(false);
  });

  it("is refused with more signatures than any rotation has", () => {
    expect(verify(`${"v1,AAAA ".repeat(15)}${right}`)).toBe(true);
    expect(verify(`${"v1,AAAA ".repeat(16)}${right}`)).toBe(false);
    expect(verify(`${"x ".repeat(64)}${right}`)).toBe(false);
  });
});

describe("keys", () => {
  const body = Buffer.from("{}");
  const shared = { signature: { ...hmac, content: ["body"] } } as const;
  const pair = {
    signature: { ...shared.signature, algorithm: "ed25519", key: { encoding: "hex" } },
  } as const;
  const secret = exampleSecret(pair, "seed") ?? "";
  const publicKey = derivePublicKey(pair, secret);

  it("of a pair are never secrets", () => {
    expect(() => sign({ protocol: shared, secret: publicKey, body })).toThrow(KeyMalformed);
    const forged = sign({ protocol: { signature: { ...shared.signature } }, secret: "x", body });
    expect(
      verifySignature({ protocol: pair, secrets: ["x"], publicKeys: [publicKey], body, signature: forged }),
    ).toBe(false);
    expect(
      verifySignature({
        protocol: pair,
        secrets: [secret],
        body,
        signature: sign({ protocol: pair, secret, body }),
      }),
    ).toBe(false);
  });

  it.each([
    ["a private key", () => rsaPrivate],
    ["a key of another algorithm", () => rsa.publicKey.export({ format: "pem", type: "spki" }).toString()],
    ["a key set's key with its private part", () => ({ kty: "OKP", crv: "Ed25519", x: "AA", d: "AA" })],
    ["31 bytes", () => "00".repeat(31)],
    ["no key at all", () => "abc"],
  ])("are refused if one is %s", (_, key) => {
    const signature = sign({ protocol: pair, secret, body });
    const verify = () => verifySignature({ protocol: pair, publicKeys: [key()], body, signature });
    expect(verify).toThrow(KeyMalformed);
  });

  it.each([
    ["white space", "whsec_c2VjcmV0 "],
    ["another alphabet", "whsec_-_-_"],
    ["no padding", "whsec_c2VjcmU"],
    ["unused bits that are set", "whsec_c2VjcmV="],
    ["trailing text", "whsec_c2VjcmU=x"],
  ])("in Base64 are refused with %s", (_, given) => {
    const signature = { ...shared.signature, key: { prefix: "whsec_", encoding: "base64" } } as const;
    expect(() => sign({ protocol: { signature }, secret: given, body })).toThrow(KeyMalformed);
    expect(() => sign({ protocol: { signature }, secret: "whsec_c2VjcmU=", body })).not.toThrow();
  });
});
