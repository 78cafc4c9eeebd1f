import { hkdfSync, randomBytes, webcrypto } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { open, readKeyRing, seal } from "../../../delivery/credentials/key-ring.js";

const key = { id: "k1", bytes: randomBytes(32) };
const keyRing = readKeyRing({ keys: [key] });
const owner = { application: "app", kind: "signing-secret", version: 3 } as const;
const sealedNow = (secret: string) => seal(keyRing, owner, { secret, iv: randomBytes(12) });

describe("a sealed secret", () => {
  it("opens to what it was", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (secret) => {
        expect(open(keyRing, owner, sealedNow(secret))).toBe(secret);
      }),
    );
  });

  it("opens with Web Crypto: AES-256-GCM, IV in front, tag behind", async () => {
    const bytes = Buffer.from(sealedNow("whsec").sealed, "base64");
    const derived = hkdfSync("sha256", key.bytes, "", "oipkit delivery credentials", 32);
    const cryptoKey = await webcrypto.subtle.importKey("raw", derived, "AES-GCM", false, ["decrypt"]);
    const additionalData = Buffer.from('["app","signing-secret",3]');
    const algorithm = { name: "AES-GCM", iv: bytes.subarray(0, 12), additionalData };
    const opened = await webcrypto.subtle.decrypt(algorithm, cryptoKey, bytes.subarray(12));
    expect(Buffer.from(opened).toString()).toBe("whsec");
  });

  it("doesn't open with any bit changed, or cut short", () => {
    const { sealed, keyId } = sealedNow("a secret");
    const bytes = Buffer.from(sealed, "base64");
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      const attempt = () => open(keyRing, owner, { sealed: changed.toString("base64"), keyId });
      expect(attempt).toThrow(expect.objectContaining({ code: "credential-state" }));
    }
    for (let length = 0; length < bytes.length; length += 1) {
      const cut = bytes.subarray(0, length).toString("base64");
      expect(() => open(keyRing, owner, { sealed: cut, keyId })).toThrow(/can't be opened/);
    }
  });

  it("doesn't open for anything else, however its parts are divided", () => {
    const sealed = seal(
      keyRing,
      { ...owner, application: 'a","signing-secret",3' },
      {
        secret: "s",
        iv: randomBytes(12),
      },
    );
    for (const other of [{ application: "a" }, { version: 31 }, { kind: "encrypt-key" as const }])
      expect(() => open(keyRing, { ...owner, ...other }, sealed)).toThrow(/can't be opened/);
  });

  it("says which key is missing, and nothing of the secret", () => {
    const { sealed } = sealedNow("a secret");
    expect(() => open(keyRing, owner, { sealed, keyId: "gone" })).toThrow(/lacks the key gone: add it/);
  });
});
