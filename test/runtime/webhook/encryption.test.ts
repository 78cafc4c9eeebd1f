import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  DecryptionFailed,
  decryptBody,
  EncryptionUnsupported,
  encrypt,
} from "../../../runtime/webhook/index.js";
import { acme } from "../../support/runtime/webhook/acme.js";

const encryptKey = "Schlüssel";
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const open = (body: Uint8Array, key = encryptKey) => decryptBody({ protocol: acme, encryptKey: key, body });
const seal = (body: Uint8Array): Uint8Array =>
  encrypt({ protocol: acme, encryptKey, body, random: randomBytes });
const sealedText = (body: Uint8Array): string => JSON.parse(Buffer.from(seal(body)).toString()).sealed;

describe("encrypt and decryptBody", () => {
  it("return any JSON object unchanged", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (object, key) => {
        const plain = JSON.parse(JSON.stringify(object));
        const body = encrypt({ protocol: acme, encryptKey: key, body: json(plain), random: randomBytes });
        expect(open(body, key)).toEqual(plain);
      }),
    );
  });

  it("refuse any other bytes with the same error", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          fc.base64String().map((text) => json({ sealed: text })),
        ),
        (body) => {
          expect(() => open(body)).toThrow(DecryptionFailed);
        },
      ),
    );
  });

  const text = sealedText(json({ a: "some words to fill more than one block" }));
  const cut = (bytes: number): string => Buffer.from(text, "base64").subarray(0, bytes).toString("base64");
  it.each([
    ["an additional field", json({ sealed: text, other: 1 })],
    ["another field", json({ encrypt: text })],
    ["a number", json({ sealed: 1 })],
    ["an array", json([text])],
    ["only the initialization vector", json({ sealed: cut(16) })],
    ["a partial block", json({ sealed: cut(40) })],
    ["a missing last block", json({ sealed: cut(48) })],
    ["white space in the Base64", json({ sealed: `${text.slice(0, 8)}\n${text.slice(8)}` })],
    ["missing padding of the Base64", json({ sealed: `${cut(32).replace(/=+$/, "")}` })],
    ["plaintext that isn't JSON", seal(Buffer.from("hello"))],
    ["plaintext that is an array", seal(json([]))],
    ["plaintext with a byte order mark", seal(Buffer.from("\uFEFF{}"))],
    ["bytes that aren't JSON", Buffer.from("hello")],
  ])("refuse %s with the same error as every other fault", (_name, body) => {
    const failure = (attempt: Uint8Array, key?: string): unknown => {
      try {
        return open(attempt, key);
      } catch (thrown) {
        const { name, message, code, cause } = thrown as DecryptionFailed;
        return { name, message, code, cause };
      }
    };
    expect(failure(body)).toEqual({
      name: "DecryptionFailed",
      code: "decryption-failed",
      message: "the body could not be decrypted",
      cause: undefined,
    });
    expect(failure(body)).toEqual(failure(seal(json({})), "another key"));
  });

  it("report that the protocol has no encryption", () => {
    expect(() => decryptBody({ protocol: {}, encryptKey, body: json({}) })).toThrow(EncryptionUnsupported);
  });
});
