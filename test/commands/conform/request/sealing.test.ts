import { createDecipheriv, createHash, randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seal } from "../../../../commands/conform/request/sealing.js";
import type { EncryptionFault } from "../../../../commands/conform/suite/delivery.js";
import type { PaddingFault } from "../../../../commands/conform/suite/padding-fault.js";
import type { EncryptionScheme } from "../../../../runtime/webhook/index.js";

const scheme: EncryptionScheme = {
  property: "sealed",
  algorithm: "aes-256-cbc",
  padding: "pkcs7",
  keyDerivation: "sha256",
  ivBytes: 16,
  encoding: "base64",
};
const encryptKey = "the key of this test";
const key = createHash("sha256").update(encryptKey).digest();

/** Events, whose texts have all lengths within a block. */
const events = fc.dictionary(
  fc.string().filter((name) => name !== "sealed"),
  fc.string(),
  { minKeys: 1 },
);

function sealedBody(event: object, fault: EncryptionFault): Record<string, unknown> {
  const plaintext = Buffer.from(JSON.stringify(event));
  const body = seal({ scheme, encryptKey, plaintext, fault, extra: {}, random: randomBytes });
  return JSON.parse(Buffer.from(body).toString("utf8"));
}

/** As a receiver decrypts it that checks the padding, or that takes it off by hand. Throws if it isn't encrypted so. */
function decrypted(text: unknown, takeOff?: (blocks: Buffer) => Buffer): string {
  const bytes = Buffer.from(String(text), "base64");
  const cipher = createDecipheriv("aes-256-cbc", key, bytes.subarray(0, 16)).setAutoPadding(
    takeOff === undefined,
  );
  const blocks = Buffer.concat([cipher.update(bytes.subarray(16)), cipher.final()]);
  return (takeOff?.(blocks) ?? blocks).toString("utf8");
}

const last = (blocks: Buffer): number => blocks.at(-1) ?? 0;
const byLength = (blocks: Buffer): Buffer => blocks.subarray(0, blocks.length - last(blocks));
const without = (end: RegExp) => (blocks: Buffer) =>
  Buffer.from(blocks.toString("latin1").replace(end, ""), "latin1");

/** How a receiver removes padding that takes each of these for the right one. */
const careless: Readonly<Record<PaddingFault, (blocks: Buffer) => Buffer>> = {
  none: (blocks) => blocks,
  zeros: without(/\0{0,16}$/),
  "zeros-and-length": byLength,
  "others-and-length": byLength,
  bit: without(/\x80\0{0,15}$/),
  "first-wrong": byLength,
  "middle-wrong": byLength,
  "last-but-one-wrong": byLength,
  seventeen: byLength,
  "two-blocks": byLength,
};

describe("an encrypted body", () => {
  it("is decrypted to its event, with padding of each length", () => {
    fc.assert(
      fc.property(
        events,
        fc.option(fc.integer({ min: 1, max: 16 }), { nil: undefined }),
        (event, paddingBytes) => {
          const { sealed, ...others } = sealedBody(event, paddingBytes === undefined ? {} : { paddingBytes });
          expect(JSON.parse(decrypted(sealed))).toEqual(event);
          expect(others).toEqual({});
          if (paddingBytes === undefined) return;
          expect(decrypted(sealed, (blocks) => blocks.subarray(-1))).toBe(String.fromCharCode(paddingBytes));
        },
      ),
    );
  });

  it.each(Object.entries(careless))(
    "with wrong padding is the event only for a receiver that doesn't check it (%s)",
    (padding, takeOff) => {
      fc.assert(
        fc.property(events, (event) => {
          const { sealed } = sealedBody(event, { padding: padding as PaddingFault });
          expect(() => decrypted(sealed)).toThrow(/decrypt/);
          expect(JSON.parse(decrypted(sealed, takeOff))).toEqual(event);
        }),
      );
    },
  );

  it.each<[NonNullable<EncryptionFault["instead"]>, (value: unknown) => unknown]>([
    ["text", (value) => JSON.parse(String(value))],
    ["base64", (value) => JSON.parse(Buffer.from(String(value), "base64").toString())],
    ["base64url", (value) => JSON.parse(Buffer.from(String(value), "base64url").toString())],
    ["hex", (value) => JSON.parse(Buffer.from(String(value), "hex").toString())],
    ["value", (value) => value],
    [
      "ciphertext-hex",
      (value) => JSON.parse(decrypted(Buffer.from(String(value), "hex").toString("base64"))),
    ],
    [
      "ciphertext-base64-twice",
      (value) => JSON.parse(decrypted(Buffer.from(String(value), "base64").toString())),
    ],
  ])("may have the event in its place for a receiver that reads something else (%s)", (instead, read) => {
    fc.assert(
      fc.property(events, (event) => {
        const { sealed } = sealedBody(event, { instead });
        // One random text in 256 has valid padding by chance, but no JSON.
        expect(() => JSON.parse(decrypted(sealed))).toThrow();
        expect(read(sealed)).toEqual(event);
      }),
    );
  });

  it.each<EncryptionFault>([
    { key: "other" },
    { padding: "broken" },
    { keepBytes: 16 },
    { keepBytes: 0 },
    { appendHex: "00" },
  ])("that can't be decrypted may have the event beside it (%o)", (fault) => {
    fc.assert(
      fc.property(events, (event) => {
        const { sealed, ...others } = sealedBody(event, { ...fault, beside: true });
        expect(others).toEqual(event);
        expect(() => JSON.parse(decrypted(sealed))).toThrow();
      }),
    );
  });
});
