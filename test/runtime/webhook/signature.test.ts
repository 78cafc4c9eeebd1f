import crypto, { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Protocol, sign, verifySignature } from "../../../runtime/webhook/index.js";

const lineFeeds: Pick<Protocol, "signature"> = {
  signature: {
    algorithm: "hmac-sha256",
    content: ["timestamp", "nonce", "body"],
    separator: "\n",
    prefix: "sha256=",
    encoding: "hex",
  },
};

describe("sign, with any parts", () => {
  const scheme = fc.record({
    content: fc.shuffledSubarray(["timestamp", "nonce", "body"] as const, { minLength: 1 }),
    separator: fc.constantFrom("", "\n", ".", "ü", "€—"),
  });
  const parts = fc.record({
    secret: fc.string({ unit: "grapheme", maxLength: 150 }),
    timestamp: fc.stringMatching(/^[0-9]{0,12}$/),
    nonce: fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) }),
    // Sometimes larger than the preallocated input buffer.
    body: fc.oneof(
      { weight: 9, arbitrary: fc.uint8Array() },
      fc.nat({ max: 70_000 }).map((size) => new Uint8Array(size)),
    ),
  });
  const agreesWithNode = fc.property(scheme, parts, ({ content, separator }, { secret, ...signed }) => {
    const hmac = createHmac("sha256", secret);
    for (const [index, name] of content.entries()) {
      if (index > 0) hmac.update(separator, "utf8");
      if (name === "body") hmac.update(signed.body);
      else hmac.update(signed[name], "latin1");
    }
    const protocol = { signature: { ...lineFeeds.signature, content, separator } };
    expect(sign({ protocol, secret, ...signed })).toBe(`sha256=${hmac.digest("hex")}`);
  });

  it("agrees with Node's HMAC", () => {
    fc.assert(agreesWithNode, { numRuns: 500 });
  });

  it("agrees with Node's HMAC without one-shot hashes", () => {
    const { hash } = crypto;
    try {
      Object.assign(crypto, { hash: undefined });
      fc.assert(agreesWithNode);
    } finally {
      Object.assign(crypto, { hash });
    }
  });
});

const characterAbove = (digit = ""): string => String.fromCharCode(digit.charCodeAt(0) + 0x100);

describe("verifySignature", () => {
  const parts = { timestamp: "1700000000", nonce: "n", body: Buffer.from("{}") };
  const right = sign({ protocol: lineFeeds, secret: "s", ...parts });
  const verify = (signature: string, secrets = ["s"]): boolean =>
    verifySignature({ protocol: lineFeeds, secrets, ...parts, signature });

  it("accepts the result of sign for any bytes, and refuses it if a byte has changed", () => {
    const headerText = fc.string({ unit: "grapheme-ascii", maxLength: 40 });
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1 }),
        headerText,
        fc.string(),
        fc.nat(),
        (body, nonce, secret, at) => {
          const made = { timestamp: "1700000000", nonce, body };
          const signature = sign({ protocol: lineFeeds, secret, ...made });
          expect(verifySignature({ protocol: lineFeeds, secrets: [secret], ...made, signature })).toBe(true);
          const altered = Uint8Array.from(body);
          altered[at % body.length] = ((altered[at % body.length] ?? 0) + 1) % 256;
          const forged = { ...made, body: altered };
          expect(verifySignature({ protocol: lineFeeds, secrets: [secret], ...forged, signature })).toBe(
            false,
          );
        },
      ),
    );
  });

  it("accepts the current and the previous secret, and no other", () => {
    expect(verify(right, ["new", "s"])).toBe(true);
    expect(verify(right, ["s", "old"])).toBe(true);
    expect(verify(right, ["new", "old"])).toBe(false);
    expect(verify(right, [])).toBe(false);
  });

  it.each([
    ["no prefix", right.slice(7)],
    ["another algorithm's name", right.replace("sha256", "sha512")],
    ["upper case digits", `sha256=${right.slice(7).toUpperCase()}`],
    ["63 digits", right.slice(0, -1)],
    ["65 digits", `${right}0`],
    ["a final newline", `${right}\n`],
    ["digits that aren't hexadecimal", `sha256=${"z".repeat(64)}`],
    ["64 characters of two bytes", `sha256=${"é".repeat(64)}`],
    ["a last character of two bytes", `${right.slice(0, -1)}é`],
    ["a character whose lower byte is the digit", right.slice(0, -1) + characterAbove(right.at(-1))],
    ["only the prefix", "sha256="],
    ["nothing", ""],
    ["two signatures", `${right}, ${right}`],
  ])("refuses %s", (_name, signature) => {
    // A preceding valid signature must leave no state that helps a forged one.
    expect(verify(right)).toBe(true);
    expect(verify(signature)).toBe(false);
  });
});
