import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { type SignatureScheme, signatureHeaders, verifySignature } from "../../../runtime/webhook/index.js";

type Headers = Readonly<Record<string, string>>;

const headers = { signature: "Signature" };

function scheme(changes: Partial<SignatureScheme> = {}): SignatureScheme {
  return {
    form: "http-message-signatures",
    algorithm: "ed25519",
    content: ["body"],
    separator: "",
    prefix: "",
    encoding: "base64",
    ...changes,
  };
}

const reader =
  (given: Headers) =>
  (name: string): string | null =>
    Object.entries(given).find(([other]) => other.toLowerCase() === name)?.[1] ?? null;

/** The request of RFC 9421, appendix B.2. */
const rfc = {
  url: "https://example.com/foo?param=Value&Pet=dog",
  body: Buffer.from('{"hello": "world"}'),
  headers: {
    Host: "example.com",
    Date: "Tue, 20 Apr 2021 02:07:55 GMT",
    "Content-Type": "application/json",
    "Content-Digest":
      "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:",
    "Content-Length": "18",
  },
};

describe("the vectors of RFC 9421", () => {
  const judge = (signature: SignatureScheme, keys: object, given: Headers, content = rfc.body): boolean =>
    verifySignature({
      protocol: { headers, signature } as { signature: SignatureScheme },
      ...keys,
      signature: given.Signature ?? "",
      header: reader({ ...rfc.headers, ...given }),
      body: content,
      url: rfc.url,
    });

  it("B.2.5, by a shared secret, is verified", () => {
    const signature = scheme({
      algorithm: "hmac-sha256",
      content: [{ header: "date" }, "authority", { header: "content-type" }, "timestamp"],
      key: { encoding: "base64" },
    });
    const secrets = [
      "uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==",
    ];
    const given = {
      "Signature-Input":
        'sig-b25=("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"',
      Signature: "sig-b25=:pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=:",
    };
    expect(judge(signature, { secrets }, given)).toBe(true);
    expect(judge(signature, { secrets: [`${secrets[0]?.slice(0, -4)}AA==`] }, given)).toBe(false);
  });

  it("B.2.6, by Ed25519, is verified, and made again from the private key", () => {
    const content = [
      { header: "date" },
      "method",
      "path",
      "authority",
      { header: "content-type" },
      { header: "content-length" },
      "timestamp",
    ] as const;
    const signature = scheme({ content, label: "sig-b26", parameters: { keyid: "test-key-ed25519" } });
    const given = {
      "Signature-Input":
        'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
      Signature:
        "sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:",
    };
    const publicKeys = [
      "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=\n-----END PUBLIC KEY-----",
    ];
    expect(judge(signature, { publicKeys }, given)).toBe(true);
    const secret =
      "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF\n-----END PRIVATE KEY-----";
    const made = signatureHeaders({
      protocol: { headers, signature },
      secret,
      timestamp: "1618884473",
      body: rfc.body,
      url: rfc.url,
      header: reader(rfc.headers),
    });
    expect(made).toEqual(given);
  });

  it("have a digest of SHA-512 that is compared with the body", () => {
    const signature = scheme({ content: ["body", "timestamp"] });
    const pair = generateKeyPairSync("ed25519");
    const secret = pair.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
    const list = '("content-digest");created=1618884473';
    const base = `"content-digest": ${rfc.headers["Content-Digest"]}\n"@signature-params": ${list}`;
    const bytes = signBytes(base, secret);
    const given = { "Signature-Input": `x=${list}`, Signature: `x=:${bytes}:` };
    const publicKeys = [createPublicKey(secret).export({ format: "pem", type: "spki" }).toString()];
    expect(judge(signature, { publicKeys }, given)).toBe(true);
    expect(judge(signature, { publicKeys }, given, Buffer.from('{"hello": "World"}'))).toBe(false);
  });
});

const signBytes = (base: string, secret: string): string =>
  sign(null, Buffer.from(base), createPrivateKey(secret)).toString("base64");
