// @needs openssl
import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { decryptBody, encrypt, type Protocol, sign } from "../../../runtime/webhook/index.js";
import { acme } from "../../support/runtime/webhook/acme.js";

const encryptKey = "Schlüssel";
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const open = (body: Uint8Array) => decryptBody({ protocol: acme, encryptKey, body });
const sealedText = (body: Uint8Array): string =>
  JSON.parse(Buffer.from(encrypt({ protocol: acme, encryptKey, body, random: randomBytes })).toString())
    .sealed;

const lineFeeds: Pick<Protocol, "signature"> = {
  signature: {
    algorithm: "hmac-sha256",
    content: ["timestamp", "nonce", "body"],
    separator: "\n",
    prefix: "sha256=",
    encoding: "hex",
  },
};

describe("encryption, compared with openssl", () => {
  it("decrypts what openssl encrypted", () => {
    const iv = Buffer.from("000102030405060708090a0b0c0d0e0f", "hex");
    const key = createHash("sha256").update(encryptKey).digest("hex");
    const cipher = ["enc", "-aes-256-cbc", "-K", key, "-iv", iv.toString("hex")];
    const sealed = execFileSync("openssl", cipher, { input: json({ a: "Grüße" }) });
    expect(open(json({ sealed: Buffer.concat([iv, sealed]).toString("base64") }))).toEqual({ a: "Grüße" });
  });

  it("encrypts what openssl can decrypt", () => {
    const sealed = Buffer.from(sealedText(json({ a: 1 })), "base64");
    const key = createHash("sha256").update(encryptKey).digest("hex");
    const cipher = ["enc", "-d", "-aes-256-cbc", "-K", key, "-iv", sealed.subarray(0, 16).toString("hex")];
    expect(execFileSync("openssl", cipher, { input: sealed.subarray(16) }).toString()).toBe('{"a":1}');
  });
});

describe("sign, compared with openssl", () => {
  it("agrees on a body with a final newline", () => {
    const body = Buffer.from('{"event_id":"evt_1","note":"Größe 😀"}\n');
    const input = Buffer.concat([Buffer.from("1700000000\nnonce-1\n"), body]);
    const openssl = execFileSync("openssl", ["dgst", "-sha256", "-hmac", "top secret", "-hex"], { input });
    const digits = openssl.toString().trim().split(" ").at(-1);
    const signature = sign({
      protocol: lineFeeds,
      secret: "top secret",
      timestamp: "1700000000",
      nonce: "nonce-1",
      body,
    });
    expect(signature).toBe(`sha256=${digits}`);
  });
});
